import { describe, expect, test } from "vitest";
import { IntentError } from "../../src/errors.ts";
import { recognise } from "../../src/result/recognise.ts";
import type { RecognisedIntent } from "../../src/types/result.ts";
import { candidateOf, constraint, intent, LOOK_UP, lookUp, quote, requestOf, resultOf } from "./material.ts";

function thrownBy(work: () => unknown): unknown {
  try {
    work();
  } catch (error) {
    return error;
  }
  return undefined;
}

describe("limits", () => {
  test("a result over its bytes is LIMIT_EXCEEDED/core", () => {
    const request = requestOf(LOOK_UP, {}, { limits: { resultBytes: 600 } });
    const thrown = thrownBy(() => recognise(request, lookUp()));
    expect(thrown).toBeInstanceOf(IntentError);
    expect(thrown).toMatchObject({ code: "LIMIT_EXCEEDED", stage: "core", retryable: false });
  });

  test("a state over its intents is LIMIT_EXCEEDED/core, though each turn keeps them", () => {
    const first = recognise(requestOf(LOOK_UP), lookUp());
    const request = requestOf("Buy milk.", { baseline: first.effective }, { limits: { intents: 1 } });
    const thrown = thrownBy(() =>
      recognise(request, candidateOf({ intents: [intent("a", "Buy", "milk", "Buy milk")] })),
    );
    expect(thrown).toMatchObject({ code: "LIMIT_EXCEEDED", stage: "core", issues: [{ path: "/effective/intents" }] });
  });

  test("more inferences than allowed are LIMIT_EXCEEDED/core: a reading is never left unsaid", () => {
    const request = requestOf("Send it tomorrow. Call Sam tomorrow.", {}, { limits: { inferences: 1 } });
    const candidate = candidateOf({
      intents: [intent("a", "Send", "it", "Send it"), intent("b", "Call", "Sam", "Call Sam")],
      constraints: [constraint("t", "a", "time", "tomorrow"), constraint("u", "b", "time", "tomorrow")],
    });
    const thrown = thrownBy(() => recognise(request, candidate));
    expect(thrown).toMatchObject({ code: "LIMIT_EXCEEDED", stage: "core", issues: [{ path: "/inferences" }] });
  });

  test("more issues than allowed keep the warnings and count the rest", () => {
    const facts = Array.from({ length: 10 }, (_, at) => `Parcel ${at} has not arrived`);
    const request = requestOf(`${facts.join(". ")}. Mind the gap.`, {}, { limits: { issues: 4 } });
    const { issues, status } = recognise(
      request,
      candidateOf({
        kind: "information",
        accounted: facts.map((fact) => ({ kind: "information", evidence: [quote(fact)] })),
      }),
    );
    expect(issues).toHaveLength(4);
    expect(issues.map((issue) => issue.code)).toContain("TEXT_UNACCOUNTED");
    expect(issues.at(-1)?.message).toContain("7 further issues");
    expect(status).toBe("partial");
  });
});

describe("extend", () => {
  test("fills extensions of every intent, in copies", () => {
    const seen: string[] = [];
    const extend = (one: RecognisedIntent) => {
      seen.push(one.id);
      one.goal = "changed";
      return { route: one.action };
    };
    const { effective } = resultOf(requestOf(LOOK_UP, {}, { extend }), lookUp());
    expect(effective.intents[0]).toMatchObject({ goal: "Look up order 000123", extensions: { route: "Look up" } });
    expect(seen).toEqual(["intent-1"]);
  });

  test.each<[string, () => unknown]>([
    [
      "throws",
      () => {
        throw new Error("secret detail");
      },
    ],
    ["gives something that is no JSON", () => ({ at: new Date(0) })],
    ["gives no object", () => "text"],
    ["gives a promise", async () => ({})],
  ])("that %s is INTERNAL/core without its text", (_, extend) => {
    const request = requestOf(LOOK_UP, {}, { extend: extend as never });
    const thrown = thrownBy(() => recognise(request, lookUp()));
    expect(thrown).toMatchObject({ code: "INTERNAL", stage: "core" });
    expect(JSON.stringify(thrown)).not.toContain("secret detail");
  });
});

