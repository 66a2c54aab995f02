import { InputAbout, InputKind, type ShopQuote } from "@openintents/proto";
import type { QuestionInit } from "../driver.ts";

export const SIZES: readonly string[] = ["S", "M", "L"];

export function sizeQuestion(item: string): QuestionInit {
  return {
    kind: InputKind.CHOICE,
    name: "size",
    about: InputAbout.ORDER,
    required: true,
    promptKey: "choose_size",
    args: { item },
    options: SIZES.map((size) => ({ id: size, label: size })),
  };
}

/** Shows exactly the order that would be placed. */
export function approvalQuestion(quote: ShopQuote): QuestionInit {
  return {
    kind: InputKind.APPROVAL,
    name: "approve_order",
    about: InputAbout.ORDER,
    required: true,
    promptKey: "approve_order",
    quote,
  };
}
