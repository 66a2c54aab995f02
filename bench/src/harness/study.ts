// A study prints tables of figures that have no baseline to be divided by: accuracy, growth, memory.
import { mkdirSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describeMachine, type Machine } from "./machine.ts";
import type { BenchOptions } from "./options.ts";

export type Table = {
  title: string;
  columns: string[];
  rows: (string | number)[][];
  /** What the figures mean, a sentence each. */
  notes?: string[];
  /** Goals that the figures do not reach, a sentence each. */
  missed?: string[];
};

export type Study = {
  id: string;
  title: string;
  run(options: BenchOptions, say: (line: string) => void): Promise<Table[]>;
};

export type StudyResult = { study: { id: string; title: string }; date: string; machine: Machine; tables: Table[] };

export async function runStudy(study: Study, options: BenchOptions): Promise<StudyResult> {
  const machine = describeMachine();
  const say = options.json ? () => {} : console.log;
  say(`${study.id}: ${study.title}`);
  const tables = await study.run(options, say);
  return { study: { id: study.id, title: study.title }, date: new Date().toISOString(), machine, tables };
}

export function studyMarkdown({ study, date, machine, tables }: StudyResult): string {
  const parts = tables.map(
    ({ title, columns, rows, notes = [], missed = [] }) => `## ${title}

| ${columns.join(" | ")} |
|${columns.map(() => " --- |").join("")}
${rows.map((row) => `| ${row.join(" | ")} |`).join("\n")}
${[...notes, ...missed.map((goal) => `**Missed:** ${goal}`)].map((line) => `\n- ${line}`).join("")}`,
  );
  return `# ${study.id}: ${study.title}

${parts.join("\n\n")}

${machine.cpu}, ${machine.cores} cores, ${machine.memoryGiB} GiB, ${machine.system}, Node ${machine.node}; load before the run ${machine.loadBefore}. Commit ${machine.commit}, ${date}.
`;
}

/** Keeps the study in bench/results; answers the path. */
export function writeStudy(result: StudyResult): string {
  const folder = fileURLToPath(new URL("../../results/", import.meta.url));
  mkdirSync(folder, { recursive: true });
  const path = `${folder}${result.study.id}-${result.date.slice(0, 10)}`;
  writeFileSync(`${path}.json`, `${JSON.stringify(result, null, 2)}\n`);
  writeFileSync(`${path}.md`, studyMarkdown(result));
  return `${path}.md`;
}
