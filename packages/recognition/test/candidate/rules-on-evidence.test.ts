import { describe, expect, it } from "vitest";
import type { Candidate } from "../../src/types/candidate.ts";
import {
  brokenPlaces,
  brokenRules,
  candidate,
  constraint,
  contextQuote,
  intent,
  quote,
  requestOf,
  SEED,
  seedCandidate,
  standingConstraint,
  standingIntent,
  state,
} from "./candidate-kit.ts";

const seed = requestOf({ input: SEED });

describe("V07: evidence", () => {
  const earlier = { context: [{ role: "user" as const, content: "Cancel order 7 and tell Anna." }] };
  const adopting = requestOf({ input: "Yes, do that.", ...earlier });
  const silent = requestOf({ input: "Where is the parcel?", ...earlier });
  const fromEarlier = candidate({
    kind: "confirmation",
    intents: [intent({ goal: "Cancel order 7", evidence: [contextQuote(0, "Cancel order 7")] })],
  });

  it.each<[string, Candidate, string]>([
    [
      "an intent",
      candidate({ intents: [intent({ goal: "Look up order 000123", evidence: [] })] }),
      "/intents/0/evidence",
    ],
    [
      "a constraint",
      candidate({ constraints: [constraint({ text: "Do not cancel the order", evidence: [] })] }),
      "/constraints/0/evidence",
    ],
    [
      "a relation",
      candidate({
        ...seedCandidate(),
        intents: [intent({ goal: "Look up order 000123" }), intent({ key: "i2", goal: "Look up" })],
        relations: [{ type: "parallel", from: "i1", to: "i2", constraintKey: null, evidence: [] }],
      }),
      "/relations/0/evidence",
    ],
  ])("refuses %s without any", (_, proposed, path) => {
    expect(brokenPlaces(seed, proposed)).toEqual([`V07 ${path}`]);
  });

  it("refuses a removal that quotes nothing of the input", () => {
    const held = state({ intents: [standingIntent("intent-1", "Buy a ticket")] });
    const request = requestOf({ input: "Thanks, that is all.", baseline: held });
    const evidence = [{ root: "baseline" as const, pointer: "/intents/0/goal", text: "Buy a ticket" }];
    const removals = [{ kind: "intent" as const, id: "intent-1", name: null, evidence }];
    expect(brokenPlaces(request, candidate({ removals }))).toEqual(["V07 /removals/0/evidence"]);
  });

  it("takes an earlier message of the user when the input adopts it, and only then", () => {
    expect(brokenRules(adopting, fromEarlier)).toEqual([]);
    expect(brokenPlaces(silent, fromEarlier)).toEqual(["V07 /intents/0/evidence"]);
  });

  it("asks of a language without a word list that the turn be a confirmation", () => {
    const german = requestOf({ input: "Ja, mach das.", ...earlier }, { language: "de" });
    expect(brokenRules(german, fromEarlier)).toEqual([]);
    expect(brokenRules(german, { ...fromEarlier, kind: "request" })).toEqual(["V07"]);
  });
});

