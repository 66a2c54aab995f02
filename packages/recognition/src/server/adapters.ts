import type { LoadedRecognition } from "../config/read-config.ts";
import { createIntentMcpAdapter, type IntentMcpAdapter } from "../mcp/adapter.ts";

/**
 * One adapter for each principal: the bounds of an adapter hold for its records, and nobody's
 * records may push out somebody else's.
 */
export class Adapters {
  readonly #adapters = new Map<string, IntentMcpAdapter>();
  readonly #recognition: LoadedRecognition;

  constructor(recognition: LoadedRecognition) {
    this.#recognition = recognition;
  }

  of(principal: string): IntentMcpAdapter {
    let adapter = this.#adapters.get(principal);
    if (adapter === undefined) {
      const { mode, toolPrefix, instances } = this.#recognition;
      adapter = createIntentMcpAdapter({ mode, toolPrefix, instances });
      this.#adapters.set(principal, adapter);
    }
    return adapter;
  }

  async close(): Promise<void> {
    await Promise.all([...this.#adapters.values()].map((adapter) => adapter.close()));
  }
}
