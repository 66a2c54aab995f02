import { expect, test } from "vitest";
import { parse } from "./read-utterance.ts";

test.each([
  ["Buy a mug then a plate.", ["Buy a mug", "Buy a plate"]],
  ["Order a pizza, then a salad, then a cake", ["Order a pizza", "Order a salad", "Order a cake"]],
  ["Send the invoice and then the receipt", ["Send the invoice", "Send the receipt"]],
  ["Get me a towel then two pillows", ["Get me a towel", "Get me two pillows"]],
  ["I need a mug then a plate", ["I need a mug", "I need a plate"]],
  ["Visit London then Paris", ["Visit London", "Visit Paris"]],
])("%s: the verb asks for each, one after the other", async (input, goals) => {
  const { effective, status } = await parse(input);
  expect(effective.intents.map(({ goal }) => goal)).toEqual(goals);
  expect(effective.relations.map(({ type }) => type)).toEqual(goals.slice(1).map(() => "sequence"));
  expect(status).toBe("complete");
});

test("what is said of the second thing is a constraint of that one", async () => {
  const { effective } = await parse("Send the invoice then the receipt by Friday");
  expect(effective.intents.map(({ constraints }) => constraints.map(({ text }) => text))).toEqual([[], ["by Friday"]]);
});

test.each(["Turn left then right", "Print it then okay"])("%s: what follows is not dropped", async (input) => {
  expect((await parse(input)).status).not.toBe("complete");
});
