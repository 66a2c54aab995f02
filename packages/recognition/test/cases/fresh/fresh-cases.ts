import type { RecognitionCase } from "../facts.ts";
import { bankingCases } from "./banking.ts";
import { healthCases } from "./health.ts";
import { householdCases } from "./household.ts";
import { officeCases } from "./office.ts";
import { supportCases } from "./support.ts";
import { travelCases } from "./travel.ts";

/** Forty utterances from other parts of life, written without looking at what any executor makes of them. */
export const freshCases: readonly RecognitionCase[] = [
  ...supportCases,
  ...travelCases,
  ...householdCases,
  ...officeCases,
  ...healthCases,
  ...bankingCases,
];
