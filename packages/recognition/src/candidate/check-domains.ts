import type { CandidateView, Report } from "./candidate-view.ts";

/** V01, as far as the request narrows it: a domain is one of the configured ones. */
export function checkDomains(view: CandidateView, report: Report): void {
  const known = new Set(view.request.settings.domains.map((domain) => domain.name));
  for (const [index, { domain }] of view.candidate.intents.entries())
    if (domain !== null && !known.has(domain)) report(`/intents/${index}/domain`, "is no configured domain; use null");
}
