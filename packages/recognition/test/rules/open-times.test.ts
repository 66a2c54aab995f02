import { expect, test } from "vitest";
import { constraintsOf, parse } from "./read-utterance.ts";

test.each([
  ["Return the shoes on Friday or Saturday", "on Friday or Saturday"],
  ["Deliver the sofa on Monday or on Tuesday", "on Monday or on Tuesday"],
  ["Call me tomorrow at 3pm or 4pm", "tomorrow at 3pm or 4pm"],
  ["Ship the parcel either today or tomorrow", "either today or tomorrow"],
])("%s: one time that is left open", async (input, text) => {
  const times = constraintsOf(await parse(input));
  expect(times).toMatchObject([{ kind: "time", text }]);
  expect(times[0]?.value ?? null).toBeNull();
});

test("times joined with and both hold", async () => {
  expect(constraintsOf(await parse("Water the plants on Friday and Saturday"))).toHaveLength(2);
});

test.each(["Meet me at 3 or 4", "Call Bob at 10 or 11", "Book a table at 7 or 8"])(
  "%s: a second hour by its figure alone is not passed over",
  async (input) => {
    expect((await parse(input)).status).not.toBe("complete");
  },
);
