import { randomUUID } from "node:crypto";
import { IntentError } from "../errors.ts";
import { createHostDesk } from "../host/host-desk.ts";
import { createMemoryRecordStore } from "../host/memory-store.ts";
import { hostRecogniser } from "../host/recogniser.ts";
import type { HostScope } from "../host/record.ts";
import type { Intent } from "../intent.ts";
import type { IntentInput } from "../types/input.ts";
import type { RecogniserBackend } from "./backend.ts";

/** Recognisers in this process. Their host records live as long as the adapter, each in the session that made it. */
export interface LocalBackend extends RecogniserBackend<HostScope> {
  /** The scope of a new session. */
  newCaller(): HostScope;
  /** Lets go of what runs for no session any more. */
  close(): Promise<void>;
}

export function createLocalBackend(instances: ReadonlyMap<string, Intent>): LocalBackend {
  const owner = randomUUID();
  const recognisers = new Map([...instances].map(([name, intent]) => [name, hostRecogniser(intent)]));
  const desk = createHostDesk({ store: createMemoryRecordStore(), recogniser: (name) => recognisers.get(name) });
  const text = (reply: unknown) => ({ text: JSON.stringify(reply) });
  return {
    newCaller: () => ({ owner, session: randomUUID() }),
    async parse(name, input, { signal, timeoutMs = 0 }) {
      const intent = instances.get(name);
      if (!intent) throw new IntentError("INSTANCE_UNKNOWN", "input", "There is no instance of this name.");
      return text(await intent.parse(input as unknown as IntentInput, { signal, timeoutMs }));
    },
    async prepare(name, input, { caller, signal, timeoutMs = 0 }) {
      return text(await desk.prepare(caller, name, input, { signal, timeoutMs }));
    },
    accept: (submission, { caller, signal }) => desk.accept(caller, submission, { signal }),
    async cancel(cancellation, { caller }) {
      return text(await desk.cancel(caller, cancellation));
    },
    end: (caller) => desk.drop(caller),
    close: () => desk.close(),
  };
}
