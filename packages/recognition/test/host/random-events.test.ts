// Whatever order events come in: a request validates at most two candidates, a terminal state is for good, and the same
// candidate under the same token is never answered in two ways.
import { expect, test } from "vitest";
import { createMemoryRecordStore } from "../../src/host/memory-store.ts";
import { isTerminal } from "../../src/host/transitions.ts";
import { answerOf, deskKit } from "./desk-kit.ts";

/** A small generator with a seed, so that a failure can be run again. */
function dice(seed: number): (sides: number) => number {
  let state = seed >>> 0;
  return (sides) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * sides);
  };
}

async function play(seed: number): Promise<void> {
  const roll = dice(seed);
  const kit = deskKit(createMemoryRecordStore());
  kit.open();
  kit.takes(roll(4) * 300);
  const { requestId, submissionToken } = await kit.desk.prepare(kit.scope, "main", {
    timeoutMs: 5000,
    corrections: roll(2),
  });
  const tokens = [submissionToken, "foreign"];
  const texts = ["bad one", "bad two", "good one", "good two", "broken", "slow", "good gated"];
  const answers = new Map<string, string>();
  let ended: string | null = null;
  for (let event = 0; event < 12; event += 1) {
    const [token = "", candidateText = ""] = [tokens[roll(tokens.length)], texts[roll(texts.length)]];
    const kind = roll(10);
    if (kind === 0) await kit.desk.cancel(kit.scope, { requestId });
    else if (kind === 1) kit.clock.advance(roll(3000));
    else {
      const leaving = new AbortController();
      const options = kind === 2 ? { signal: leaving.signal } : {};
      const asked = kit.desk.accept(kit.scope, { requestId, submissionToken: token, candidateText }, options);
      if (kind === 2) leaving.abort(new Error("left"));
      const answer = await answerOf(asked);
      if (kind === 2) continue;
      if ("error" in answer && answer.error.correction) tokens.push(answer.error.correction.submissionToken);
      const record = await kit.store.get(kit.scope, requestId, kit.clock.now());
      const key = `${token} ${candidateText}`;
      if (record?.state === "done" || record?.state === "failed") {
        expect(answers.get(key) ?? JSON.stringify(answer), `seed ${seed}`).toBe(JSON.stringify(answer));
        answers.set(key, JSON.stringify(answer));
      }
    }
    const record = await kit.store.get(kit.scope, requestId, kit.clock.now());
    expect(new Set(kit.validated).size, `seed ${seed}`).toBeLessThanOrEqual(2);
    if (ended !== null) expect(JSON.stringify(record), `seed ${seed}`).toBe(ended);
    if (record && isTerminal(record)) ended = JSON.stringify(record);
  }
}

test("a thousand random histories keep the rules of one request", async () => {
  for (let seed = 1; seed <= 1000; seed += 1) await play(seed);
});
