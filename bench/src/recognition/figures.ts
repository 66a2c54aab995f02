// `npm run bench -- figures`: how much recognition gets right, on the project's own cases and on public data.
import type { Study } from "../harness/study.ts";
import { caseTable, freshTable } from "./case-figures.ts";
import { classifierFigures } from "./classifier-figures.ts";
import { cueFigures } from "./cue-figures.ts";
import { dataFolder } from "./data-folder.ts";
import { valueFigures, valueTable } from "./value-figures.ts";

export const figures: Study = {
  id: "figures",
  title: "what recognition gets right: cases, values, domains, false flags (RECOGNITION_DATA names the data)",
  async run() {
    const folder = dataFolder();
    return [
      await caseTable(),
      await freshTable(),
      valueTable(valueFigures(folder)),
      classifierFigures(folder),
      await cueFigures(folder),
    ];
  },
};
