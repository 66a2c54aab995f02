import { isObject } from "../json/json-object.ts";
import { pointerToken } from "../json/pointer-text.ts";
import type { Settings } from "../request.ts";
import { languageTag } from "../settings/language-tag.ts";
import type { JsonValue } from "../types/json.ts";
import { EVIDENCE_FORMS, type EvidenceForm } from "../types/names.ts";
import { refuseInput } from "./input-error.ts";

/** How the caller wants the result written. */
export function readOutput(
  settings: Settings,
  given: JsonValue | undefined,
): { language: string; evidence: EvidenceForm } {
  const chosen = { language: settings.language, evidence: "refs" as EvidenceForm };
  if (given === undefined) return chosen;
  if (!isObject(given)) return refuseInput("INPUT_INVALID", [{ path: "/output", message: "must be an object" }]);
  const unknown = Object.keys(given).filter((name) => name !== "language" && name !== "evidence");
  if (unknown.length > 0)
    refuseInput(
      "INPUT_INVALID",
      unknown.map((name) => ({ path: `/output/${pointerToken(name)}`, message: "is not a member of output" })),
    );
  const { language, evidence } = given;
  if (language !== undefined) {
    const tag = languageTag(language);
    if (tag === null)
      return refuseInput("INPUT_INVALID", [{ path: "/output/language", message: "must be a BCP 47 language tag" }]);
    chosen.language = tag;
  }
  if (evidence !== undefined) {
    if (!(EVIDENCE_FORMS as readonly JsonValue[]).includes(evidence))
      return refuseInput("INPUT_INVALID", [
        { path: "/output/evidence", message: `must be one of ${EVIDENCE_FORMS.join(", ")}` },
      ]);
    chosen.evidence = evidence as EvidenceForm;
  }
  return chosen;
}
