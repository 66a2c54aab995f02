import type { Intent } from "../intent.ts";
import { inside } from "../parse/inside.ts";
import type { Defaults } from "../types/options.ts";

/** What a server tells of one of its recognisers. */
export interface InstanceFacts {
  readonly description: string | null;
  /** Its language source reaches outside this process. */
  readonly online: boolean;
  readonly defaults: Readonly<Defaults>;
}

export function describeInstance(intent: Intent): InstanceFacts {
  const { settings, executor } = inside(intent);
  const { description, defaults } = settings;
  return { description, online: executor !== null && !executor.features.offline, defaults };
}
