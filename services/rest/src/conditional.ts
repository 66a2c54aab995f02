/** The entity tag of an object whose version is `sequence`. */
export function entityTag(sequence: number): string {
  return `"${sequence}"`;
}

/** Whether If-None-Match names the tag; weak and strong forms compare alike, as HTTP asks of a read. */
export function noneMatchNames(header: string | undefined, tag: string): boolean {
  if (header === undefined) return false;
  if (header.trim() === "*") return true;
  return header.split(",").some((candidate) => candidate.trim().replace(/^W\//, "") === tag);
}
