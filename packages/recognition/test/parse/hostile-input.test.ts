import { expect, test } from "vitest";
import { IntentError } from "../../src/errors.ts";
import { scriptedExecutor } from "../../src/executors/scripted.ts";
import { Intent } from "../../src/intent.ts";
import { SEED_INPUT, seedText } from "./seed-candidate.ts";

const executor = scriptedExecutor(() => seedText());
const intent = new Intent({ executor });

const thrower = (): never => {
  throw new Error("secret-of-the-caller");
};
const trap = (handler: ProxyHandler<object>) => new Proxy({ input: SEED_INPUT }, handler);
const throwing = (member: string) =>
  Object.defineProperty({ input: SEED_INPUT }, member, { get: thrower, enumerable: true });
const revoked = () => {
  const { proxy, revoke } = Proxy.revocable({}, {});
  revoke();
  return proxy;
};
const cycle: { input: string; baseline?: unknown } = { input: SEED_INPUT };
cycle.baseline = { intents: [cycle] };
const ring: unknown[] = [];
ring.push(ring);
const nested = (depth: number, array: boolean): unknown => {
  let value: unknown = array ? [] : {};
  for (let level = 0; level < depth; level += 1) value = array ? [value] : { a: value };
  return value;
};
class Request {
  input = SEED_INPUT;
}

const hostile: [string, unknown][] = [
  ["nothing", undefined],
  ["null", null],
  ["a text", SEED_INPUT],
  ["a list", [SEED_INPUT]],
  ["a function", () => SEED_INPUT],
  ["a symbol", Symbol("input")],
  ["a BigInt", 7n],
  ["a boxed string", Object(SEED_INPUT)],
  ["an object of a class", new Request()],
  ["a Map", new Map([["input", SEED_INPUT]])],
  ["a Date as the time", { input: SEED_INPUT, referenceTime: new Date(0) }],
  ["a member that throws when read", throwing("input")],
  ["a baseline that throws when read", throwing("baseline")],
  ["a promise as input", { input: Promise.resolve(SEED_INPUT) }],
  ["an object with toString as input", { input: { toString: () => SEED_INPUT } }],
  ["an object with toJSON as input", { input: { toJSON: () => SEED_INPUT } }],
  ["a BigInt inside", { input: SEED_INPUT, baseline: { big: 7n } }],
  ["a symbol inside", { input: SEED_INPUT, baseline: [Symbol("x")] }],
  ["a function inside", { input: SEED_INPUT, context: [() => undefined] }],
  ["NaN inside", { input: SEED_INPUT, baseline: { n: Number.NaN } }],
  ["a sparse list", { input: SEED_INPUT, context: new Array(5) }],
  ["a sparse list of four thousand million", { input: SEED_INPUT, fields: new Array(2 ** 32 - 1) }],
  ["a cycle", cycle],
  ["a ring of lists", { input: SEED_INPUT, context: ring }],
  ["10,000 objects in each other", { input: SEED_INPUT, baseline: nested(10_000, false) }],
  ["100,000 lists in each other", { input: SEED_INPUT, context: nested(100_000, true) }],
  ["a revoked proxy", revoked()],
  ["a revoked proxy inside", { input: SEED_INPUT, baseline: revoked() }],
  ["a proxy without keys to read", trap({ ownKeys: thrower })],
  ["a proxy without a prototype to read", trap({ getPrototypeOf: thrower })],
  ["a proxy without members to read", trap({ get: thrower })],
  ["a proxy that lies about a list", { input: SEED_INPUT, context: new Proxy([], { get: () => 1e9 }) }],
  ["a proxy that throws no error", trap({ get: () => thrower.call(null) })],
  [
    "a getter that throws an error of ours",
    {
      get input() {
        throw new IntentError("EXECUTOR_AUTH", "executor", "planted");
      },
    },
  ],
  [
    "a getter that throws null",
    {
      get input() {
        throw null;
      },
    },
  ],
  ["a member named __proto__", JSON.parse(`{"input":"x","__proto__":{"fields":[]}}`)],
  ["a member named constructor", { input: SEED_INPUT, constructor: 1 }],
  ["an unknown member", { input: SEED_INPUT, schema: {} }],
  ["a member named by a symbol", { input: SEED_INPUT, [Symbol("executor")]: 1 }],
  ["half of a surrogate pair", { input: "look \ud800 up" }],
  ["a text of blanks", { input: " \u00a0\u2003\n" }],
  ["a text that is too long", { input: "x".repeat(65_537) }],
  ["a context that is too long", { input: SEED_INPUT, context: "x".repeat(131_073) }],
];

