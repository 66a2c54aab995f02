import fc from "fast-check";
import { beforeAll, expect, test } from "vitest";
import { Intent } from "../../src/intent.ts";
import { inside } from "../../src/parse/inside.ts";
import type { Candidate } from "../../src/types/candidate.ts";
import type { IntentExecutor } from "../../src/types/executor.ts";
import type { EffectiveState } from "../../src/types/result.ts";
import { lostCues } from "../result/lost-cues.ts";
import { mutate, mutations } from "../result/mutations.ts";
import { MONDAY, recordingRules, SHOP } from "./instances.ts";
import { anyUnits, mixtures } from "./texts.ts";
import { ends, holdsFor } from "./trial.ts";

const TIME = 600_000;
const REFUSED = ["CANDIDATE_INVALID", "LIMIT_EXCEEDED"] as const;

/** A text with what the rules propose for it, on a state that an earlier text led to. */
interface Proposal {
  input: string;
  baseline: EffectiveState | null;
  candidateText: string;
}
const proposals: Proposal[] = [];

let reply: () => string = () => "";
// The scripted executor of the package keeps every task that it was given, and these are many.
const executor: IntentExecutor = {
  id: "any",
  features: { schema: "none", abort: true, offline: true },
  generate: async () => ({ outcome: "complete", candidateText: reply() }),
};
const intent = new Intent({ ...SHOP, executor });
const said = (text: () => string): Intent => {
  reply = text;
  return intent;
};

beforeAll(async () => {
  const recorder = recordingRules();
  const rules = new Intent({ ...SHOP, executor: recorder });
  for (const [index, input] of fc.sample(mixtures, { numRuns: 300, seed: 11 }).entries()) {
    const earlier = index % 2 === 0 ? null : proposals[index - 1];
    const baseline = earlier ? (await rules.parse({ input: earlier.input, referenceTime: MONDAY })).effective : null;
    await rules.parse({ input, baseline, referenceTime: MONDAY });
    proposals.push({ input, baseline, candidateText: recorder.last() });
  }
}, TIME);

const picked = fc.nat(299);
const proposalOf = (pick: number) => proposals[pick] as Proposal;

test(
  "12,000 texts of any kind are no candidate, twice",
  async () => {
    const texts = fc.oneof(
      anyUnits,
      fc.string({ unit: "binary", maxLength: 200 }),
      fc.json({ maxDepth: 20 }),
      fc.json({ maxDepth: 3 }).map((text) => `\`\`\`json\n${text}\n\`\`\``),
      fc
        .tuple(fc.constantFrom("[", '{"a":', '"', "\\u", "-", "1", "{", "]", '{"kind":"request",'), fc.nat(4_000))
        .map(([unit, times]) => unit.repeat(times)),
    );
    await holdsFor(12_000, fc.tuple(texts, texts), async ([first, second]) => {
      let asked = 0;
      const ending = await ends(
        said(() => (asked++ === 0 ? first : second)),
        { input: "Send it." },
        { expected: REFUSED, bytes: first.length + second.length },
      );
      if ("result" in ending) throw new Error("a text of any kind was taken for a candidate");
    });
  },
  TIME,
);

test(
  "6,000 candidates with a few characters lost or put in are refused or borne",
  async () => {
    const cuts = fc.record({ pick: picked, at: fc.nat(), length: fc.nat(6), by: fc.string({ maxLength: 4 }) });
    await holdsFor(6_000, cuts, async ({ pick, at, length, by }) => {
      const { input, baseline, candidateText } = proposalOf(pick);
      const from = at % candidateText.length;
      const text = candidateText.slice(0, from) + by + candidateText.slice(from + length);
      await ends(
        said(() => text),
        { input, baseline, referenceTime: MONDAY },
        { expected: REFUSED, bytes: 2_000 },
      );
    });
  },
  TIME,
);