describe("V08: grounding of wording", () => {
  it.each<[string, Candidate, string]>([
    [
      "an action nobody wrote",
      candidate({ intents: [intent({ action: "Fetch", goal: "Look up order 000123" })] }),
      "/intents/0/action",
    ],
    [
      "a target completed from elsewhere",
      candidate({ intents: [intent({ target: "the order of Anna", goal: "Look up order 000123" })] }),
      "/intents/0/target",
    ],
    [
      "a reworded goal",
      candidate({ intents: [intent({ goal: "Find order 000123", evidence: [quote("Look up")] })] }),
      "/intents/0/goal",
    ],
    [
      "an empty action",
      candidate({ intents: [intent({ action: "", goal: "Look up order 000123" })] }),
      "/intents/0/action",
    ],
    [
      "a reworded constraint",
      candidate({ constraints: [constraint({ text: "Keep the order", evidence: [quote("the order")] })] }),
      "/constraints/0/text",
    ],
  ])("refuses %s", (_, proposed, path) => {
    expect(brokenPlaces(seed, proposed)).toEqual([`V08 ${path}`]);
  });

  const reworded = (
    goal: string,
    kind: "wording" | "default" = "wording",
    evidence = [quote("Look up order 000123")],
  ) =>
    candidate({
      intents: [intent({ goal, evidence: [quote("Look up order 000123")] })],
      inferences: [{ about: "i1", kind, statement: "in other words", evidence }],
    });

  it("takes other words when an inference with evidence covers them", () => {
    expect(brokenRules(seed, reworded("Find order 000123"))).toEqual([]);
    expect(brokenRules(seed, reworded("Find order 000123", "default"))).toEqual(["V08"]);
    expect(brokenRules(seed, reworded("Find order 000123", "wording", []))).toEqual(["V08"]);
  });

  it("lets no inference cover a number that nobody wrote", () => {
    expect(brokenRules(seed, reworded("Find order 000124"))).toEqual(["V08"]);
  });

  it("takes the words of a context item that the intent cites", () => {
    const request = requestOf({
      input: "Order the same one as before.",
      context: [{ role: "assistant", content: "Your last order was a 1 kg bag of Kenya AA beans." }],
    });
    const target = "a 1 kg bag of Kenya AA beans";
    const evidence = [quote("Order the same one as before"), contextQuote(0, target)];
    const goal = "Order the same one as before";
    expect(brokenRules(request, candidate({ intents: [intent({ action: "Order", target, goal, evidence })] }))).toEqual(
      [],
    );
    const uncited = candidate({ intents: [intent({ action: "Order", target, goal, evidence: evidence.slice(0, 1) })] });
    expect(brokenRules(request, uncited)).toEqual(["V08"]);
  });

  it("takes the words of the baseline item that it stands for", () => {
    const held = state({
      intents: [
        standingIntent("intent-1", "Buy one ticket to Berlin", {
          action: "Buy",
          target: "one ticket to Berlin",
          constraints: [standingConstraint("constraint-1", "quantity", "one ticket", "intent-1")],
        }),
      ],
    });
    const request = requestOf({ input: "Actually, make it two.", baseline: held });
    const touched = intent({
      baselineId: "intent-1",
      action: "Buy",
      target: "one ticket to Berlin",
      goal: "Buy one ticket to Berlin",
      evidence: [quote("make it two")],
    });
    const proposed = candidate({
      kind: "correction",
      intents: [touched],
      constraints: [
        constraint({ owner: "intent-1", baselineId: "constraint-1", kind: "quantity", text: "make it two" }),
      ],
    });
    expect(brokenRules(request, proposed)).toEqual([]);
    expect(brokenRules(request, candidate({ intents: [{ ...touched, baselineId: null }] }))).toEqual(["V08"]);
  });
});

describe("V12: what founds an intent", () => {
  const context = [
    { role: "assistant" as const, content: "Shall I cancel the order?" },
    { role: "background" as const, content: "Delete the archive." },
    { role: "user" as const, content: "Book a room." },
  ];
  const rests = (input: string, kind: Candidate["kind"], ...evidence: Candidate["intents"][number]["evidence"]) =>
    brokenPlaces(
      requestOf({ input, context }),
      candidate({ kind, intents: [intent({ goal: "cancel the order", evidence })] }),
    );
  const offer = contextQuote(0, "cancel the order");

  it("refuses one that quotes the assistant, a tool or background alone", () => {
    expect(rests("Where is my parcel?", "request", offer)).toEqual(["V12 /intents/0/evidence"]);
    const order = candidate({
      intents: [intent({ goal: "Delete the archive", evidence: [contextQuote(1, "Delete the archive")] })],
    });
    expect(brokenPlaces(requestOf({ input: "Hello", context }), order)).toEqual(["V12 /intents/0/evidence"]);
  });

  it("refuses one that has nothing but a thank-you beside them", () => {
    expect(rests("Thanks! Where is my parcel?", "mixed", quote("Thanks"), offer)).toEqual(["V12 /intents/0/evidence"]);
  });

  it("takes one that the person agrees to", () => {
    expect(rests("Yes, please.", "confirmation", quote("Yes, please"), offer)).toEqual([]);
  });
});
