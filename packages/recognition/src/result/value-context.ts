import type { RecognitionRequest } from "../request.ts";
import type { ValueContext } from "../values/found-value.ts";

const contexts = new WeakMap<RecognitionRequest, ValueContext>();

/** What times and amounts of this request are counted from. The text is in the instance's language, whatever the output is in. */
export function valueContext(request: RecognitionRequest): ValueContext {
  const known = contexts.get(request);
  if (known !== undefined) return known;
  const { defaults, language } = request.settings;
  const made = { reference: request.referenceTime, defaults, language };
  contexts.set(request, made);
  return made;
}
