import type { CandidateField } from "../../types/candidate.ts";
import type { CandidateView, Report } from "../candidate-view.ts";

/** V09: only selected fields, each at most once for each owner, with values where the status says that there are some. */
export function checkFieldEntries(view: CandidateView, report: Report): void {
  const { request, candidate } = view;
  const selected = new Set(request.fields);
  const seen = new Set<string>();
  const anyIntent = candidate.intents.length > 0 || (request.baseline?.intents.length ?? 0) > 0;
  for (const [index, entry] of candidate.fields.entries()) {
    const path = `/fields/${index}`;
    const field = selected.has(entry.field) ? request.settings.schema?.field(entry.field) : undefined;
    if (field === undefined) {
      report(`${path}/field`, "is not a selected field");
      continue;
    }
    const owner = entry.owner === null ? "" : (view.intentId(entry.owner) ?? entry.owner);
    const place = `${entry.field} ${owner}`;
    if (seen.has(place)) report(path, "is a second entry for the same field and owner");
    seen.add(place);
    if (!field.perIntent && entry.owner !== null) report(`${path}/owner`, "must be null: the field is of the request");
    if (field.perIntent && entry.owner === null && anyIntent)
      report(`${path}/owner`, "must name an intent: the field has one value for each");
    checkStatus(entry, path, report);
  }
}

function checkStatus({ status, valueJson, alternativesJson }: CandidateField, path: string, report: Report): void {
  const extracted = status === "extracted";
  const several = status === "ambiguous" || status === "conflict";
  if (extracted && valueJson === null) report(`${path}/valueJson`, "is needed for extracted");
  if (!extracted && valueJson !== null) report(`${path}/valueJson`, `must be null for ${status}`);
  if (several && new Set(alternativesJson).size < 2)
    report(`${path}/alternativesJson`, `must hold two different values or more for ${status}`);
  if (!several && alternativesJson.length > 0) report(`${path}/alternativesJson`, `must be empty for ${status}`);
}
