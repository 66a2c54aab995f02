import { isUtf8 } from "node:buffer";
import { readFile } from "node:fs/promises";
import { basename } from "node:path";
import { type Document, parseDocument } from "yaml";
import { IntentError } from "../errors.ts";
import type { JsonValue } from "../types/json.ts";

/** Aliases beyond this number would let a small file grow without bound. */
const MOST_ALIASES = 100;

/**
 * A YAML or JSON file as a JSON value. Throws CONFIG_INVALID naming the file when it cannot be
 * read, is not well-formed, or names a member twice.
 */
export async function readDocument(path: string): Promise<JsonValue> {
  const bytes = await readFile(path).catch((error: NodeJS.ErrnoException) => {
    throw refusal(path, `cannot be read (${error.code ?? "unknown reason"})`, error);
  });
  if (!isUtf8(bytes)) throw refusal(path, "is not UTF-8");
  const text = bytes.toString("utf8");
  if (path.endsWith(".json")) checkJson(path, text);
  const document = parseDocument(text, { uniqueKeys: true, prettyErrors: false });
  const [error] = [...document.errors, ...document.warnings];
  if (error !== undefined) {
    const before = text.slice(0, error.pos[0]);
    const line = before.split("\n").length;
    const what = error.code === "MULTIPLE_DOCS" ? "another document begins" : firstLine(error.message);
    throw refusal(path, `line ${line}: ${what}`, error);
  }
  return toJson(path, document);
}

function toJson(path: string, document: Document): JsonValue {
  try {
    const value: unknown = document.toJS({ maxAliasCount: MOST_ALIASES });
    // Numbers that JSON does not have, and dates, become what JSON makes of them.
    return JSON.parse(JSON.stringify(value ?? null)) as JsonValue;
  } catch (error) {
    throw refusal(path, "its aliases cannot be resolved", error);
  }
}

function checkJson(path: string, text: string): void {
  try {
    JSON.parse(text);
  } catch (error) {
    throw refusal(path, "is not JSON", error);
  }
}

function refusal(path: string, what: string, cause?: unknown): IntentError {
  return new IntentError("CONFIG_INVALID", "config", `${basename(path)}: ${what}`, { cause });
}

function firstLine(message: string): string {
  return message.split("\n", 1)[0] ?? message;
}
