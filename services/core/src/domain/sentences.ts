// Our own sentences: what a timeline line, a failure and a question say. The words of a
// shop or of a caller never become one of these; amounts and names are quoted data.
import { FailureCode, IntentEventType } from "@openintents/proto";
import type { TimelineData } from "./record.ts";

/** "$60.00" style without guessing at locales: amount in major units and the currency code. */
export function money(amount: number | undefined, currency: string | undefined): string {
  if (amount === undefined || currency === undefined) return "an unknown amount";
  const digits = minorDigits(currency);
  return `${(amount / 10 ** digits).toFixed(digits)} ${currency.toUpperCase()}`;
}

/** Digits behind the point of a currency, given in lower case. */
export function minorDigits(currency: string): number {
  return zeroDecimal.has(currency) ? 0 : 2;
}

const zeroDecimal = new Set([
  "bif",
  "clp",
  "djf",
  "gnf",
  "jpy",
  "kmf",
  "krw",
  "mga",
  "pyg",
  "rwf",
  "ugx",
  "vnd",
  "vuv",
  "xaf",
  "xof",
  "xpf",
]);

const fixed: Partial<Record<IntentEventType, string>> = {
  [IntentEventType.CREATED]: "The request was received.",
  [IntentEventType.QUEUED]: "Waiting for an agent.",
  [IntentEventType.STARTED]: "An agent started.",
  [IntentEventType.RESUMED]: "The agent goes on.",
  [IntentEventType.QUESTION_ASKED]: "There is a question for you.",
  [IntentEventType.QUESTION_ANSWERED]: "The question was answered.",
  [IntentEventType.QUESTION_DECLINED]: "The question was declined.",
  [IntentEventType.QUESTION_EXPIRED]: "The question ran out of time.",
  [IntentEventType.LOGIN_REQUESTED]: "The shop wants you to sign in.",
  [IntentEventType.LOGIN_COMPLETED]: "You signed in.",
  [IntentEventType.LOGIN_EXPIRED]: "The sign-in ran out of time.",
  [IntentEventType.PAYMENT_REQUESTED]: "There is a step for you in the wallet.",
  [IntentEventType.PAYMENT_STEP_DONE]: "The step in the wallet was done.",
  [IntentEventType.PAYMENT_EXPIRED]: "The step in the wallet ran out of time.",
  [IntentEventType.PLACING_ORDER]: "Placing the order.",
  [IntentEventType.CONFIRMING_ORDER]: "Checking with the shop whether the order was placed.",
  [IntentEventType.ORDER_NOT_PLACED]: "The order was not placed.",
  [IntentEventType.COMPLETED]: "Done.",
  [IntentEventType.CANCELLED]: "Cancelled.",
};

/** The sentence of a timeline line; at most 300 characters. */
export function timelineMessage(type: IntentEventType, data: TimelineData): string {
  return cut(sentence(type, data), 300);
}

function sentence(type: IntentEventType, data: TimelineData): string {
  switch (data.case) {
    case "plan":
      return data.value.summary ?? "Made a plan.";
    case "shop":
      return type === IntentEventType.SHOP_SWITCHED
        ? `Going on at ${data.value.shop ?? "another shop"}.`
        : `Opened ${data.value.shop ?? "the shop"}.`;
    case "search":
      return `Searched for “${data.value.query ?? ""}”: ${data.value.results ?? 0} found.`;
    case "item":
      return `Chose ${data.value.quantity ?? 1} × ${data.value.name ?? "an item"} for ${money(data.value.amount, data.value.currency)}.`;
    case "price":
      return `The price is ${money(data.value.total, data.value.currency)}.`;
    case "signIn":
      return `${type === IntentEventType.SIGNED_IN ? "Signed in" : "Signing in"} at ${data.value.shop ?? "the shop"}.`;
    case "funds":
      return `${fundsVerb(type)} ${money(data.value.amount, data.value.currency)}.`;
    case "secret":
      return `Used “${data.value.label ?? "a saved detail"}” at ${data.value.shop ?? "the shop"}.`;
    case "retry":
      return `Starting again (${data.value.attempt ?? 1}).`;
    case "order":
      if (type === IntentEventType.ORDER_PLACED && data.value.confirmation)
        return `The order was placed: ${data.value.confirmation}.`;
      break;
    case "final":
      if (type === IntentEventType.FAILED && data.value.code !== undefined) return failureMessage(data.value.code);
      if (type === IntentEventType.PURCHASE_RESOLVED)
        return data.value.total === undefined
          ? "It is certain now that nothing was bought."
          : "It is certain now that the order was placed.";
      break;
    default:
      break;
  }
  if (type === IntentEventType.ORDER_PLACED) return "The order was placed.";
  return fixed[type] ?? "The agent went a step further.";
}

