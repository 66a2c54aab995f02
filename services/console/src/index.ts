export { type ConsoleConfig, consoleSettings, readConsoleConfig } from "./config.ts";
export { type ConsoleDeps, createConsole } from "./service.ts";
