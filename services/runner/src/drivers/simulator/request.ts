import type { Work } from "@openintents/proto";

const LONGEST_NAME = 120;

/** What to buy, as far as a simulated shop has to know. */
export type Request = { item: string /** RFC 3339, or empty for the shop's own choice. */; startsAt: string };

/** Item and delivery time of the work: the caller's test overrides, else the request's own words. */
export function requestOf(work: Work): Request {
  const context: Record<string, unknown> = work.context ?? {};
  return {
    item: cut(textOf(context.test_item) ?? targetOf(work) ?? wordsOf(work.text)),
    startsAt: timeOf(context.test_starts_at) ?? "",
  };
}

function textOf(value: unknown): string | undefined {
  return typeof value === "string" && value.trim() !== "" ? value.trim() : undefined;
}

function timeOf(value: unknown): string | undefined {
  const text = textOf(value);
  if (text === undefined || Number.isNaN(Date.parse(text))) return undefined;
  return new Date(text).toISOString();
}

/** The target of the first recognised intent. */
function targetOf(work: Work): string | undefined {
  const target = textOf(work.understanding?.effective?.intents[0]?.target);
  return target === undefined ? undefined : wordsOf(target);
}

/** "Buy a blue mug from size.shop.test" names a blue mug. */
function wordsOf(text: string): string {
  const words = text
    .replace(/\s*\b(?:from|at|on|via)\s+(?:[a-z0-9-]+\.)+shop\.test\b/gi, "")
    .replace(/^\s*(?:please\s+)?(?:buy|order|get|book|purchase)\s+(?:me\s+)?(?:(?:a|an|the|some|one)\s+)?/i, "")
    .replace(/[\s.!?]+$/, "")
    .replace(/\s+/g, " ")
    .trim();
  return words === "" ? "Item" : words;
}

function cut(text: string): string {
  const points = Array.from(text);
  return points.length <= LONGEST_NAME ? text : `${points.slice(0, LONGEST_NAME - 1).join("")}…`;
}
