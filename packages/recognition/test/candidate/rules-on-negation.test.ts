import { describe, expect, it } from "vitest";
import type { Candidate } from "../../src/types/candidate.ts";
import type { EffectiveState } from "../../src/types/result.ts";
import {
  brokenPlaces,
  brokenRules,
  candidate,
  constraint,
  contextQuote,
  intent,
  quote,
  requestOf,
  standingConstraint,
  standingIntent,
  state,
} from "./candidate-kit.ts";

describe("V13: taking back what protects", () => {
  const held = (kind: "prohibition" | "exclusion" | "condition" | "preference"): EffectiveState =>
    state({
      intents: [standingIntent("intent-1", "Clean the disk")],
      constraints: [standingConstraint("constraint-1", kind, "never touch the archive")],
    });
  const INPUT = "Never touch the logs either. You may touch the archive now.";
  const removing = (text: string, kind: Parameters<typeof held>[0] = "prohibition") =>
    brokenPlaces(
      requestOf({ input: INPUT, baseline: held(kind) }),
      candidate({
        kind: "mixed",
        constraints: [constraint({ kind: "prohibition", text: "Never touch the logs either" })],
        removals: [{ kind: "constraint", id: "constraint-1", name: null, evidence: [quote(text)] }],
      }),
    );

  it.each(["prohibition", "exclusion", "condition"] as const)("needs words of its own for the %s", (kind) => {
    expect(removing("Never touch the logs either", kind)).toEqual(["V13 /removals/0/evidence"]);
    expect(removing("the logs", kind)).toEqual(["V13 /removals/0/evidence"]);
    expect(removing("You may touch the archive now", kind)).toEqual([]);
  });

  it("asks no more of a preference than of anything else", () => {
    expect(removing("the logs", "preference")).toEqual([]);
  });

  it("takes no earlier message for words of the input", () => {
    const request = requestOf({
      input: "Yes, do that.",
      baseline: held("prohibition"),
      context: [{ role: "user", content: "Forget the archive rule." }],
    });
    const removals: Candidate["removals"] = [
      { kind: "constraint", id: "constraint-1", name: null, evidence: [contextQuote(0, "Forget the archive rule")] },
    ];
    expect(brokenRules(request, candidate({ kind: "confirmation", removals }))).toEqual(["V13"]);
  });
});

describe("V14: negation", () => {
  const broken = (input: string, members: Partial<Candidate>, language = "en") =>
    brokenPlaces(requestOf({ input }, { language }), candidate(members));

  it("refuses a prohibition that lost its negation word", () => {
    const input = "Tidy the desk. Do not open the drawer.";
    const prohibition = (text: string) => [
      constraint({ kind: "prohibition", text, evidence: [quote("Do not open the drawer")] }),
    ];
    expect(broken(input, { constraints: prohibition("open the drawer") })).toEqual(["V14 /constraints/0/text"]);
    expect(broken(input, { constraints: prohibition("Do not open the drawer") })).toEqual([]);
  });

  it("leaves a prohibition alone that was said without a negation word", () => {
    const constraints = [constraint({ kind: "prohibition", text: "Smoking is off limits" })];
    expect(broken("Smoking is off limits.", { constraints })).toEqual([]);
  });

  it.each([
    ["Do not cancel the order.", "cancel", "cancel the order"],
    ["Please don\u2019t cancel the order.", "cancel", "cancel the order"],
    ["Never email Sam about it.", "email", "email Sam about it"],
    ["You must not open the door.", "open", "open the door"],
  ])("refuses an intent made from %s", (input, action, goal) => {
    expect(broken(input, { intents: [intent({ action, goal })] })).toEqual(["V14 /intents/0"]);
    expect(broken(input, { intents: [intent({ goal, evidence: [quote(input)] })] })).toEqual(["V14 /intents/0"]);
  });

  it.each([
    ["Don't forget to water the plants.", "water", "water the plants"],
    ["Cancel the flight but don't cancel the hotel.", "Cancel", "Cancel the flight"],
    ["The lamp is not working, replace it.", "replace", "replace it"],
    ["Translate 'do not open this door' into German.", "Translate", "Translate 'do not open this door' into German"],
  ])("takes the request in %s", (input, action, goal) => {
    expect(broken(input, { intents: [intent({ action, goal, evidence: [quote(goal)] })] })).toEqual([]);
  });

  it("says nothing about a language without a list of negation words", () => {
    const intents = [intent({ goal: "storniere die Bestellung" })];
    expect(broken("Bitte storniere die Bestellung nicht.", { intents }, "de")).toEqual([]);
  });
});

describe("V15: one clause for both", () => {
  const both = (input: string, prohibited: string, action: string, target: string, evidence: string) =>
    brokenPlaces(
      requestOf({ input }),
      candidate({
        intents: [intent({ action, target, goal: `${action} ${target}`, evidence: [quote(evidence)] })],
        constraints: [constraint({ owner: "i1", kind: "prohibition", text: prohibited })],
      }),
    );

  it("refuses the request for what the same clause forbids", () => {
    const input = "Cancelling the order is not allowed.";
    expect(both(input, input.slice(0, -1), "Cancelling", "the order", input)).toEqual(["V15 /intents/0"]);
  });

  it("takes a request and a prohibition of different things in one clause", () => {
    const input = "Book a table at any place that is not Luigi's.";
    expect(both(input, "not Luigi's", "Book", "a table", input)).toEqual([]);
  });

  it("takes a request and the prohibition of it from different clauses", () => {
    const input = "Ship the parcel, but never ship the parcel on Sunday.";
    expect(both(input, "never ship the parcel on Sunday", "Ship", "the parcel", input)).toEqual([]);
  });
});
