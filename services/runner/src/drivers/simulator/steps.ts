import { IntentEventType, IntentPhase, type ShopQuote } from "@openintents/proto";
import type { StepInit } from "../driver.ts";

/** Timeline steps in our own words; what a shop or a person said appears as quoted data only. */
export function shopOpenedStep(host: string): StepInit {
  return {
    type: IntentEventType.SHOP_OPENED,
    phase: IntentPhase.SEARCHING,
    shop: { name: host, host, url: `http://${host}/` },
    args: { case: "shopData", value: { shop: host, driver: "simulator" } },
  };
}

export function searchedStep(query: string): StepInit {
  return {
    type: IntentEventType.SEARCHED,
    phase: IntentPhase.SEARCHING,
    args: { case: "search", value: { query, results: 1 } },
  };
}

export function itemSelectedStep(quote: ShopQuote): StepInit {
  const [item] = quote.items;
  const value = { name: item?.name, quantity: item?.quantity, amount: item?.amount, currency: quote.currency };
  return { type: IntentEventType.ITEM_SELECTED, phase: IntentPhase.SELECTING, args: { case: "item", value } };
}

function priceArgs(quote: ShopQuote): StepInit["args"] {
  const items = quote.items.map(({ name, quantity, amount, url }) => ({ name, quantity, amount, url }));
  return { case: "price", value: { total: quote.total, currency: quote.currency, items } };
}

export function cartUpdatedStep(quote: ShopQuote): StepInit {
  return { type: IntentEventType.CART_UPDATED, phase: IntentPhase.CART, args: priceArgs(quote) };
}

export function pricedStep(quote: ShopQuote): StepInit {
  return { type: IntentEventType.PRICED, phase: IntentPhase.CHECKOUT, quote, args: priceArgs(quote) };
}

export function noteStep(text: string): StepInit {
  return { type: IntentEventType.NOTE, phase: IntentPhase.SELECTING, args: { case: "note", value: { text } } };
}
