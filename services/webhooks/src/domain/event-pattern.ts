/** Whether an endpoint that asked for `patterns` (exact, `intent.*`, `*`) receives this type. */
export function wantsType(patterns: readonly string[], type: string): boolean {
  return patterns.some(
    (pattern) =>
      pattern === "*" || pattern === type || (pattern.endsWith(".*") && type.startsWith(pattern.slice(0, -1))),
  );
}

/** Whether a pattern can match anything: a typo must not make an endpoint that stays silent. */
export function isKnownPattern(pattern: string, types: readonly string[]): boolean {
  return types.some((type) => wantsType([pattern], type));
}
