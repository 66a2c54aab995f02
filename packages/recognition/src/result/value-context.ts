import type { RecognitionRequest } from "../request.ts";
import type { ValueContext } from "../values/found-value.ts";

/** What times and amounts of this request are counted from. The text is in the instance's language, whatever the output is in. */
export function valueContext(request: RecognitionRequest): ValueContext {
  return {
    reference: request.referenceTime,
    defaults: request.settings.defaults,
    language: request.settings.language,
  };
}
