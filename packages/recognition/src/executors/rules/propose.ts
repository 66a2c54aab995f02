import type { Candidate } from "../../types/candidate.ts";
import type { TaskMaterial } from "../../types/executor.ts";
import type { Defaults } from "../../types/options.ts";
import type { ValueContext } from "../../values/find-values.ts";
import { readReferenceTime } from "../../values/reference-time.ts";
import { readFields, wantsEachCode } from "./fields.ts";
import { keepLastWord } from "./last-word.ts";
import { readText } from "./read-text.ts";
import type { Reading } from "./reading.ts";
import { readReferences } from "./references.ts";
import { toCandidate } from "./to-candidate.ts";
import { takeTurn } from "./turn.ts";

/** What the rules propose for one message; values are read as the instance reads them. The same material gives the same candidate. */
export function proposeCandidate(
  material: TaskMaterial,
  classify: (text: string) => string | null,
  reads: { language: string; defaults: Defaults } = { language: "en", defaults: {} },
): Candidate {
  const context: ValueContext = {
    reference: material.referenceTime === null ? null : readReferenceTime(material.referenceTime),
    ...reads,
  };
  const reading = readText(
    material.input,
    context,
    wantsEachCode(material.fields),
    (material.baseline?.intents.length ?? 0) > 0,
  );
  const names = new Set(material.domains.map((domain) => domain.name));
  const domainOf = (intent: Reading["intents"][number]) => {
    const name =
      names.size === 0
        ? null
        : classify(material.input.slice(intent.evidence[0]?.start ?? 0, intent.evidence[0]?.end ?? 0));
    return name !== null && names.has(name) ? name : null;
  };
  const taken = takeTurn(reading, material, context);
  const { candidate, keys } = toCandidate(reading, readReferences(reading, material), domainOf);
  taken(candidate);
  keepLastWord(candidate);
  const [only, other] = material.baseline?.intents ?? [];
  const standing = candidate.fields.length > 0 || other !== undefined ? null : (only?.id ?? null);
  candidate.fields.push(...readFields(reading, keys, material, context, standing));
  return candidate;
}
