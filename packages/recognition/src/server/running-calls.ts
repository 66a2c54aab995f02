/** The tool calls that a stopping server still has to answer. */
export class RunningCalls {
  readonly #running = new Set<symbol>();
  #waiting: (() => void)[] = [];

  /** Counts a call until the function that it returns is called. */
  begin(): () => void {
    const call = Symbol();
    this.#running.add(call);
    return () => {
      this.#running.delete(call);
      if (this.#running.size > 0) return;
      for (const resolve of this.#waiting.splice(0)) resolve();
    };
  }

  get count(): number {
    return this.#running.size;
  }

  /** Resolves with true once no call is running, with false when the time is over before. */
  async settled(withinMs: number): Promise<boolean> {
    if (this.#running.size === 0) return true;
    const { promise, resolve } = Promise.withResolvers<boolean>();
    this.#waiting.push(() => resolve(true));
    const timer = setTimeout(() => resolve(false), withinMs);
    try {
      return await promise;
    } finally {
      clearTimeout(timer);
    }
  }
}
