import type { RecognitionRequest } from "../../request.ts";
import type { Problem } from "../../types/executor.ts";
import type { IntentResult } from "../../types/result.ts";
import { createOwnership } from "../owners.ts";

/** R03: `turn.intentIds` are the intents that changes name, themselves or through what they own. */
export function intentIdsInvariant(request: RecognitionRequest, result: IntentResult): Problem[] {
  const ownersOf = createOwnership(result.effective, request.baseline);
  const named = new Set(result.turn.changes.flatMap((change) => ownersOf(change.target)));
  const listed = new Set(result.turn.intentIds);
  const problems: Problem[] = [];
  const wrong = (message: string) => problems.push({ code: "R03", path: "/turn/intentIds", message });
  if (listed.size < result.turn.intentIds.length) wrong("an intent is listed twice");
  for (const id of named) if (!listed.has(id)) wrong(`${id} is named by a change and not listed`);
  for (const id of listed) if (!named.has(id)) wrong(`${id} is listed and named by no change`);
  return problems;
}