test(
  "14,000 candidates with some members exchanged are refused or borne",
  async () => {
    let borne = 0;
    const exchanges = fc.record({
      pick: picked,
      places: fc.array(fc.record({ path: fc.array(fc.nat(60), { maxLength: 5 }), value: fc.nat(60) }), {
        minLength: 1,
        maxLength: 3,
      }),
    });
    await holdsFor(14_000, exchanges, async ({ pick, places }) => {
      const { input, baseline, candidateText } = proposalOf(pick);
      const candidate: unknown = JSON.parse(candidateText);
      for (const { path, value } of places) exchange(candidate, path, value, input);
      const ending = await ends(
        said(() => JSON.stringify(candidate)),
        { input, baseline, referenceTime: MONDAY },
        { expected: REFUSED, bytes: 2_000 },
      );
      if ("result" in ending) borne += 1;
    });
    // The property says something only if such candidates get through.
    expect(borne).toBeGreaterThan(600);
  },
  TIME,
);

/** Puts another value at a place: a word of the candidate or of the input, or nothing of either. */
function exchange(candidate: unknown, path: readonly number[], value: number, input: string): void {
  const words = [
    ...new Set(JSON.stringify(candidate).match(/(?<=:")[^"\\]+(?=")/g) ?? []),
    ...input.split(" "),
    ...["", "0", "\ud800", "__proto__", "i1", "c1", "intent-1", "constraint-1", input],
    ...[null, [], {}, 7, '"2026-12-04"', "null", '{"type":"quantity","min":"2","max":"2","unit":null}'],
  ];
  let holder = candidate as Record<string, unknown>;
  let name = "intents";
  for (const step of path) {
    const inner = holder[name] ?? holder;
    if (typeof inner !== "object" || inner === null || Object.keys(inner).length === 0) break;
    holder = inner as Record<string, unknown>;
    name = Object.keys(inner)[step % Object.keys(inner).length] as string;
  }
  // Half of the time something of the same kind, so that not all of them break the shape.
  const alike = words.filter((word) => typeof word === typeof holder[name]);
  const among = value % 2 === 0 && alike.length > 0 ? alike : words;
  holder[name] = among[value % among.length];
}

test(
  "8,000 changes to what the rules propose never give complete with an unaccounted negation",
  async () => {
    let complete = 0;
    await holdsFor(8_000, fc.tuple(picked, mutations), async ([pick, changes]) => {
      const { input, baseline, candidateText } = proposalOf(pick);
      const request = inside(intent).readInput({ input, baseline, referenceTime: MONDAY, fields: [] });
      const proposed: Candidate = { ...JSON.parse(candidateText), fields: [] };
      const candidate = mutate({ request, candidate: proposed }, changes);
      const ending = await ends(
        said(() => JSON.stringify(candidate)),
        { input, baseline, referenceTime: MONDAY, fields: [] },
        { expected: REFUSED, bytes: 2_000 },
      );
      if (!("result" in ending) || ending.result.status !== "complete") return;
      complete += 1;
      const lost = lostCues({ request }, candidate, ending.result);
      if (lost.length > 0) throw new Error(`complete without ${lost.join(", ")}`);
    });
    expect(complete).toBeGreaterThan(200);
  },
  TIME,
);

test(
  "2,000 executors that give or throw anything end in an error of the contract",
  async () => {
    const replies = fc.record({
      throws: fc.boolean(),
      value: fc.oneof(
        fc.anything({ withNullPrototype: true }),
        fc.record({
          outcome: fc.constantFrom("complete", "refusal", "incomplete", "other"),
          candidateText: fc.anything(),
          detail: fc.anything(),
          usage: fc.anything(),
        }),
      ),
    });
    await holdsFor(2_000, replies, async ({ throws, value }) => {
      const executor: IntentExecutor = {
        id: "any",
        features: { schema: "none", abort: false, offline: true },
        generate: async () => {
          if (throws) throw value;
          return value as never;
        },
      };
      const ending = await ends(
        new Intent({ executor }),
        { input: "Send it." },
        {
          expected: ["EXECUTOR_FAILED", "EXECUTOR_REFUSED", "EXECUTOR_INCOMPLETE", "CANDIDATE_INVALID"],
          bytes: 2_000,
        },
      );
      if ("result" in ending) throw new Error("anything was taken for a candidate");
    });
  },
  TIME,
);
