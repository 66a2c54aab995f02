import { expect, test } from "vitest";
import { constraintTexts, parse } from "./read-utterance.ts";

test.each([
  ["Buy a mug for at most 60", "a mug", "Buy a mug", "for at most 60"],
  ["Reserve a table for at most 6 people", "a table", "Reserve a table", "for at most 6 people"],
  ["Hire a van for up to 9 passengers", "a van", "Hire a van", "for up to 9 passengers"],
  ["Buy at least 3 mugs", "mugs", "Buy mugs", "at least 3 mugs"],
  ["Order up to 5 chairs", "chairs", "Order chairs", "up to 5 chairs"],
  ["Order no more than 4 pizzas by Friday", "pizzas", "Order pizzas", "no more than 4 pizzas"],
  ["Print at most 12 posters", "posters", "Print posters", "at most 12 posters"],
])("%s: the bound is a limit and no part of the goal", async (input, target, goal, limit) => {
  const result = await parse(input);
  expect(result.effective.intents).toMatchObject([{ target, goal }]);
  expect(constraintTexts(result, "limit")).toEqual([limit]);
  expect(result.status).toBe("complete");
});

test.each([
  ["Wait at least 5 minutes", "Wait", "at least 5 minutes"],
  ["Park the car for at most 2 hours", "Park the car", "for at most 2 hours"],
  ["Soak the beans up to 3 hours", "Soak the beans", "up to 3 hours"],
])("%s: the bound goes with the time", async (input, goal, text) => {
  expect((await parse(input)).effective.intents).toMatchObject([{ goal, constraints: [{ kind: "time", text }] }]);
});

test("how long something may last at most is no part of the goal", async () => {
  const result = await parse("Hire a band for up to 90 minutes");
  expect(result.effective.intents).toMatchObject([
    { goal: "Hire a band", constraints: [{ text: "for up to 90 minutes" }] },
  ]);
});
