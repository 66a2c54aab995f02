import { own } from "./json/json-object.ts";
import { pointerTokens } from "./json/pointer-text.ts";
import type { RecognitionRequest } from "./request.ts";
import type { Quote } from "./types/candidate.ts";
import type { JsonObject, JsonValue } from "./types/json.ts";

const INDEX = /^(?:0|[1-9]\d{0,9})$/;

/**
 * What a quote's root and pointer name in the caller's own material: the raw input at "", the context as an array of
 * items (a context given as text is its item 0), the baseline as given, the text of the reference time at "".
 * Undefined when there is no such place.
 */
export function resolvePointer(
  request: RecognitionRequest,
  quote: Pick<Quote, "root" | "pointer">,
): JsonValue | undefined {
  const root = rootOf(request, quote.root);
  if (root === undefined || root === null) return undefined;
  if (quote.pointer === "") return root;
  const tokens = pointerTokens(quote.pointer);
  if (tokens === null) return undefined;
  let at: JsonValue | undefined = root;
  for (const token of tokens) {
    if (Array.isArray(at)) at = INDEX.test(token) ? at[Number(token)] : undefined;
    else if (typeof at === "object" && at !== null) at = own(at as JsonObject, token);
    else return undefined;
  }
  return at;
}

function rootOf(request: RecognitionRequest, root: Quote["root"]): JsonValue | undefined {
  switch (root) {
    case "input":
      return request.input;
    case "context":
      return request.context as unknown as JsonValue;
    case "baseline":
      return request.baseline as unknown as JsonValue;
    case "referenceTime":
      return request.referenceTimeText;
  }
}
