import { readFileSync } from "node:fs";
import { join } from "node:path";
import { UsageError } from "../harness/options.ts";

/** The folder of public data sets, which the environment names; they are no part of the product. */
export function dataFolder(env: NodeJS.ProcessEnv = process.env): string {
  const folder = env.RECOGNITION_DATA;
  if (!folder) throw new UsageError("RECOGNITION_DATA names the folder with clinc150.json and the other data sets.");
  return folder;
}

export type Labelled = [text: string, label: string];

export type Clinc = { train: Labelled[]; val: Labelled[]; test: Labelled[]; oos_val: Labelled[]; oos_test: Labelled[] };

export function readClinc(folder: string): Clinc {
  return JSON.parse(readFileSync(join(folder, "clinc150.json"), "utf8"));
}

/** Rows of `text,category`; a text with commas or quotes stands in quotes, doubled inside, over lines at times. */
export function readBanking(folder: string, part: "train" | "test"): Labelled[] {
  const text = readFileSync(join(folder, `banking77-${part}.csv`), "utf8");
  const rows = text.matchAll(/(?:"((?:[^"]|"")*)"|([^,"\n]*)),([^\n\r]*)\r?\n/g);
  return [...rows]
    .slice(1)
    .map(([, quoted, plain, label]) => [(quoted?.replaceAll('""', '"') ?? plain ?? "").trim(), (label ?? "").trim()]);
}
