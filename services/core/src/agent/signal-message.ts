import type { MessageInitShape } from "@bufbuild/protobuf";
import { SignalKind, type SignalSchema } from "@openintents/proto";
import type { SignalRow } from "../store/signals.ts";

/** A stored signal as its runner hears it. */
export function signalOf(row: SignalRow): MessageInitShape<typeof SignalSchema> {
  return {
    id: BigInt(row.id),
    kind: row.kind,
    claimId: row.claimId ?? "",
    epoch: BigInt(row.epoch ?? 0),
    // Whoever does not know these must not go on with the work.
    mustUnderstand: row.kind === SignalKind.CANCELLED || row.kind === SignalKind.LOST,
    revision: row.revision ?? 0,
  };
}
