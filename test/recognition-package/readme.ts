// The guides of the README, as data: what a reader would copy is what the tests run.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../house.ts";

/** The code blocks of one section, in order. */
export function blocksOf(section: string): { language: string; text: string }[] {
  const readme = readFileSync(join(root, "packages/recognition/README.md"), "utf8");
  const [, after] = readme.split(`\n## ${section}\n`);
  if (after === undefined) throw new Error(`the README has no section ${section}`);
  const [own = ""] = after.split("\n## ", 1);
  return [...own.matchAll(/^```(\w+)\n([\s\S]*?)^```$/gm)].map(([, language = "", text = ""]) => ({ language, text }));
}

export function blockOf(section: string, part: string): string {
  const found = blocksOf(section).find(({ text }) => text.includes(part));
  if (found === undefined) throw new Error(`section ${section} has no block with ${part}`);
  return found.text;
}
