import type { RecognitionCase } from "../facts.ts";
import { cases01To05 } from "./cases-01-05.ts";
import { cases06To10 } from "./cases-06-10.ts";
import { cases11To15 } from "./cases-11-15.ts";
import { cases16To20 } from "./cases-16-20.ts";

/** The twenty utterances that developers work with. */
export const developerCases: readonly RecognitionCase[] = [
  ...cases01To05,
  ...cases06To10,
  ...cases11To15,
  ...cases16To20,
];
