import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import { resolvePointer } from "../../pointers.ts";
import type { RecognitionRequest } from "../../request.ts";
import type { Problem } from "../../types/executor.ts";
import type { IntentResult, SourceRef } from "../../types/result.ts";
import { resultSchema } from "../result-schema.ts";
import { placedIntents } from "../state-walk.ts";

let compiled: ValidateFunction | null = null;

/** R07: the result fits its published schema and its limits, and every source reference leads somewhere. */
export function provenanceInvariant(request: RecognitionRequest, result: IntentResult): Problem[] {
  compiled ??= new Ajv2020({ allErrors: false, strict: false, ownProperties: true }).compile(resultSchema);
  if (!compiled(result)) {
    return (compiled.errors ?? []).map((error) => ({
      code: "R07",
      path: error.instancePath,
      message: error.message ?? "does not fit the schema of a result",
    }));
  }
  return [...sizeProblems(request, result), ...refProblems(request, result)];
}

function sizeProblems(request: RecognitionRequest, result: IntentResult): Problem[] {
  const { limits } = request.settings;
  const problems: Problem[] = [];
  const over = (path: string, size: number, limit: number) => {
    if (size > limit) problems.push({ code: "R07", path, message: `${size} is over the limit of ${limit}` });
  };
  over("", Buffer.byteLength(JSON.stringify(result)), limits.resultBytes);
  over("/issues", result.issues.length, limits.issues);
  over("/inferences", result.inferences.length, limits.inferences);
  const placed = placedIntents(result.effective);
  over("/effective/intents", placed.length, limits.intents);
  over("/effective/relations", result.effective.relations.length, limits.relations);
  return problems;
}

function refProblems(request: RecognitionRequest, result: IntentResult): Problem[] {
  const known = new Map<string, unknown>();
  const problems: Problem[] = [];
  for (const [path, ref] of refsOf(result)) {
    const key = `${ref.root} ${ref.pointer}`;
    if (!known.has(key)) known.set(key, resolvePointer(request, ref));
    const source = known.get(key);
    if (source === undefined) problems.push({ code: "R07", path, message: "leads nowhere" });
    else if (ref.quote !== undefined && !standsAt(source, ref.quote, ref.start)) {
      problems.push({ code: "R07", path, message: "the quote does not stand where it says" });
    }
  }
  return problems;
}

function standsAt(source: unknown, quote: string, start: number | undefined): boolean {
  return typeof source === "string" && start !== undefined && source.startsWith(quote, start);
}

function refsOf(result: IntentResult): [string, SourceRef][] {
  const refs: [string, SourceRef][] = [];
  const from = (path: string, items: readonly { sourceRefs: readonly SourceRef[] }[]) => {
    for (const [at, { sourceRefs }] of items.entries()) {
      for (const [index, ref] of sourceRefs.entries()) refs.push([`${path}/${at}/sourceRefs/${index}`, ref]);
    }
  };
  from("/turn/changes", result.turn.changes);
  from("/turn/facts", Object.values(result.turn.facts));
  for (const { intent, pointer } of placedIntents(result.effective)) {
    from(`/effective${pointer}/inputs`, Object.values(intent.inputs));
    for (const [at, { resolved }] of intent.references.entries()) {
      if (resolved !== null) refs.push([`/effective${pointer}/references/${at}/resolved`, resolved]);
    }
  }
  from("/effective/unresolved", result.effective.unresolved);
  from("/fieldResults", result.fieldResults);
  from("/issues", result.issues);
  from("/inferences", result.inferences);
  return refs;
}
