// Shops and items that a text names, compared with those of an order by their names alone.
import type { ShopQuote } from "@openintents/proto";
import { hostName } from "../routing.ts";
import type { Verdict } from "./times.ts";

/** What a prohibition or an exclusion says of an order: whether it is kept, and about what it speaks. */
export type NamedVerdict = { verdict: Verdict; about: "shop" | "item" };

const HOST = /\b(?:[a-z0-9-]+\.)+[a-z]{2,}\b/gi;
/** What stands before the name of a shop. */
const AT = /\b(?:from|at|via|through|on)\s+(?!sale\b|offer\b|top\b|time\b)(.+)$/i;
/** A class of shops ("a marketplace") or a property of an item cannot be told from a name. */
const CLASS = /^(?:a|an|any|some|other|another)\b/i;
const PROPERTY = /\b(?:with|without|contain\w*|containing|include\w*|including|made|free|add\w*|having|has|have)\b/i;
const NUMBER = /[\p{N}\p{Sc}%]/u;
/** What follows says why, and names nothing. */
const REASON = /\b(?:since|because|as|so|that|which|who|when|while|if|due to|for my|for the)\b/i;
/** Verbs that say of a thing that it is not to be bought. */
const BUYING = /\b(?:buy|order|get|purchase|choose|pick|select|take|book|want|bring)\b/i;

const STOP = new Set(
  (
    "a an the this that these those it its them one ones any some of in to for me us my our please do does not don t " +
    "dont doesn doesnt never no none nothing neither nor without except excluding exclude but other than avoid instead " +
    "rather under circumstances ever buy order get purchase choose pick select take book want bring be is are anything " +
    "everything all every must should shall may can cannot won wont ll would i you we with and or from at via on"
  ).split(" "),
);

/** Judges a prohibition or an exclusion by the names in it. */
export function judgeNames(text: string, quote: ShopQuote, o: { exclusion: boolean }): NamedVerdict {
  const hosts = text.match(HOST)?.map((host) => host.toLowerCase()) ?? [];
  if (hosts.length > 0) {
    const shop = hostName(quote.host);
    const hit = hosts.some((host) => shop === host || shop.endsWith(`.${host}`));
    return { verdict: hit ? "broken" : "kept", about: "shop" };
  }
  const shopPhrase = AT.exec(text)?.[1];
  if (shopPhrase !== undefined && phrasesOf(shopPhrase).some((phrase) => isShop(phrase, quote))) {
    return { verdict: "broken", about: "shop" };
  }
  const phrases = phrasesOf(text).filter((phrase) => phrase.length > 0);
  const shares = phrases.flatMap((phrase) =>
    quote.items.map((item) => shareOf(phrase, `${item.name} ${item.variant}`)),
  );
  if (shares.includes("all")) return { verdict: "broken", about: "item" };
  // A number is no name: "not more than 30" speaks of something else.
  if (shares.includes("some") || NUMBER.test(text)) return { verdict: "open", about: "item" };
  if (shopPhrase !== undefined) return { verdict: CLASS.test(shopPhrase.trim()) ? "open" : "kept", about: "shop" };
  const byName = phrases.length > 0 && !PROPERTY.test(text) && (o.exclusion || BUYING.test(text));
  return { verdict: byName ? "kept" : "open", about: "item" };
}

/** The alternatives in a list ("no red or green ones"), each as the words that name something. */
function phrasesOf(text: string): string[][] {
  const [named = ""] = text.split(REASON);
  return named.split(/[,;/]|\b(?:or|and|nor)\b/i).map((part) => wordsOf(part).filter((word) => !STOP.has(word)));
}

function wordsOf(text: string): string[] {
  const plain = text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
  return plain.match(/[\p{L}\p{N}]+/gu) ?? [];
}

/** How many of the words are in the name of an item. */
function shareOf(phrase: string[], name: string): "all" | "some" | "none" {
  const words = new Set(wordsOf(name).map(singular));
  const held = phrase.filter((word) => words.has(singular(word)));
  return held.length === phrase.length ? "all" : held.length > 0 ? "some" : "none";
}

/** "Acme" is acme.example, www.acme.example, and a shop that calls itself Acme. */
function isShop(phrase: string[], quote: ShopQuote): boolean {
  if (phrase.length === 0) return false;
  const joined = phrase.join("");
  if (hostName(quote.host).split(".").includes(joined)) return true;
  const name = wordsOf(quote.shopName);
  return name.length > 0 && phrase.every((word) => name.includes(word));
}

function singular(word: string): string {
  if (word.length > 4 && word.endsWith("ies")) return `${word.slice(0, -3)}y`;
  if (word.length > 4 && /(?:s|x|z|ch|sh)es$/.test(word)) return word.slice(0, -2);
  return word.length > 3 && word.endsWith("s") && !word.endsWith("ss") ? word.slice(0, -1) : word;
}
