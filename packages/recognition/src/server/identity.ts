import { readFileSync } from "node:fs";

const manifest = JSON.parse(readFileSync(new URL("../../package.json", import.meta.url), "utf8"));

/** How the server introduces itself. */
export const SERVER_INFO = {
  name: "openintents-recognize",
  title: "OpenIntents recognition",
  version: String(manifest.version),
};

const COMMON =
  "Turns what a person wrote into a structured IntentResult: what is wanted, under which constraints, and where each part stands in the text. " +
  "Recognition never acts: a result is no permission to do anything. When `status` is needs_input or ambiguous, put the questions of `effective.unresolved` to the person; do not answer them yourself. " +
  "To go on in a conversation pass the last result's `effective` as `baseline`, unchanged.";

/** What a connecting client's model is told. */
export function instructionsFor(mode: "executor" | "host", prefix: string): string {
  if (mode === "executor") return `${COMMON} Call ${prefix}intent_parse with the person's own words as \`input\`.`;
  return (
    `${COMMON} Call ${prefix}intent_prepare with the person's own words as \`input\`; build the candidate from the task's instructions, input and outputSchema only, and send its complete JSON text to ${prefix}intent_accept. ` +
    "On CANDIDATE_INVALID with a correction, mend only the named problems, once, under the new token. Missing information is no reason for a correction. " +
    `If you cannot or will not do it, call ${prefix}intent_cancel with reason incomplete or refusal.`
  );
}
