import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const chart = join(import.meta.dirname, "..", "charts", "openintents");
const begin = "<!-- values: made from values.yaml by `node scripts/chart-readme.ts` -->";
const end = "<!-- end of values -->";

/** One value of the chart: its dotted path, its default as values.yaml writes it, and the comment above it. */
export type ChartValue = { path: string; default: string; comment: string };

/** Reads the values with their comments from the text of values.yaml, in order. A value that has none has the comment "". */
export function chartValues(text: string): ChartValue[] {
  const values: ChartValue[] = [];
  const parents: { indent: number; key: string }[] = [];
  let comment: string[] = [];
  for (const line of text.split("\n")) {
    const [, indent = "", rest = ""] = /^( *)(.*)$/.exec(line) ?? [];
    if (rest === "") comment = [];
    else if (rest.startsWith("#")) comment.push(rest.replace(/^# ?/, ""));
    else {
      const [, key = "", value = ""] = /^([^:]+):(?: +(.*))?$/.exec(rest) ?? [];
      while ((parents.at(-1)?.indent ?? -1) >= indent.length) parents.pop();
      const path = [...parents.map((parent) => parent.key), key].join(".");
      if (value === "") parents.push({ indent: indent.length, key });
      else values.push({ path, default: value, comment: comment.join(" ") });
      comment = [];
    }
  }
  return values;
}

/** The README with its table of values made anew from the text of values.yaml. Throws when the README has no place for it. */
export function chartReadme(readme: string, values: string): string {
  const from = readme.indexOf(begin);
  const to = readme.indexOf(end);
  if (from < 0 || to < from) throw new Error("the chart's README has no place for the table of values");
  const rows = chartValues(values).map(
    (value) => `| \`${value.path}\` | \`${value.default}\` | ${value.comment.replaceAll("|", "\\|")} |`,
  );
  const table = ["| value | default | meaning |", "| --- | --- | --- |", ...rows].join("\n");
  return `${readme.slice(0, from)}${begin}\n\n${table}\n\n${readme.slice(to)}`;
}

if (import.meta.main) {
  const path = join(chart, "README.md");
  const before = readFileSync(path, "utf8");
  const after = chartReadme(before, readFileSync(join(chart, "values.yaml"), "utf8"));
  if (after !== before) writeFileSync(path, after);
  console.log(`charts/openintents/README.md: ${after === before ? "unchanged" : "table of values made anew"}`);
}
