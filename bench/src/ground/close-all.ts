/** What was opened, to be closed in the other order; one that fails does not keep the rest open. */
export function closeAll(): { closing: (() => Promise<void>)[]; close(): Promise<void> } {
  const closing: (() => Promise<void>)[] = [];
  return {
    closing,
    async close() {
      const failures: unknown[] = [];
      for (const one of closing.splice(0).reverse()) await one().catch((cause: unknown) => failures.push(cause));
      if (failures.length > 0) throw new AggregateError(failures, "some parts of the bench did not stop cleanly");
    },
  };
}