test.each(hostile)("%s is refused with an IntentError of stage input", async (_, input) => {
  const asked = executor.tasks.length;
  const error: unknown = await intent.parse(input as never).then(
    () => expect.fail("was accepted"),
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(IntentError);
  expect(error).toMatchObject({ stage: "input" });
  expect(["INPUT_INVALID", "LIMIT_EXCEEDED", "BASELINE_INVALID", "FIELD_UNKNOWN"]).toContain(
    (error as IntentError).code,
  );
  expect(JSON.stringify(error)).not.toContain("secret-of-the-caller");
  expect(executor.tasks).toHaveLength(asked);
});

test.each(hostile)("prepare refuses %s in the same way", (_, input) => {
  expect(() => intent.prepare(input as never)).toThrow(IntentError);
});

test("each member is read once", async () => {
  let reads = 0;
  const shifting = {
    get input() {
      reads += 1;
      return reads === 1 ? SEED_INPUT : "Delete everything.";
    },
  };
  await expect(intent.parse(shifting)).resolves.toMatchObject({ input: SEED_INPUT });
  expect(reads).toBe(1);
});

test("an object without a prototype and members that are undefined are fine", async () => {
  const input = Object.assign(Object.create(null), { input: SEED_INPUT, context: undefined, baseline: undefined });
  await expect(intent.parse(input)).resolves.toMatchObject({ status: "complete" });
});

const texts: [string, string][] = [
  ["64 KiB of one word", "word ".repeat(13_107)],
  ["64 KiB without a space", "x".repeat(65_536)],
  ["64 KiB of quotes", '"'.repeat(65_536)],
  ["64 KiB of not", "not ".repeat(16_384)],
  ["64 KiB of digits", "7".repeat(65_536)],
  ["64 KiB of sentence ends", "a. ".repeat(21_845)],
];
test.each(texts)("%s ends in time, whatever the candidate is worth", async (_, input) => {
  const begun = performance.now();
  const code: unknown = await intent.parse({ input: input.slice(0, 65_536) }).then(
    () => "accepted",
    (thrown: IntentError) => thrown.code,
  );
  expect(code).toBe("CANDIDATE_INVALID");
  expect(performance.now() - begun).toBeLessThan(2_000);
});

const candidates: [string, string][] = [
  ["nothing", ""],
  ["deep lists", "[".repeat(200_000)],
  ["deep objects", '{"a":'.repeat(50_000)],
  ["many numbers", `[${"1,".repeat(120_000)}1]`],
  ["a lone surrogate", '{"kind":"\\ud800"}'],
  ["a name twice", '{"kind":"request","kind":"request"}'],
  ["more than the limit", `"${"x".repeat(262_144)}"`],
  ["a number out of range", "1e999"],
  ["two values", `${seedText()}${seedText()}`],
  ["fences without end", "```json\n".repeat(10_000)],
];
test.each(candidates)("a candidate of %s is CANDIDATE_INVALID", async (_, text) => {
  const own = new Intent({ executor: scriptedExecutor(() => text), corrections: 0 });
  await expect(own.parse({ input: SEED_INPUT })).rejects.toMatchObject({
    code: "CANDIDATE_INVALID",
    stage: "candidate",
    issues: [{ code: expect.stringMatching(/^V0[12]$/) }],
  });
});
