// What the person's own words forbid or limit, checked by code before an order is placed.
import {
  ConstraintKind,
  enumName,
  FailureCode,
  FailureCodeSchema,
  type IntentResult,
  type ShopQuote,
} from "@openintents/proto";
import { type Binding, bindingsOf, isSoft } from "./plan/bindings.ts";
import { currencyOf, greatestAllowed } from "./plan/currency.ts";
import { judgeNames } from "./plan/names.ts";
import { judgeTime } from "./plan/times.ts";
import type { Refusal } from "./refusal.ts";
import { cut } from "./sentences.ts";

/** The understood text of an intent; the currency in which it was asked for. */
export type Plan = {
  /** Null: nobody could read the text, so a person has to look at all of it. */
  result: IntentResult | null;
  text: string;
  currency: string;
  test: boolean;
};

/**
 * forbidden: the order breaks the person's words. ask: code cannot decide, so the person
 * confirms the order with those words in view.
 */
export type PlanCheck = { kind: "clear" } | { kind: "forbidden"; refusal: Refusal } | { kind: "ask"; words: string[] };

/** A limit in the text: in minor units of the order's currency, with the words that set it. */
export type TextLimit = { amount: number; words: string };

type Judgement = { verdict: "kept" | "open" } | { verdict: "broken"; code: FailureCode };

const KEPT: Judgement = { verdict: "kept" };
const OPEN: Judgement = { verdict: "open" };

/** Judges an order by the recognised text. */
export function checkPlan(plan: Plan | null, quote: ShopQuote): PlanCheck {
  if (plan === null) return { kind: "clear" };
  if (plan.result === null) return { kind: "ask", words: [plan.text] };
  const { list, open: clauses, intents } = bindingsOf(plan.result);
  const open: string[] = [];
  for (const binding of list) {
    if (isSoft(binding)) continue;
    const judged = judge(binding, plan, quote, intents);
    if (judged.verdict === "broken") return { kind: "forbidden", refusal: forbidden(judged.code, binding.text) };
    if (judged.verdict === "open") open.push(binding.text);
  }
  const words = [...new Set([...open, ...clauses])];
  return words.length === 0 ? { kind: "clear" } : { kind: "ask", words };
}

/** The lowest limit in the text that can be compared with the order's total; null when there is none. */
export function limitInText(plan: Plan | null, currency: string): TextLimit | null {
  if (!plan?.result) return null;
  const { list, intents } = bindingsOf(plan.result);
  const limits = list.map((binding) => limitOf(binding, plan, currency, intents)).filter((one) => one !== null);
  return limits.reduce<TextLimit | null>((least, one) => (least && least.amount <= one.amount ? least : one), null);
}

function judge(binding: Binding, plan: Plan, quote: ShopQuote, intents: number): Judgement {
  const { kind, text, value } = binding;
  switch (kind) {
    case ConstraintKind.PROHIBITION:
    case ConstraintKind.EXCLUSION: {
      const { verdict, about } = judgeNames(text, quote, { exclusion: kind === ConstraintKind.EXCLUSION });
      const code = about === "shop" ? FailureCode.SHOP_NOT_SUPPORTED : FailureCode.PROHIBITED_ITEM;
      return verdict === "broken" ? { verdict, code } : { verdict };
    }
    case ConstraintKind.TIME: {
      const verdict = value.case === "time" ? judgeTime(value.value, quote.fulfillment) : "open";
      return verdict === "broken" ? { verdict, code: FailureCode.SLOT_UNAVAILABLE } : { verdict };
    }
    case ConstraintKind.LIMIT:
      // An amount that can be compared has lowered the cap already.
      if (value.case === "quantity") return judgeCount(binding, quote);
      return limitOf(binding, plan, quote.currency, intents) === null ? OPEN : KEPT;
    case ConstraintKind.QUANTITY:
      return isCounted(binding, quote) ? KEPT : OPEN;
    default:
      return OPEN;
  }
}

/** Words that make a limit one of each thing, not of the whole order. */
const EACH = /\b(?:each|apiece|per|every|a piece)\b/i;
const MEASURE =
  /^(?:[mkc]?g|[mcd]?l|k?m|[cm]m|oz|lbs?|kilos?|\w*grams?|\w*met(?:er|re)s?|\w*lit(?:er|re)s?|inch(?:es)?|f(?:ee|oo)t|%|percent)$/i;

function limitOf(
  { kind, text, value, owner }: Binding,
  plan: Plan,
  currency: string,
  intents: number,
): TextLimit | null {
  if (kind !== ConstraintKind.LIMIT || value.case !== "amount" || EACH.test(text)) return null;
  // Of several wishes each may have a limit of its own, and one order need not hold them all.
  if (owner !== null && intents > 1) return null;
  const { max, min, maxOpen } = value.value;
  if (max === undefined || min !== undefined) return null;
  const known = currencyOf(value.value, plan.currency);
  // Test money compares one to one.
  if (known === null || !(known === currency || (plan.test && known === plan.currency))) return null;
  const amount = greatestAllowed(max, maxOpen, currency);
  return amount === null ? null : { amount, words: text };
}

function judgeCount({ value, text }: Binding, quote: ShopQuote): Judgement {
  if (value.case !== "quantity" || EACH.test(text)) return OPEN;
  const { min, max, unit } = value.value;
  if (unit !== undefined && MEASURE.test(unit)) return OPEN;
  const count = countOf(quote);
  const outside = (max !== undefined && count > Number(max)) || (min !== undefined && count < Number(min));
  return outside ? { verdict: "broken", code: FailureCode.PROHIBITED_ITEM } : KEPT;
}

/** One line may be a pack of several, so another number is for the person to judge. */
function isCounted({ value }: Binding, quote: ShopQuote): boolean {
  if (value.case !== "quantity" || (value.value.unit !== undefined && MEASURE.test(value.value.unit))) return false;
  const { min, max } = value.value;
  const count = countOf(quote);
  return (min === undefined || count >= Number(min)) && (max === undefined || count <= Number(max));
}

function countOf(quote: ShopQuote): number {
  return quote.items.reduce((sum, item) => sum + item.quantity, 0);
}

/** A runner ends the intent with `failure`, and shows `constraint`. */
function forbidden(code: FailureCode, words: string): Refusal {
  return {
    reason: "prohibited",
    message: "The person's own words forbid this order.",
    param: "quote",
    details: { failure: enumName(FailureCodeSchema, code), constraint: cut(words, 300) },
  };
}