function fundsVerb(type: IntentEventType): string {
  if (type === IntentEventType.FUNDS_HELD) return "Held";
  return type === IntentEventType.FUNDS_CAPTURED ? "Paid" : "Released";
}

export function cut(text: string, characters: number): string {
  const points = Array.from(text);
  return points.length <= characters ? text : `${points.slice(0, characters - 1).join("")}…`;
}

const failures: Partial<Record<FailureCode, [message: string, retryable: boolean]>> = {
  [FailureCode.OVER_MAX_AMOUNT]: ["The total is above the limit that you gave.", true],
  [FailureCode.OUT_OF_STOCK]: ["The item is out of stock.", true],
  [FailureCode.ITEM_NOT_FOUND]: ["Nothing fitting was found.", true],
  [FailureCode.VARIANT_UNAVAILABLE]: ["The wanted variant is not to be had.", true],
  [FailureCode.SHOP_NOT_SUPPORTED]: ["This shop is not supported.", true],
  [FailureCode.SHOP_UNAVAILABLE]: ["The shop cannot be reached at the moment.", true],
  [FailureCode.SHOP_BLOCKED]: ["The shop does not let an agent in.", true],
  [FailureCode.ACCOUNT_REQUIRED]: ["The shop sells to signed-in customers only.", true],
  [FailureCode.SIGN_IN_FAILED]: ["Signing in at the shop did not work.", true],
  [FailureCode.ADDRESS_UNDELIVERABLE]: ["The shop does not deliver to this address.", true],
  [FailureCode.SLOT_UNAVAILABLE]: ["The wanted time is not to be had.", true],
  [FailureCode.INPUT_DECLINED]: ["A question that needed an answer was declined.", true],
  [FailureCode.SIGN_IN_DECLINED]: ["The sign-in was declined.", true],
  [FailureCode.PAYMENT_DECLINED_BY_USER]: ["The payment was declined.", true],
  [FailureCode.INPUT_EXPIRED]: ["A question was not answered in time.", true],
  [FailureCode.SIGN_IN_EXPIRED]: ["The sign-in was not finished in time.", true],
  [FailureCode.PAYMENT_EXPIRED]: ["The step in the wallet was not finished in time.", true],
  [FailureCode.PAYMENT_DECLINED]: ["The shop or the wallet refused the payment.", true],
  [FailureCode.WALLET_RESTRICTED]: ["The wallet is restricted.", true],
  [FailureCode.UNSUPPORTED_CURRENCY]: ["The shop's currency is not supported.", false],
  [FailureCode.PROHIBITED_ITEM]: ["The order holds something that must not be bought.", false],
  [FailureCode.REQUEST_UNCLEAR]: ["The request does not say clearly what to buy.", false],
  [FailureCode.RUN_LIMIT_REACHED]: ["The run reached its limit of steps, time or cost.", true],
  [FailureCode.SHOP_UNTRUSTED]: ["This shop may not be bought from.", false],
  [FailureCode.ORDER_UNCONFIRMED]: [
    "It is not certain whether the order was placed. Check before you buy again.",
    false,
  ],
  [FailureCode.EXPIRED]: ["The request was not finished within its lifetime.", true],
  [FailureCode.INTERNAL_ERROR]: ["Something went wrong on our side; nothing was bought.", true],
};

export function failureMessage(code: FailureCode): string {
  return failures[code]?.[0] ?? "The request failed.";
}

export function isRetryable(code: FailureCode): boolean {
  return failures[code]?.[1] ?? false;
}
