// Public as "@openintents/recognition/host": host mode over a record store of one's own. A store runs
// the transitions inside its atomic step and keeps the bounds; everything else is the desk's.
export type { HostClock } from "./clock.ts";
export { createHostDesk, type HostDesk, type HostTask } from "./host-desk.ts";
export { overflow } from "./overflow.ts";
export { hostRecogniser } from "./recogniser.ts";
export type { HostRecord, HostScope } from "./record.ts";
export {
  type BindOutcome,
  type CancelOutcome,
  type CreateOutcome,
  type FinishOutcome,
  HOST_BOUNDS,
  type HostBounds,
  type HostRecordStore,
} from "./record-store.ts";
export { bind, cancel, finish, isTerminal, release, replyBytes, touch } from "./transitions.ts";
