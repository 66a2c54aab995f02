// The catalogue of questions: a runner names a sentence of ours, and never writes one. The
// words of a shop may stand beside a question, never in it.

import { hostName } from "./routing.ts";
import { cut } from "./sentences.ts";

/** What a sentence may be filled with. */
export type PromptFacts = { shop: string | undefined; total: string | undefined };

type Sentence = (facts: PromptFacts & { digits: string | undefined }) => string;

const at = (shop: string | undefined) => (shop === undefined ? "the shop" : shop);

/** `digits`: an argument of the runner, one or two digits. */
const catalogue: Record<string, Sentence> = {
  // By kind, for any shop.
  ask_phone: (f) => `Which phone number may be used to sign in at ${at(f.shop)}?`,
  ask_email: (f) => `Which e-mail address may be used to sign in at ${at(f.shop)}?`,
  ask_identifier: (f) => `Which phone number or e-mail address may be used to sign in at ${at(f.shop)}?`,
  ask_code: (f) =>
    f.digits === undefined
      ? `Which code did ${at(f.shop)} send you?`
      : `Which ${f.digits}-digit code did ${at(f.shop)} send you?`,
  approve_order: (f) => `Place this order at ${at(f.shop)} for ${f.total ?? "the total shown"}?`,
  choose_option: () => "Which of these do you want?",
  ask_text: (f) => `${at(f.shop)} needs a detail from you.`,
  ask_number: (f) => `${at(f.shop)} needs a number from you.`,
  ask_date: () => "Which date do you want?",
  ask_form: (f) => `${at(f.shop)} needs some details from you.`,
  ask_sensitive: (f) => `${at(f.shop)} needs a protected detail; it is entered on its own page.`,
  pay_at_shop: (f) => `Pay ${f.total ?? "the amount shown"} to ${at(f.shop)}, then say that it is done.`,
  // More exact ones.
  ask_other_phone: (f) => `${at(f.shop)} did not accept the phone number. Which other one may be used?`,
  ask_other_email: (f) => `${at(f.shop)} did not accept the e-mail address. Which other one may be used?`,
  ask_code_again: (f) => `The code was not accepted. Which code did ${at(f.shop)} send you?`,
  ask_new_code: (f) => `The code ran out. Which new code did ${at(f.shop)} send you?`,
  choose_size: () => "Which size do you want?",
  choose_colour: () => "Which colour do you want?",
  choose_variant: () => "Which variant do you want?",
  choose_seat: () => "Which seat do you want?",
  choose_item: () => "Which of these items do you mean?",
  choose_quantity: () => "How many do you want?",
  choose_slot: () => "Which time suits you?",
  choose_address: () => "Where shall it be delivered?",
  choose_delivery: () => "How shall it be delivered?",
  choose_again: () => "Please choose once more.",
  ask_address: (f) => `Which address shall ${at(f.shop)} deliver to?`,
  ask_name: () => "Which name shall the order carry?",
  ask_gift_message: () => "Do you want to add a gift message?",
  ask_delivery_note: () => "Is there a note for the delivery?",
  ask_birth_date: (f) => `${at(f.shop)} needs a date of birth; it is entered on its own page.`,
  ask_document_number: (f) => `${at(f.shop)} needs an identity document number; it is entered on its own page.`,
  approve_in_app: (f) => `Approve the sign-in in the app of ${at(f.shop)}, then say that it is done.`,
  finish_at_shop: (f) => `Finish the order at ${at(f.shop)}, then say that it is done.`,
};

export function isPromptKey(key: string): boolean {
  return Object.hasOwn(catalogue, key);
}

/**
 * The sentence of a key, at most 500 characters. Of the runner's arguments only `digits` is
 * used, and only as a number: free text would let a page write our questions.
 */
export function prompt(key: string, args: Record<string, string>, facts: PromptFacts): string {
  const sentence = Object.hasOwn(catalogue, key) ? catalogue[key] : undefined;
  if (sentence === undefined) throw new Error(`no sentence ${key}`);
  const digits = /^[0-9]{1,2}$/.test(args.digits ?? "") ? args.digits : undefined;
  const shop = facts.shop === undefined ? undefined : hostName(facts.shop);
  const text = sentence({ ...facts, shop, digits });
  return cut(text.charAt(0).toUpperCase() + text.slice(1), 500);
}
