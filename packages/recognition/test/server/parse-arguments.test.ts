import { expect, test } from "vitest";
import { IntentError } from "../../src/errors.ts";
import { HELP } from "../../src/server/help.ts";
import { parseArguments } from "../../src/server/parse-arguments.ts";

function settingsOf(...argv: string[]) {
  const command = parseArguments(argv);
  if (!("settings" in command)) throw new Error(`that asks for ${command.kind}`);
  return command.settings;
}

function refusalOf(...argv: string[]): IntentError {
  try {
    parseArguments(argv);
  } catch (error) {
    if (error instanceof IntentError) return error;
    throw error;
  }
  throw new Error(`accepted: ${argv.join(" ")}`);
}

test("without flags it is stdio, by rules, for whoever started it", () => {
  const command = parseArguments([]);
  expect(command.kind).toBe("serve");
  expect(settingsOf()).toMatchObject({
    config: null,
    mode: null,
    transport: "stdio",
    host: "127.0.0.1",
    port: 3001,
    path: "/mcp",
    publicOrigin: null,
    auth: "none",
    sessionIdleMs: 86_400_000,
    grpc: null,
    allowModuleExecutors: false,
    logLevel: "info",
    ignored: [],
  });
});

test("every flag is read", () => {
  const settings = settingsOf(
    ...["--config", "c.yaml", "--mode", "host", "--transport", "http", "--host", "0.0.0.0", "--port", "0"],
    ...["--path", "/recognise", "--public-origin", "https://Intents.Example.com", "--auth", "bearer", "--tokens", "t"],
    ...["--session-idle", "60", "--replica", "pod-1", "--grpc", "[::1]:50051", "--allow-module-executors"],
    ...["--log-level", "debug"],
  );
  expect(settings).toMatchObject({
    config: "c.yaml",
    mode: "host",
    transport: "http",
    host: "0.0.0.0",
    port: 0,
    path: "/recognise",
    auth: "bearer",
    tokens: "t",
    sessionIdleMs: 60_000,
    replica: "pod-1",
    grpc: { host: "[::1]", port: 50_051 },
    allowModuleExecutors: true,
    logLevel: "debug",
  });
  expect(settings.publicOrigin?.origin).toBe("https://intents.example.com");
});

test("--check, --help, -h and --version are told apart", () => {
  expect(parseArguments(["--check"]).kind).toBe("check");
  expect(parseArguments(["--help", "--port", "x"]).kind).toBe("help");
  expect(parseArguments(["-h"]).kind).toBe("help");
  expect(parseArguments(["--version"]).kind).toBe("version");
});

test.each([
  ["an unknown flag", ["--colour"]],
  ["a flag without its value", ["--config"]],
  ["a positional argument", ["config.yaml"]],
  ["a transport that there is not", ["--transport", "sse"]],
  ["a mode that is none", ["--mode", "off"]],
  ["a port that is none", ["--port", "65536"]],
  ["a port that is a word", ["--port", "http"]],
  ["a path without a slash", ["--path", "mcp"]],
  ["a path with a query", ["--path", "/mcp?x"]],
  ["a path that diagnostics have", ["--path", "/healthz"]],
  ["an idle time of nothing", ["--session-idle", "0"]],
  ["an idle time that no timer can wait", ["--session-idle", "2147484"]],
  ["a replica with a dot", ["--replica", "a.b"]],
  ["a gRPC address without a port", ["--grpc", "localhost"]],
  ["a log level that is none", ["--log-level", "loud"]],
  ["bearer without tokens", ["--auth", "bearer", "--transport", "http"]],
  ["tokens without bearer", ["--tokens", "t"]],
  ["bearer over stdio", ["--auth", "bearer", "--tokens", "t"]],
])("%s is CONFIG_INVALID/transport in one line", (_what, argv) => {
  const error = refusalOf(...argv);
  expect(error).toMatchObject({ code: "CONFIG_INVALID", stage: "transport", retryable: false });
  expect(error.message).not.toContain("\n");
});

test.each(["0.0.0.0", "::", "[::]", "0", "192.0.2.7", "host.example"])(
  "binding to %s needs a public origin",
  (host) => {
    const error = refusalOf("--transport", "http", "--host", host);
    expect(error).toMatchObject({ code: "CONFIG_INVALID", stage: "transport" });
    expect(error.message).toContain("--public-origin");
    expect(settingsOf("--transport", "http", "--host", host, "--public-origin", "http://x.test:1").host).toBe(host);
  },
);

test.each(["127.0.0.1", "127.8.8.8", "::1", "[::1]", "localhost"])("binding to %s needs none", (host) => {
  expect(settingsOf("--transport", "http", "--host", host).host).toBe(host);
});

test("flags of HTTP are named when the transport is stdio", () => {
  expect(settingsOf("--port", "1", "--path", "/x").ignored).toEqual(["--port", "--path"]);
  expect(settingsOf("--session-idle", "5").ignored).toEqual(["--session-idle"]);
  expect(settingsOf("--session-idle", "5", "--grpc", "127.0.0.1:0").ignored).toEqual([]);
});

test("the help names every flag and fits a terminal", () => {
  const flags = [
    ...["--config", "--mode", "--transport", "--host", "--port", "--path", "--public-origin", "--auth", "--tokens"],
    ...["--session-idle", "--replica", "--grpc", "--allow-module-executors", "--log-level", "--check", "--help"],
  ];
  for (const flag of flags) expect(HELP).toMatch(new RegExp(`^  ${flag}\\b`, "m"));
  for (const line of HELP.split("\n")) expect(line.length).toBeLessThanOrEqual(120);
});
