import { RE2JS } from "re2js";
import type { JsonValue } from "../types/json.ts";

// Patterns run on an engine whose time is linear in the text, so that no pattern and no text can hold up a process.
// The cost per character grows with the compiled pattern, so that its size is bounded too.
const MOST_CHARACTERS = 1_000;
const MOST_INSTRUCTIONS = 2_000;
// The engine would read "\k<name>" as letters, and quietly mean something else than whoever wrote it.
const NAMED_BACK_REFERENCE = /(?<!\\)(?:\\\\)*\\k</;
const REFUSED = "is not a pattern of the linear-time engine: no look-around, no back reference";
const compiled = new Map<string, RE2JS>();
const MOST_KEPT = 1_000;

export function compilePattern(pattern: string): RE2JS {
  const known = compiled.get(pattern);
  if (known !== undefined) return known;
  const made = RE2JS.compile(RE2JS.translateRegExp(pattern));
  if (compiled.size >= MOST_KEPT) compiled.clear();
  compiled.set(pattern, made);
  return made;
}

export function patternProblem(pattern: JsonValue): string | null {
  if (typeof pattern !== "string") return "must be a string";
  if (pattern.length > MOST_CHARACTERS) return `is longer than ${MOST_CHARACTERS} characters`;
  if (NAMED_BACK_REFERENCE.test(pattern)) return REFUSED;
  try {
    const size = compilePattern(pattern).programSize();
    return size > MOST_INSTRUCTIONS ? "repeats too much" : null;
  } catch {
    return REFUSED;
  }
}
