import { describe, expect, it } from "vitest";
import type { Candidate } from "../../src/types/candidate.ts";
import {
  brokenPlaces,
  brokenRules,
  candidate,
  constraint,
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
const TWO = "Send the report to finance, then archive it.";
const two = requestOf({ input: TWO });
const twoIntents = () => [
  intent({ key: "i1", action: "Send", target: "the report", goal: "Send the report to finance" }),
  intent({ key: "i2", action: "archive", target: "it", goal: "archive it" }),
];
const held = state({
  intents: [
    standingIntent("intent-1", "Buy a ticket", {
      constraints: [standingConstraint("constraint-1", "prohibition", "never by bus", "intent-1")],
      inputs: { seat: { value: "12A", origin: "turn", sourceRefs: [] } },
    }),
    standingIntent("intent-2", "Book a room"),
  ],
  relations: [{ id: "relation-1", type: "sequence", from: "intent-1", to: "intent-2" }],
});
const CHANGE = "Actually buy a seat by the window and take the bus.";
const onBaseline = requestOf({ input: CHANGE, baseline: held });

describe("V03: names", () => {
  const removal = { kind: "constraint" as const, id: "constraint-1", name: null, evidence: [quote("take the bus")] };

  it.each<[string, typeof seed, Candidate, string]>([
    [
      "a key used twice",
      seed,
      candidate({
        ...seedCandidate(),
        constraints: [constraint({ key: "i1", kind: "prohibition", text: "Do not cancel the order" })],
      }),
      "/constraints/0/key",
    ],
    [
      "an empty key",
      seed,
      candidate({ intents: [intent({ key: "", goal: "Look up order 000123" })] }),
      "/intents/0/key",
    ],
    [
      "an owner that is nothing",
      seed,
      candidate({ constraints: [constraint({ owner: "i9", text: "Do not cancel the order" })] }),
      "/constraints/0/owner",
    ],
    [
      "an owner that is a constraint",
      seed,
      candidate({ constraints: [constraint({ owner: "c1", text: "Do not cancel the order" })] }),
      "/constraints/0/owner",
    ],
    [
      "a parent that is nothing",
      seed,
      candidate({ intents: [intent({ parent: "i9", goal: "Look up order 000123" })] }),
      "/intents/0/parent",
    ],
    [
      "a relation to nothing",
      two,
      candidate({
        intents: twoIntents(),
        relations: [{ type: "sequence", from: "i1", to: "i3", constraintKey: null, evidence: [quote("then")] }],
      }),
      "/relations/0/to",
    ],
    [
      "a condition of another kind",
      two,
      candidate({
        intents: twoIntents(),
        constraints: [constraint({ text: "to finance" })],
        relations: [{ type: "conditional", from: "i1", to: "i2", constraintKey: "c1", evidence: [quote("then")] }],
      }),
      "/relations/0/constraintKey",
    ],
    [
      "an inference about nothing",
      seed,
      candidate({ inferences: [{ about: "i9", kind: "wording", statement: "x", evidence: [quote("order")] }] }),
      "/inferences/0/about",
    ],
    [
      "a baseline id without a baseline",
      seed,
      candidate({ intents: [intent({ baselineId: "intent-1", goal: "Look up order 000123" })] }),
      "/intents/0/baselineId",
    ],
    [
      "a baseline id of another kind",
      onBaseline,
      candidate({ intents: [intent({ baselineId: "constraint-1", goal: "take the bus" })] }),
      "/intents/0/baselineId",
    ],
    [
      "one baseline item for two",
      onBaseline,
      candidate({
        intents: [
          intent({ baselineId: "intent-1", goal: "take the bus" }),
          intent({ key: "i2", baselineId: "intent-1", goal: "buy a seat" }),
        ],
      }),
      "/intents/1/baselineId",
    ],
    [
      "a key that is the id of another thing",
      onBaseline,
      candidate({ intents: [intent({ key: "intent-1", goal: "take the bus" })] }),
      "/intents/0/key",
    ],
    [
      "a removal of nothing",
      onBaseline,
      candidate({ removals: [{ ...removal, id: "constraint-9" }] }),
      "/removals/0/id",
    ],
    [
      "a removal of another kind",
      onBaseline,
      candidate({ removals: [{ ...removal, kind: "intent" }] }),
      "/removals/0/kind",
    ],
    [
      "a name on the removal of a constraint",
      onBaseline,
      candidate({ removals: [{ ...removal, name: "seat" }] }),
      "/removals/0/name",
    ],
    [
      "a removed input that is not there",
      onBaseline,
      candidate({ removals: [{ ...removal, kind: "input", id: "intent-1", name: "meal" }] }),
      "/removals/0/name",
    ],
  ])("refuses %s", (_, request, proposed, path) => {
    expect(brokenPlaces(request, proposed)).toEqual([`V03 ${path}`]);
  });

  it("takes keys and baseline ids for owners and ends of relations", () => {
    const proposed = candidate({
      intents: [intent({ goal: "take the bus" })],
      constraints: [constraint({ owner: "intent-2", text: "by the window" })],
      relations: [{ type: "sequence", from: "intent-2", to: "i1", constraintKey: null, evidence: [quote("and")] }],
      removals: [{ ...removal, kind: "input", id: "intent-1", name: "seat" }],
    });
    expect(brokenPlaces(onBaseline, proposed)).toEqual([]);
  });
});

describe("V04: forest and order", () => {
  const chain = (count: number) =>
    candidate({
      intents: Array.from({ length: count }, (_, at) =>
        intent({ key: `i${at}`, parent: at === 0 ? null : `i${at - 1}`, goal: "archive it" }),
      ),
    });

  it("bounds how deep intents are nested", () => {
    expect(brokenPlaces(two, chain(4))).toEqual([]);
    expect(brokenPlaces(two, chain(5))).toEqual(["V04 /intents/4/parent"]);
  });

  it("refuses parents in a circle", () => {
    const proposed = candidate({ intents: twoIntents() });
    for (const [at, one] of proposed.intents.entries()) one.parent = at === 0 ? "i2" : "i1";
    expect(brokenRules(two, proposed)).toEqual(["V04"]);
  });

  it("refuses a relation of an intent with itself, by key or by the id it stands for", () => {
    const relation = {
      type: "parallel" as const,
      from: "i1",
      to: "i1",
      constraintKey: null,
      evidence: [quote("then")],
    };
    expect(brokenPlaces(two, candidate({ intents: twoIntents(), relations: [relation] }))).toEqual([
      "V04 /relations/0",
    ]);
    const touched = candidate({
      intents: [intent({ baselineId: "intent-1", goal: "take the bus" })],
      relations: [{ ...relation, to: "intent-1", evidence: [quote("and")] }],
    });
    expect(brokenPlaces(onBaseline, touched)).toEqual(["V04 /relations/0"]);
  });

  it("refuses an order that goes in a circle, with the relations of the baseline counted", () => {
    const order = (type: "sequence" | "depends_on", from: string, to: string) => ({
      type,
      from,
      to,
      constraintKey: null,
      evidence: [quote("and")],
    });
    const on = (...relations: Candidate["relations"]) => brokenRules(onBaseline, candidate({ relations }));
    expect(on(order("sequence", "intent-2", "intent-1"))).toEqual(["V04"]);
    expect(on(order("depends_on", "intent-1", "intent-2"))).toEqual(["V04"]);
    expect(on(order("depends_on", "intent-2", "intent-1"))).toEqual([]);
  });
});
