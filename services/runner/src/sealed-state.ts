import { create } from "@bufbuild/protobuf";
import { type Claim, type Sealed, SealedSchema, type Work } from "@openintents/proto";
import { type Aad, type KeyPair, open, seal, VaultError } from "@openintents/vault";
import type { SavedState } from "./drivers/driver.ts";

/** Version of the binding of checkpoints and answers. */
const AAD_VERSION = 1;

/** A runner knows neither account nor payer; intent, mode and purpose bind what it seals. */
function bindingOf(work: Work, purpose: string): Aad {
  return { account: "", test: work.test, payer: "", intent: work.intentId, purpose, version: AAD_VERSION };
}

/** Seals a state to the pool's first key; undefined when core names none, and the run would start over. */
export async function sealState(claim: Claim, work: Work, state: SavedState): Promise<Sealed | undefined> {
  const [key] = claim.sealTo;
  if (key === undefined) return undefined;
  const plaintext = new TextEncoder().encode(JSON.stringify(state));
  return create(SealedSchema, await seal(key, plaintext, bindingOf(work, "checkpoint")));
}

/** The state of the work's checkpoint; undefined when there is none, or it was sealed to a pool of other keys. */
export async function openState(keys: KeyPair[], work: Work): Promise<SavedState | undefined> {
  if (work.checkpoint === undefined) return undefined;
  const value = await openJson(keys, work, [work.checkpoint], "checkpoint");
  const state = value as Partial<SavedState> | null | undefined;
  return typeof state?.schema === "string" ? (state as SavedState) : undefined;
}

/** The JSON value of an answer, sealed once for each pool that may go on; undefined when none opens here. */
export function openAnswer(keys: KeyPair[], work: Work, answers: Sealed[], purpose: string): Promise<unknown> {
  return openJson(keys, work, answers, purpose);
}

async function openJson(keys: KeyPair[], work: Work, candidates: Sealed[], purpose: string): Promise<unknown> {
  for (const sealed of candidates) {
    if (!keys.some((pair) => pair.kid === sealed.kid)) continue;
    try {
      const plaintext = await open(keys, sealed, bindingOf(work, purpose));
      return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(plaintext));
    } catch (error) {
      // What does not open, or is not ours to read, counts as absent: the run asks or starts anew.
      if (!(error instanceof VaultError || error instanceof SyntaxError || error instanceof TypeError)) throw error;
    }
  }
  return undefined;
}
