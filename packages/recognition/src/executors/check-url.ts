import { IntentError } from "../errors.ts";

/**
 * The address of a language source. Credentials have no place in it, and neither has a query where a path is added.
 * Throws CONFIG_INVALID/config without repeating the address, since a secret may stand in it.
 */
export function checkUrl(text: string, path: string, o: { base?: boolean } = {}): URL {
  const refuse = (message: string) =>
    new IntentError("CONFIG_INVALID", "config", `${path.slice(1)} ${message}.`, {
      issues: [{ code: "CONFIG_INVALID", path, message }],
    });
  const url = URL.parse(String(text));
  if (!url || (url.protocol !== "http:" && url.protocol !== "https:")) throw refuse("must be an http or https URL");
  if (url.username !== "" || url.password !== "") throw refuse("must not hold credentials");
  if (url.hash !== "" || (o.base && url.search !== "")) throw refuse("must not have a query or a fragment");
  return url;
}
