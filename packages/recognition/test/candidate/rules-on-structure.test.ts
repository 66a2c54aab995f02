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

describe("a candidate that keeps every rule", () => {
  it("is read as it is, with a code fence around it too", () => {
    const text = JSON.stringify(seedCandidate());
    expect(brokenPlaces(seed, text)).toEqual([]);
    expect(brokenPlaces(seed, `\`\`\`json\n${text}\n\`\`\`\n`)).toEqual([]);
  });
});

describe("V01: JSON and shape", () => {
  it.each<[string, string, string]>([
    ["prose around it", `Here it is: ${JSON.stringify(seedCandidate())}`, ""],
    ["a second value after it", `${JSON.stringify(seedCandidate())}{}`, ""],
    ["a member twice", JSON.stringify(seedCandidate()).replace('"kind"', '"kind":"social","kind"'), ""],
    ["an unknown member", JSON.stringify({ ...seedCandidate(), status: "complete" }), "/status"],
    [
      "an id in an intent",
      JSON.stringify(
        candidate({ intents: [{ ...intent({ goal: "Look up order 000123" }), id: "intent-1" } as never] }),
      ),
      "/intents/0/id",
    ],
    ["a missing member", JSON.stringify({ ...seedCandidate(), accounted: undefined }), "/accounted"],
    ["a word outside its list", JSON.stringify({ ...seedCandidate(), kind: "order" }), "/kind"],
    ["an object for a string", JSON.stringify({ ...seedCandidate(), unresolved: [{}] }), "/unresolved/0/kind"],
  ])("refuses %s", (_, text, path) => {
    expect(brokenRules(seed, text)).toEqual(["V01"]);
    expect(brokenPlaces(seed, text)).toContain(`V01 ${path}`);
  });

  it("refuses a domain that the instance does not have", () => {
    const shop = requestOf({ input: SEED }, { domains: [{ name: "orders", description: "Orders" }] });
    const named = (domain: string): Candidate => {
      const proposed = seedCandidate();
      for (const one of proposed.intents) one.domain = domain;
      return proposed;
    };
    expect(brokenPlaces(shop, named("orders"))).toEqual([]);
    expect(brokenPlaces(shop, named("weather"))).toEqual(["V01 /intents/0/domain"]);
  });
});

describe("V02: limits", () => {
  const small = (limits: object) => requestOf({ input: SEED }, { limits });

  it.each<[string, object, Candidate | string, string]>([
    ["bytes", { candidateBytes: 100 }, seedCandidate(), "V02 "],
    ["depth", {}, "[".repeat(13), "V02 "],
    ["values", { candidateNodes: 20 }, seedCandidate(), "V02 "],
    ["the length of a string", { stringLength: 10 }, seedCandidate(), "V02 "],
    [
      "constraints",
      { constraints: 1 },
      candidate({
        ...seedCandidate(),
        constraints: [constraint({ text: SEED }), constraint({ key: "c2", text: SEED })],
      }),
      "V02 /constraints",
    ],
    [
      "quotes of one item",
      { evidencePerItem: 1 },
      candidate({ intents: [intent({ goal: "Look up order 000123", evidence: [quote("Look up"), quote("order")] })] }),
      "V02 /intents/0/evidence",
    ],
  ])("bounds %s", (_, limits, proposed, place) => {
    expect(brokenPlaces(small(limits), proposed)).toEqual([place]);
  });

  it("counts what the baseline holds already", () => {
    const full = requestOf({ input: CHANGE, baseline: held }, { limits: { intents: 2 } });
    const added = candidate({ intents: [intent({ goal: "take the bus" })] });
    expect(brokenPlaces(full, added)).toEqual(["V02 /intents"]);
    const swapped = {
      ...added,
      removals: [{ kind: "intent" as const, id: "intent-2", name: null, evidence: [quote("Actually")] }],
    };
    expect(brokenPlaces(full, swapped)).toEqual([]);
  });
});

describe("V05 and V06: pointers and quotes", () => {
  const withContext = requestOf({
    input: "Cancel it.",
    context: [{ role: "assistant", content: "Your order is 000123." }],
    referenceTime: "2026-11-30T09:00:00+01:00",
  });
  const cited = (...evidence: Candidate["intents"][number]["evidence"]) =>
    candidate({ intents: [intent({ goal: "Cancel it", evidence: [quote("Cancel it"), ...evidence] })] });

  it.each([
    ["a pointer into the input", { root: "input" as const, pointer: "/0", text: "Cancel" }],
    ["an item that is not there", contextQuote(1, "order")],
    ["a baseline that is not there", { root: "baseline" as const, pointer: "", text: null }],
    ["a member of a prototype", { root: "context" as const, pointer: "/length", text: null }],
    ["an index with a leading zero", { root: "context" as const, pointer: "/00/content", text: "order" }],
    ["a pointer that is none", { root: "context" as const, pointer: "0/content", text: "order" }],
    ["a wrong escape", { root: "context" as const, pointer: "/0/content~2", text: "order" }],
  ])("V05 refuses %s", (_, extra) => {
    expect(brokenPlaces(withContext, cited(extra))).toEqual(["V05 /intents/0/evidence/1/pointer"]);
  });

  it.each([
    ["words that do not stand there", contextQuote(0, "Your parcel")],
    ["words in another letter case", contextQuote(0, "your order")],
    ["no words where there is a string", { root: "context" as const, pointer: "/0/content", text: null }],
    ["words where there is no string", { root: "context" as const, pointer: "/0", text: "order" }],
    ["an empty quote", contextQuote(0, "")],
  ])("V06 refuses %s", (_, extra) => {
    expect(brokenPlaces(withContext, cited(extra))).toEqual(["V06 /intents/0/evidence/1/text"]);
  });

  it("folds white space and compares in NFC", () => {
    const request = requestOf({ input: "Book  the\n cafe\u0301 table" });
    expect(brokenPlaces(request, candidate({ intents: [intent({ goal: "Book the caf\u00e9 table" })] }))).toEqual([]);
  });

  it("takes the reference time and whole objects as sources", () => {
    const reference = { root: "referenceTime" as const, pointer: "", text: "2026-11-30T09:00:00+01:00" };
    expect(brokenPlaces(withContext, cited(reference, { root: "context", pointer: "/0", text: null }))).toEqual([]);
  });

  it("checks what a reference resolves to as well", () => {
    const resolvesTo = contextQuote(0, "order 999");
    const proposed = cited();
    proposed.references.push({ owner: "i1", kind: "anaphora", text: "it", resolvesTo, evidence: [quote("it")] });
    expect(brokenPlaces(withContext, proposed)).toEqual(["V06 /references/0/resolvesTo/text"]);
  });
});
