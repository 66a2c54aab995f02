// Words that point at something said elsewhere, and what they were taken to mean.
import type { Reference } from "../types/result.ts";
import { addChange, addIssue, type Draft, inTextOrder, open, overlaps, ownerIntent, standingOf } from "./draft.ts";
import type { Evidence } from "./evidence.ts";
import { ask } from "./templates.ts";

export function applyReferences(draft: Draft): void {
  for (const at of inTextOrder(draft.evidence.references)) {
    const said = draft.candidate.references[at];
    const evidence = draft.evidence.references[at];
    if (said === undefined || evidence === undefined) continue;
    const owner = ownerIntent(draft, said.owner);
    const id = draft.mint("ref");
    if (owner === null) {
      const waits = standingOf(draft, said.owner).fate === "pending";
      addChange(draft, "add", "reference", id, evidence, waits ? "pending" : "rejected");
      continue;
    }
    const resolved =
      said.resolvesTo === null ? null : (draft.placing.place("resolved", [said.resolvesTo]).refs[0] ?? null);
    const made: Reference = { id, kind: said.kind, text: said.text, resolved };
    owner.references.push(made);
    addChange(draft, "add", "reference", id, evidence, "applied");
    if (resolved === null) tellUnresolved(draft, made, owner.id, evidence);
    else tellResolved(draft, made, said.owner, said.resolvesTo?.text ?? null, evidence);
  }
}

function tellUnresolved(draft: Draft, made: Reference, intentId: string, evidence: Evidence): void {
  addIssue(
    draft,
    "REFERENCE_UNRESOLVED",
    "warning",
    made,
    "nothing that was said settles what this means",
    evidence.refs,
  );
  const asked = draft.candidate.unresolved.some((one, at) => {
    const about = draft.evidence.unresolved[at];
    return one.kind === "reference" && about !== undefined && (overlaps(about, evidence) || one.text === made.text);
  });
  if (asked) return;
  const question = ask(draft.request.language, "target", made.text);
  open(draft, { kind: "reference", text: made.text, intentId, question, options: [] }, evidence);
}

/** Taking words to mean something said elsewhere is a reading: it is written down unless the candidate does so itself. */
function tellResolved(draft: Draft, made: Reference, owner: string, text: string | null, evidence: Evidence): void {
  const id = standingOf(draft, owner).id;
  const told = draft.candidate.inferences.some(
    (one) => one.kind === "reference" && standingOf(draft, one.about).id === id,
  );
  if (told || made.resolved === null) return;
  const statement =
    text === null
      ? `"${made.text}" is read as what ${made.resolved.pointer} holds.`
      : `"${made.text}" is read as "${text}".`;
  const sourceRefs = draft.placing.together([...evidence.refs, made.resolved]);
  draft.inferences.push({
    about: made,
    below: "/resolved",
    kind: "reference",
    statement,
    sourceRefs,
    position: evidence.position,
  });
}
