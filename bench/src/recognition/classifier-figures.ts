// How well the domain classifier names the domain, and how much of what is out of scope it turns away.
import { type Classifier, trainClassifier } from "@openintents/recognition";
import type { Table } from "../harness/study.ts";
import { type Labelled, readBanking, readClinc } from "./data-folder.ts";

const GOALS = { clinc: 92.5, clincWithThreshold: 91.5, outOfScope: 58, banking: 91 };

export function classifierFigures(folder: string): Table {
  const clinc = readClinc(folder);
  const started = performance.now();
  const clincModel = trained(clinc.train);
  const seconds = (performance.now() - started) / 1000;
  const inScope = accuracy(clincModel, clinc.test);
  const turnedAway = share(clinc.oos_test, ([text]) => clincModel.predict(text) === null);
  const validation = accuracy(clincModel, clinc.val);
  const turnedAwayValidation = share(clinc.oos_val, ([text]) => clincModel.predict(text) === null);
  const bankingModel = trained(readBanking(folder, "train"));
  const banking = accuracy(bankingModel, readBanking(folder, "test"));
  return {
    title: "Domain classifier",
    columns: ["data set", "in scope, nearest", "in scope, with the threshold", "out-of-scope recall", "threshold"],
    rows: [
      ["CLINC150 test", inScope.nearest, inScope.kept, turnedAway, clincModel.threshold.toFixed(3)],
      ["CLINC150 validation", validation.nearest, validation.kept, turnedAwayValidation, "the same"],
      ["BANKING77 test", banking.nearest, banking.kept, "none in the set", bankingModel.threshold.toFixed(3)],
    ],
    notes: [
      `Percent of utterances. The threshold comes from training examples kept aside, never from validation or test. Training on CLINC150 took ${seconds.toFixed(1)} s.`,
    ],
    missed: [
      ...short("CLINC150 in scope", inScope.nearest, GOALS.clinc),
      ...short("CLINC150 with the threshold", inScope.kept, GOALS.clincWithThreshold),
      ...short("out-of-scope recall", turnedAway, GOALS.outOfScope),
      ...short("BANKING77", banking.nearest, GOALS.banking),
    ],
  };
}

function trained(rows: Labelled[]): Classifier {
  const examples = Map.groupBy(rows, ([, label]) => label);
  const domains = [...examples].map(([name, some]) => ({
    name,
    description: name,
    examples: some.map(([text]) => text),
  }));
  const classifier = trainClassifier(domains);
  if (!classifier) throw new Error("the data set has fewer than two labels");
  return classifier;
}

function accuracy(classifier: Classifier, rows: Labelled[]) {
  return {
    nearest: share(rows, ([text, label]) => classifier.nearest(text).name === label),
    kept: share(rows, ([text, label]) => classifier.predict(text)?.name === label),
  };
}

/** Percent with two digits. */
export function share<T>(rows: readonly T[], holds: (row: T) => boolean): number {
  return Math.round((rows.filter(holds).length / rows.length) * 10_000) / 100;
}

function short(what: string, value: number, goal: number): string[] {
  return value >= goal ? [] : [`${what}: ${value}, the goal is ${goal}.`];
}
