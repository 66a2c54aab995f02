export const LOG_LEVELS = ["silent", "error", "warn", "info", "debug"] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

/** One line an event. Callers pass no text of requests, no candidates and no tokens. */
export type Log = Record<Exclude<LogLevel, "silent">, (message: string, error?: unknown) => void>;

/** Standard output belongs to the protocol, so lines go to standard error. */
export function createLog(
  level: LogLevel,
  write: (line: string) => void = (line) => void process.stderr.write(line),
): Log {
  const most = LOG_LEVELS.indexOf(level);
  const at = (name: Exclude<LogLevel, "silent">) => (message: string, error?: unknown) => {
    if (LOG_LEVELS.indexOf(name) > most) return;
    const why = error === undefined ? "" : `: ${error instanceof Error ? error.message : String(error)}`;
    write(`${new Date().toISOString()} ${name} ${oneLine(message + why)}\n`);
  };
  return { error: at("error"), warn: at("warn"), info: at("info"), debug: at("debug") };
}

/** What an SDK's error is, without its message, which may quote what a caller sent. */
export function nameOf(error: unknown): string {
  return error instanceof Error ? error.name : typeof error;
}

export function oneLine(text: string): string {
  return text.replace(/\s*[\r\n]+\s*/g, " ").trim();
}
