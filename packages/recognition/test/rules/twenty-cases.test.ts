import { expect, test } from "vitest";
import { rulesExecutor } from "../../src/executors/rules/index.ts";
import { developerCases } from "../cases/developer/developer-cases.ts";
import { runCase } from "../cases/run-cases.ts";
import { scoreCase } from "../cases/score-case.ts";

test.each(developerCases.map((one) => [one.id, one] as const))(
  "%s has every listed fact with the rules executor, and nothing is invented",
  async (_, one) => {
    const { missing, invented, falseComplete } = scoreCase(one, await runCase(one, rulesExecutor()));
    expect({ missing, invented, falseComplete }).toEqual({ missing: [], invented: [], falseComplete: false });
  },
);
