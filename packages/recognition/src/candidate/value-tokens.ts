import type { ValueContext } from "../values/find-values.ts";
import { factsOf, lowered, type SourceFacts, wordsOf } from "./source-facts.ts";

/** Words of a text that none of its sources has. */
export interface LooseTokens {
  /** Numbers, codes, addresses: whatever holds a digit or names a place on a network. */
  figures: string[];
  /** Capitalised words. */
  names: string[];
  /** Whether at least one word of the text is in a source, or there are no words. */
  shares: boolean;
}

// A digit, an address, or a name of the network such as "shop.example".
const FIGURE = /[\p{N}@]|:\/\/|\p{L}\.\p{L}{2}/u;
const CAPITAL = /^\p{Lu}/u;
const CURRENCY = /^[A-Z]{3}$/;

export function looseTokens(text: string, sources: readonly string[], context: ValueContext): LooseTokens {
  const loose: LooseTokens = { figures: [], names: [], shares: false };
  const facts = sources.map((source) => factsOf(source, context));
  const whole = lowered(text);
  if (whole.trim() !== "" && facts.some((one) => one.holdsWhole(whole))) return { ...loose, shares: true };
  const tokens = wordsOf(text.normalize("NFC"));
  for (const token of tokens) {
    if (standsIn(token, facts)) loose.shares = true;
    else if (FIGURE.test(token)) loose.figures.push(token);
    else if (CAPITAL.test(token)) loose.names.push(token);
    // "pizza" for "pizzas" is the same word still.
    else loose.shares ||= facts.some((one) => one.holds(lowered(token)));
  }
  loose.shares ||= tokens.length === 0;
  return loose;
}

function standsIn(token: string, facts: readonly SourceFacts[]): boolean {
  const wanted = lowered(token);
  if (facts.some((one) => one.holdsWhole(wanted))) return true;
  if (/^(?:0|[1-9]\d*)(?:\.\d+)?$/.test(token)) return facts.some((one) => one.hasNumber(Number(token)));
  return CURRENCY.test(token) && facts.some((one) => one.hasCurrency(token));
}
