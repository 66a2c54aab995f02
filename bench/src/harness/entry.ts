// The other end of startEntry: what a process of a bench does when it is asked.

type Operations = Record<string, (input: never) => unknown>;
type Request = { id: number; operation: string; input: never };

/** The input that the bench gave to this process. */
export function entryInput<Input>(): Input {
  return JSON.parse(process.env.BENCH_INPUT ?? "null") as Input;
}

/** Tells the bench that this process is ready, serves its requests, and stops when it is told to or left alone. */
export function serveEntry(ready: unknown, operations: Operations, stop: () => Promise<void>): void {
  let stopping = false;
  const end = () => {
    if (stopping) return;
    stopping = true;
    stop().then(
      () => process.exit(0),
      (cause) => {
        console.error(cause);
        process.exit(1);
      },
    );
  };
  process.on("SIGTERM", end);
  process.on("SIGINT", end);
  process.on("disconnect", end);
  process.on("message", async ({ id, operation, input }: Request) => {
    try {
      const run = operations[operation];
      if (!run) throw new Error(`no operation ${operation}`);
      process.send?.({ id, result: await run(input) });
    } catch (cause) {
      process.send?.({ id, error: cause instanceof Error ? (cause.stack ?? cause.message) : String(cause) });
    }
  });
  process.send?.({ ready });
}
