// What the negation guard costs: public support requests hardly ever forbid anything, so a flag on one of them is
// a false one unless its words really forbid.
import { Intent, rulesExecutor } from "@openintents/recognition";
import type { Table } from "../harness/study.ts";
import { readClinc } from "./data-folder.ts";

const CUE =
  /\b(?:not|never|no|none|nothing|neither|nor|without|except|excluding|unless|avoid|cannot|instead of|rather than)\b|n['’]t\b/i;

export async function cueFigures(folder: string): Promise<Table> {
  const { test, oos_test } = readClinc(folder);
  const intent = new Intent({ executor: rulesExecutor() });
  const rows: (string | number)[][] = [];
  for (const [name, utterances] of [
    ["CLINC150 test, in scope", test],
    ["CLINC150 test, out of scope", oos_test],
  ] as const) {
    const withCue = utterances.filter(([text]) => CUE.test(text));
    let flagged = 0;
    let partial = 0;
    let prohibitions = 0;
    for (const [input] of withCue) {
      const { issues, status, effective } = await intent.parse({ input });
      if (issues.some(({ code }) => code === "NEGATION_UNACCOUNTED")) flagged += 1;
      if (status === "partial") partial += 1;
      const constraints = [...effective.constraints, ...effective.intents.flatMap((one) => one.constraints)];
      if (constraints.some(({ kind }) => kind === "prohibition")) prohibitions += 1;
    }
    const percent = (count: number) => `${((count / withCue.length) * 100).toFixed(1)} %`;
    rows.push([name, utterances.length, withCue.length, `${flagged} (${percent(flagged)})`, partial, prohibitions]);
  }
  return {
    title: "Negation guard with the rules executor",
    columns: ["data set", "utterances", "with a cue", "flagged", "status partial", "read as a prohibition"],
    rows,
    notes: ["The cues are counted by a pattern of this bench, not by the guard's own list."],
  };
}
