import { expect, test } from "vitest";
import { Intent } from "../../src/intent.ts";
import { acceptCandidate } from "../../src/parse/accept-candidate.ts";
import { allowRaisedLimits, inside, isIntent } from "../../src/parse/inside.ts";
import { SEED_INPUT, seedCandidate, seedText } from "./seed-candidate.ts";

const input = { input: SEED_INPUT };

test("prepare needs no executor and hands out a task", () => {
  expect(new Intent().prepare(input)).toMatchObject({
    instructions: expect.stringContaining("JSON"),
    input: { input: SEED_INPUT, context: [], baseline: null, referenceTime: null, language: "en" },
    outputSchema: { type: "object", additionalProperties: false },
  });
});

test("accept gives the result that parse gives", async () => {
  const executor = {
    id: "one",
    features: { schema: "none", abort: false, offline: true } as const,
    generate: async () => ({ outcome: "complete" as const, candidateText: seedText() }),
  };
  const parsed = await new Intent({ executor }).parse(input);
  const accepted = new Intent().prepare(input).accept(seedText());
  expect(JSON.stringify(accepted)).toBe(JSON.stringify({ outcome: "result", result: parsed }));
});

test("accept names the problems of a broken candidate and may be asked again", () => {
  const { accept } = new Intent().prepare(input);
  expect(accept("{")).toMatchObject({ outcome: "invalid", problems: [{ code: "V01" }] });
  expect(accept(seedText())).toMatchObject({ outcome: "result" });
});

test("accept takes a string only", () => {
  const { accept } = new Intent().prepare(input);
  expect(() => accept(seedCandidate() as unknown as string)).toThrow(
    expect.objectContaining({ code: "INPUT_INVALID", stage: "input" }),
  );
});

test("after dispose neither prepare nor an earlier accept works", () => {
  const intent = new Intent();
  const { accept } = intent.prepare(input);
  intent.dispose();
  intent.dispose();
  const disposed = expect.objectContaining({ code: "INSTANCE_DISPOSED", stage: "core", retryable: false });
  expect(() => intent.prepare(input)).toThrow(disposed);
  expect(() => accept(seedText())).toThrow(disposed);
});

test("checking that takes too long is LIMIT_EXCEEDED of stage candidate", () => {
  const { readInput } = inside(new Intent({ limits: { validationMs: 100 } }));
  const request = readInput(input);
  const ticking = (step: number) => {
    let time = 0;
    return () => {
      time += step;
      return time;
    };
  };
  expect(acceptCandidate(request, seedText(), ticking(40))).toMatchObject({ outcome: "result" });
  for (const step of [60, 200])
    expect(() => acceptCandidate(request, seedText(), ticking(step))).toThrow(
      expect.objectContaining({ code: "LIMIT_EXCEEDED", stage: "candidate", retryable: false }),
    );
});

test("the inside of an Intent is reachable for this library's own parts only", () => {
  const intent = new Intent();
  expect(Object.keys(intent)).toEqual([]);
  expect(isIntent(intent)).toBe(true);
  for (const other of [{}, null, Object.create(intent), structuredClone({ ...intent })])
    expect(isIntent(other)).toBe(false);
  expect(() => inside({} as Intent)).toThrow(TypeError);
});

test("limits go up for a server's configuration only", () => {
  const limits = { inputBytes: 100_000 };
  expect(() => new Intent({ limits })).toThrow(expect.objectContaining({ code: "CONFIG_INVALID", stage: "config" }));
  expect(inside(new Intent(allowRaisedLimits({ limits }))).settings.limits.inputBytes).toBe(100_000);
});
