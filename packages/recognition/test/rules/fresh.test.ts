import { expect, test } from "vitest";
import { rulesExecutor } from "../../src/executors/rules/index.ts";
import { runCase } from "../cases/run-cases.ts";
import { scoreCase } from "../cases/score-case.ts";
import { FRESH_TURNS } from "./cases/fresh-turns.ts";
import { FRESH_UTTERANCES } from "./cases/fresh-utterances.ts";

const ALL = [...FRESH_UTTERANCES, ...FRESH_TURNS];

test.each(ALL.map((one) => [one.id, one.input.input, one] as const))(
  "%s: every listed fact of: %s",
  async (_, __, one) => {
    const { missing, invented, falseComplete } = scoreCase(one, await runCase(one, rulesExecutor()));
    expect({ missing, invented, falseComplete }).toEqual({ missing: [], invented: [], falseComplete: false });
  },
);
