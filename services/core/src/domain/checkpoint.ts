// Resumable state of a run, sealed by its runner: core sees its size and nothing else.
import type { Sealed } from "@openintents/proto";
import type { Refusal } from "./refusal.ts";

const CHECKPOINT_BYTES = 256 * 1024;
const ENC_BYTES = 32;
/** What AES-GCM adds to the shortest plaintext. */
const TAG_BYTES = 16;

/** What is wrong with the form of a checkpoint, or null. Absent is fine. */
export function checkpointProblem(checkpoint: Sealed | undefined): Refusal | null {
  if (checkpoint === undefined) return null;
  if (checkpoint.kid === "") return invalid("kid", "A sealed checkpoint names the key that opens it.");
  if (checkpoint.enc.byteLength !== ENC_BYTES) return invalid("enc", `enc has ${ENC_BYTES} bytes.`);
  if (checkpoint.ciphertext.byteLength < TAG_BYTES) return invalid("ciphertext", "The ciphertext is too short.");
  if (checkpoint.ciphertext.byteLength > CHECKPOINT_BYTES) {
    return invalid("ciphertext", `A checkpoint has at most ${CHECKPOINT_BYTES} bytes.`);
  }
  return null;
}

function invalid(field: string, message: string): Refusal {
  return { reason: "parameter_invalid", message, param: `checkpoint.${field}` };
}
