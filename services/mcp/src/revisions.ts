/**
 * Revisions of the protocol that are opened with `initialize`, oldest first. The one
 * after them, 2026-07-28, has no opening: every request says what it speaks.
 */
export const LEGACY_REVISIONS = ["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"] as const;
export type LegacyRevision = (typeof LEGACY_REVISIONS)[number];

export const MODERN_REVISION = "2026-07-28";
export type Revision = LegacyRevision | typeof MODERN_REVISION;

/** What a client on a later request without the version header speaks, by the specification. */
export const ASSUMED_REVISION: LegacyRevision = "2025-03-26";
const NEWEST_LEGACY: LegacyRevision = "2025-11-25";

export function isLegacyRevision(text: unknown): text is LegacyRevision {
  return typeof text === "string" && (LEGACY_REVISIONS as readonly string[]).includes(text);
}

/** The answer to `initialize`: the asked revision where it is served, else the newest that has an opening. */
export function negotiate(asked: unknown): LegacyRevision {
  return isLegacyRevision(asked) ? asked : NEWEST_LEGACY;
}

/** What a client of a revision knows, so that it is sent nothing else. */
export type RevisionFeatures = {
  /** `annotations` on tools, `message` in progress. */
  annotations: boolean;
  /** `title`, `outputSchema`, `structuredContent`. */
  structured: boolean;
  /** JSON-RPC arrays. */
  batches: boolean;
};

/** ISO dates order as text. */
export function featuresOf(revision: Revision): RevisionFeatures {
  return {
    annotations: revision >= "2025-03-26",
    structured: revision >= "2025-06-18",
    batches: revision < "2025-06-18",
  };
}
