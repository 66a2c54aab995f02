import { ConfigError } from "./config.ts";
import type { Logger } from "./logger.ts";

export type Service = {
  name: string;
  start(): Promise<void>;
  /** Finishes what is in flight and releases everything; calling it again does no harm. */
  stop(): Promise<void>;
};

/**
 * Runs a service as a process until it is told to stop. SIGTERM, SIGINT and the loss of
 * a parent's IPC channel all mean: stop, exit 0. A further signal changes nothing, since
 * a process group gets each twice. Exit 1 follows when the start fails (one line says
 * why), when something fails unhandled, or when stopping takes longer than `graceMs`
 * (default 10 s). Never returns.
 */
export function runUntilSignal(
  build: () => Promise<Service> | Service,
  o: { logger: Logger; graceMs?: number },
): Promise<never> {
  const graceMs = o.graceMs ?? 10_000;
  let service: Service | undefined;
  let exitCode = 0;
  let ending: Promise<void> | undefined;
  let started: Promise<void> = Promise.resolve();

  const exit = (code: number): never => {
    o.logger.flush?.();
    process.exit(code);
  };

  const end = (code: number, why: string): void => {
    exitCode = Math.max(exitCode, code);
    if (ending !== undefined) return;
    o.logger.info({ why }, "stopping");
    setTimeout(() => {
      o.logger.fatal({ grace_ms: graceMs }, "stopping took too long");
      exit(1);
    }, graceMs);
    ending = stop();
  };

  const stop = async (): Promise<void> => {
    // A start under way is let finish: a half-started service cannot be stopped cleanly.
    await started;
    try {
      await service?.stop();
    } catch (error) {
      o.logger.fatal({ err: error }, "could not stop cleanly");
      exitCode = 1;
    }
    if (exitCode === 0) o.logger.info("stopped");
    exit(exitCode);
  };

  const start = async (): Promise<void> => {
    try {
      service = await build();
      if (ending === undefined) await service.start();
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      // What is wrong with a setting is in its line; a stack would only bury it.
      o.logger.fatal(error instanceof ConfigError ? {} : { err: error }, `could not start: ${reason}`);
      exitCode = 1;
    }
  };

  process.on("SIGTERM", () => end(0, "SIGTERM"));
  process.on("SIGINT", () => end(0, "SIGINT"));
  if (process.connected) process.on("disconnect", () => end(0, "parent gone"));
  process.on("unhandledRejection", (error) => {
    o.logger.fatal({ err: error }, "unhandled rejection");
    end(1, "unhandled rejection");
  });
  process.on("uncaughtException", (error) => {
    o.logger.fatal({ err: error }, "uncaught exception");
    end(1, "uncaught exception");
  });

  // A service need not hold a socket or timer that keeps the process alive.
  setInterval(() => {}, 2 ** 30);
  started = start();
  void started.then(() => {
    if (exitCode !== 0) end(exitCode, "failed start");
  });
  return new Promise<never>(() => {});
}
