import { wordSet } from "../../text/words.ts";
import type { FoundValue } from "../../values/found-value.ts";
import type { ReadIntent, Reading } from "./reading.ts";

// "Keep the total under 40 EUR": a bound on what is asked for, told as a command.

const BOUNDING = /^(?:keep|stay|limit|cap|restrict|budget|hold)$/i;
const COST = wordSet(
  "total totals price prices cost costs budget bill sum amount spending spend expenses expense everything all it them this that fee rate",
);
const BESIDE = wordSet("the my our your its their overall full whole final grand whole entire order of");

/** Makes limits of such commands, where there is a request that they bound; `standing`: one holds from before. */
export function readTotals(reading: Reading, values: readonly FoundValue[], standing: boolean): void {
  const bounding = reading.intents.filter((intent) => isBound(reading, intent, values));
  if (bounding.length === 0 || (!standing && bounding.length === reading.intents.length)) return;
  for (const intent of bounding) {
    const [span] = intent.evidence;
    if (span === undefined) continue;
    reading.intents = reading.intents.filter((one) => one !== intent);
    reading.relations = reading.relations.filter((one) => one.from !== intent && one.to !== intent);
    reading.unresolved = reading.unresolved.filter((one) => one.owner !== intent);
    const own = reading.constraints.find((one) => one.owner === intent);
    if (own === undefined) continue;
    own.span = { start: span.start, end: Math.max(intent.goal.end, own.span.end) };
    own.owner = null;
  }
}

function isBound(reading: Reading, intent: ReadIntent, values: readonly FoundValue[]): boolean {
  if (intent.parent !== null || !BOUNDING.test(intent.action ?? "")) return false;
  const [own, other] = reading.constraints.filter((one) => one.owner === intent);
  if (own?.kind !== "limit" || other !== undefined || reading.intents.some((one) => one.parent === intent))
    return false;
  if (!values.some((one) => one.kind === "amount" && one.start >= own.span.start && one.end <= own.span.end))
    return false;
  if (intent.target === null) return true;
  const words = reading.text.slice(intent.target.start, intent.target.end).toLowerCase().split(/\s+/);
  return words.some((word) => COST.has(word)) && words.every((word) => COST.has(word) || BESIDE.has(word));
}
