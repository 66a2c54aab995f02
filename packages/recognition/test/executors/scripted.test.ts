import { expect, test } from "vitest";
import { scriptedExecutor } from "../../src/executors/scripted.ts";
import { aTask } from "./a-task.ts";

test("gives its replies in order, in whatever form they are, and fails once they are used up", async () => {
  const executor = scriptedExecutor([
    "as text",
    { candidate: { kind: "request" } },
    { outcome: "refusal" },
    async (task) => `attempt ${task.attempt}`,
    new Error("as scripted"),
  ]);
  const next = () => executor.generate(aTask());
  await expect(next()).resolves.toEqual({ outcome: "complete", candidateText: "as text" });
  await expect(next()).resolves.toEqual({ outcome: "complete", candidateText: '{"kind":"request"}' });
  await expect(next()).resolves.toEqual({ outcome: "refusal" });
  await expect(next()).resolves.toEqual({ outcome: "complete", candidateText: "attempt 1" });
  await expect(next()).rejects.toThrow("as scripted");
  await expect(next()).rejects.toThrow("no further reply");
  expect(executor.tasks).toHaveLength(6);
});

test("a single function answers every call", async () => {
  const executor = scriptedExecutor((task) => task.input.input);
  for (let call = 0; call < 3; call += 1)
    await expect(executor.generate(aTask())).resolves.toMatchObject({ candidateText: "Look up order 000123." });
});
