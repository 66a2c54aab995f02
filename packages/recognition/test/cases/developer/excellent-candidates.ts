import type { Candidate } from "../../../src/index.ts";
import type { RecognitionCase } from "../facts.ts";
import { candidates01To10 } from "./candidates-01-10.ts";
import { candidates11To20 } from "./candidates-11-20.ts";

const candidates: Readonly<Record<string, Candidate>> = { ...candidates01To10, ...candidates11To20 };

/** What an excellent language source answers to a case of the developers' list. */
export function excellentCandidate({ id }: RecognitionCase): Candidate {
  const candidate = candidates[id];
  if (candidate === undefined) throw new Error(`There is no candidate for ${id}.`);
  return candidate;
}
