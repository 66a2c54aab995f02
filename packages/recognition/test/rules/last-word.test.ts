import { expect, test } from "vitest";
import { constraintsOf, constraintTexts, parse } from "./read-utterance.ts";

test.each([
  ["cancel my appointment for friday, actually no, just push it back by an hour", "push back", "it"],
  ["Cancel the gym. Wait, no, just pause it.", "pause", "it"],
  ["Delete the file - scratch that, archive it.", "archive", "it"],
  ["Turn off the lights... on second thought, just dim them.", "dim", "them"],
  ["Order tea, no wait, get a coffee.", "get", "a coffee"],
  ["Email Ann. Actually no, call Bob.", "call", "Bob"],
])("%s: the last word holds", async (input, action, target) => {
  const { effective, status } = await parse(input);
  expect(effective.intents).toMatchObject([{ action, target }]);
  expect(status).toBe("complete");
});

test.each([
  "Book a table for two. Actually no, cancel that.",
  "Email Ann. Never mind.",
  "Sell the car, no wait, forget it.",
])("%s: nothing is asked for any more", async (input) => {
  const { effective, status } = await parse(input);
  expect(effective.intents).toEqual([]);
  expect(status).toBe("none");
});

test.each([
  "Order a pizza, no wait, make it a burger.",
  "Send the report to Bob, I mean Anna.",
  "Remind me at 5, sorry, 6pm.",
  "Order two, no, three pizzas.",
  "Call Bob, or rather email him.",
  "Find my booking. Actually no, cancel it.",
])("%s: what is corrected in part is neither clear nor complete", async (input) => {
  const result = await parse(input);
  expect(result.status).toBe("partial");
  expect(result.effective.intents.map(({ understanding }) => understanding)).toEqual(["partial"]);
  expect(constraintTexts(result, "prohibition")).toEqual([]);
});

test("which of several requests is taken back is asked", async () => {
  const { effective, status } = await parse("Book a flight and email Ann. Actually no, just call her.");
  expect(status).toBe("ambiguous");
  expect(effective.unresolved[0]?.options).toHaveLength(2);
});

test.each([
  "Find my booking. Cancel it.",
  "Translate: order a pizza, no wait, get a burger",
  "Find a hotel, rather cheap, and book it.",
])("%s: takes nothing back", async (input) => {
  const { effective } = await parse(input);
  expect(effective.intents[0]?.understanding).toBe("clear");
});

test("what was forbidden before a request is taken back stays forbidden", async () => {
  const result = await parse("Sell the car but never to Bob. Actually no, just rent it out.");
  expect(constraintTexts(result, "prohibition").join() + constraintTexts(result, "exclusion").join()).toContain("Bob");
});

test.each([
  ["Move the meeting from 3pm to 5pm.", "the meeting from 3pm", "to 5pm"],
  ["move my appointment from tuesday to thursday", "my appointment from tuesday", "to thursday"],
  ["Reschedule the call from Monday at 9 to Tuesday at 10.", "the call from Monday at 9", "to Tuesday at 10"],
  ["Change my booking from 4 May to 6 May.", "my booking from 4 May", "to 6 May"],
  ["Move my meeting with Dana to next Thursday", "my meeting with Dana", "to next Thursday"],
])("%s: what is moved keeps its old time, the new one is the constraint", async (input, target, words) => {
  const result = await parse(input);
  expect(result.effective.intents).toMatchObject([{ target }]);
  expect(constraintsOf(result)).toMatchObject([{ kind: "time", text: words }]);
});

test.each([
  ["feed the cat twice a day", "the cat", "twice a day"],
  ["Water the plants three times a week.", "the plants", "three times a week"],
  ["Call mum once a month", "mum", "once a month"],
  ["Take my pill every 8 hours", "my pill", "every 8 hours"],
])("%s: how often is a time of its own", async (input, target, words) => {
  const result = await parse(input);
  expect(result.effective.intents).toMatchObject([{ target }]);
  expect(constraintTexts(result, "time")).toEqual([words]);
});