describe("sentences of the core", () => {
  test.each([
    ["de", "Die ausdrückliche Bitte dieser Nachricht aufnehmen"],
    ["fr-CA", "Ajouter la demande explicite de ce message"],
    ["es", "Añadir la petición explícita de este mensaje"],
    ["nb", "Ta med det denne meldingen uttrykkelig ber om"],
    ["no", "Ta med det denne meldingen uttrykkelig ber om"],
    ["pt", "Add the explicit request from this turn"],
  ])("in %s", (language, description) => {
    const { turn } = resultOf(requestOf(LOOK_UP, { output: { language } }), lookUp());
    expect(turn.changes.map((change) => change.description)).toEqual([description, description]);
  });

  test("a long text in a question is cut at a character", () => {
    const long = "🚲".repeat(3_000);
    const { effective } = resultOf(requestOf(`Paint ${long}`), { kind: "unclear" });
    const [open] = effective.unresolved;
    expect(open?.text).toBe(`Paint ${long}`);
    expect(open?.question?.length).toBeLessThan(500);
    expect(open?.question?.isWellFormed()).toBe(true);
  });
});

/** Milliseconds of this process's own time, so that a busy machine does not count. */
function costOf(work: () => void): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}

describe("cost", () => {
  const SIZE = 65_536;
  const filled = (unit: string) => unit.repeat(Math.floor(SIZE / Buffer.byteLength(unit)));

  test.each([
    ["one word", "word "],
    ["one letter", "a"],
    ["negations", "not "],
    ["short negated sentences", "No. "],
    ["short prohibitions", "Do not go. "],
    ["digits", "7"],
    ["separate digits", "7 "],
    ["opening quotes", '"'],
    ["apostrophes", "'"],
    ["commas", ", a"],
    ["marks that combine", "e\u0301"],
    ["sentences of times", "by Friday. "],
  ])(
    "64 KiB of %s are told apart from the rest within two seconds",
    (_, unit) => {
      const request = requestOf(filled(unit));
      const candidate = candidateOf({ kind: "unclear" });
      recognise(request, candidate);
      expect(costOf(() => recognise(request, candidate))).toBeLessThan(2_000);
      expect(recognise(request, candidate).status).not.toBe("complete");
    },
    30_000,
  );

  test("hundreds of items over a long text are placed in time", () => {
    const sentences = Array.from({ length: 1_200 }, (_, at) => `Do not send letter ${at} to the shop at the corner.`);
    const request = requestOf(sentences.join(" ").slice(0, SIZE));
    const constraints = sentences
      .slice(0, 400)
      .map((text, at) => constraint(`c${at}`, null, "prohibition", text.slice(0, -1)));
    const candidate = candidateOf({ constraints });
    expect(costOf(() => recognise(request, candidate))).toBeLessThan(3_000);
    const result = recognise(request, candidate);
    expect(result.effective.constraints).toHaveLength(400);
    expect(result.effective.unresolved.at(-1)?.text.endsWith(request.input.slice(-20))).toBe(true);
  }, 30_000);

  test("a full baseline against which everything is corrected is settled in time", () => {
    const intents = Array.from({ length: 100 }, (_, at) =>
      intent(`i${at}`, "Send", `letter ${at}`, `Send letter ${at}`),
    );
    const constraints = Array.from({ length: 400 }, (_, at) =>
      constraint(`c${at}`, `i${at % 100}`, "prohibition", `Do not fold sheet ${at}`),
    );
    const said = [...intents.map((one) => one.goal), ...constraints.map((one) => one.text)].join(". ");
    const { effective } = recognise(requestOf(`${said}.`), candidateOf({ intents, constraints }));
    const corrections = constraints.map((_, at) =>
      constraint(`d${at}`, null, "prohibition", `Never fold sheet ${at}`, { baselineId: `constraint-${at + 1}` }),
    );
    const restated = intents.map((_, at) => intent(`j${at}`, "Post", `paper ${at}`, `Post paper ${at}`));
    const input = [...restated.map((one) => one.goal), ...corrections.map((one) => one.text)].join(". ");
    const request = requestOf(`${input}.`, { baseline: effective });
    const candidate = candidateOf({ kind: "mixed", constraints: corrections });
    expect(costOf(() => recognise(request, candidate))).toBeLessThan(3_000);
    const full = candidateOf({ kind: "mixed", intents: restated, constraints: corrections });
    expect(costOf(() => thrownBy(() => recognise(request, full)))).toBeLessThan(3_000);
  }, 30_000);
});
