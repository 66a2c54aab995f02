// The plan in one sentence or a few: what was asked for and what binds the run.
import { ConstraintKind, type IntentResult, type RecognisedIntent } from "@openintents/proto";
import { cut, money } from "../sentences.ts";
import { type Binding, bindingsOf, isSoft } from "./bindings.ts";
import { currencyOf, greatestAllowed } from "./currency.ts";
import { shownWords } from "./shown-words.ts";

const LONGEST = 300;
const WORDS = 80;

/** At most 300 characters, safe to show. Without a result nothing was understood, and that is said. */
export function planSummary(result: IntentResult | null, currency: string): string {
  const wishes = result?.effective?.intents ?? [];
  if (result === null) return "The request could not be taken apart; an order will be shown before it is placed.";
  const { list, open } = bindingsOf(result);
  const parts = [
    wishes.length === 0 ? "The request is taken as it was written." : `${wishes.map(wish).join("; ")}.`,
    ...group("Not allowed", list, [ConstraintKind.PROHIBITION, ConstraintKind.EXCLUSION]),
    ...limits(list, currency),
    ...group("Time", list, [ConstraintKind.TIME]),
    ...group("Quantity", list, [ConstraintKind.QUANTITY]),
    ...group("To be kept", list, [ConstraintKind.CONDITION, ConstraintKind.REQUIREMENT]),
    ...(open.length === 0 ? [] : [`To be confirmed: ${quoted(open)}.`]),
  ];
  return cut(parts.join(" "), LONGEST);
}

function wish(intent: RecognisedIntent): string {
  return `“${shownWords(intent.goal, 120)}”`;
}

function group(title: string, list: Binding[], kinds: ConstraintKind[]): string[] {
  const words = list.filter((one) => kinds.includes(one.kind) && !isSoft(one)).map((one) => one.text);
  return words.length === 0 ? [] : [`${title}: ${quoted(words)}.`];
}

function limits(list: Binding[], intentCurrency: string): string[] {
  const words = list.filter((one) => one.kind === ConstraintKind.LIMIT).map((one) => limitWords(one, intentCurrency));
  return words.length === 0 ? [] : [`Limit: ${words.join(", ")}.`];
}

function limitWords({ text, value }: Binding, intentCurrency: string): string {
  if (value.case === "amount" && value.value.max !== undefined && value.value.min === undefined) {
    const currency = currencyOf(value.value, intentCurrency);
    const amount = currency === null ? null : greatestAllowed(value.value.max, value.value.maxOpen, currency);
    if (amount !== null && currency !== null) return `at most ${money(amount, currency)}`;
  }
  return `“${shownWords(text, WORDS)}”`;
}

function quoted(words: string[]): string {
  return words.map((text) => `“${shownWords(text, WORDS)}”`).join(", ");
}
