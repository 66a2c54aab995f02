import { expect, test } from "vitest";
import { constraintsOf, parse } from "./read-utterance.ts";

const THINGS = [
  ["a ride to the airport at 7, max $60", "a ride to the airport", ["time:at 7", "limit:max $60"]],
  [
    "two tickets to Berlin tomorrow, not more than 90 euros",
    "two tickets to Berlin",
    ["quantity:two tickets", "time:tomorrow", "limit:not more than 90 euros"],
  ],
  ["the cheapest flight to Rome on the 14th", "the cheapest flight to Rome", ["time:on the 14th"]],
  ["a blue mug from ok.shop.test", "a blue mug from ok.shop.test", []],
  [
    "three pizzas without olives by 8",
    "three pizzas",
    ["quantity:three pizzas", "exclusion:without olives", "time:by 8"],
  ],
  ["A table for four, no smoking.", "A table", ["quantity:for four", "prohibition:no smoking"]],
  ["a haircut on Friday at 10, if Anna is there", "a haircut", ["time:on Friday at 10", "condition:if Anna is there"]],
] as const;

test.each(THINGS)(
  "a thing that is only named is a request without an action: %s",
  async (input, target, constraints) => {
    const result = await parse(input);
    expect(result.status).toBe("complete");
    expect(result.effective.intents).toMatchObject([{ action: null, target, goal: target, understanding: "clear" }]);
    expect(
      constraintsOf(result)
        .map(({ kind, text }) => `${kind}:${text}`)
        .sort(),
    ).toEqual([...constraints].sort());
  },
);

test.each([
  "a man called me yesterday",
  "a problem with my card",
  "one moment please",
  "a mug?",
  "a card that I never ordered",
  "two days ago my card stopped working",
])("what is told or asked about a thing is no request for it: %s", async (input) => {
  const { effective } = await parse(input);
  expect(effective.intents.filter((intent) => intent.action === null && intent.target !== null)).toEqual([]);
});

test("beside a request that holds a bare thing asks for nothing of its own", async () => {
  const first = await parse("Buy a blue mug.");
  const second = await parse("a red one", first.effective);
  expect(second.effective.intents.map((intent) => intent.action)).toEqual(["Buy"]);
});
