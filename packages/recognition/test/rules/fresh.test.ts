import { expect, test } from "vitest";
import { rulesExecutor } from "../../src/executors/rules/index.ts";
import { FRESH_TURNS } from "./cases/fresh-turns.ts";
import { FRESH_UTTERANCES } from "./cases/fresh-utterances.ts";
import { recogniseCase } from "./cases/recognise-case.ts";
import { scoreCase } from "./cases/score-case.ts";

const ALL = [...FRESH_UTTERANCES, ...FRESH_TURNS];

test.each(ALL.map((facts) => [facts.id, facts.input.input, facts] as const))(
  "%s: every listed fact of: %s",
  async (_, __, facts) => {
    const { missed, invented, falseComplete } = scoreCase(facts, await recogniseCase(facts, rulesExecutor()));
    expect({ missed, invented, falseComplete }).toEqual({ missed: [], invented: [], falseComplete: false });
  },
);
