import { isIPv4, isIPv6 } from "node:net";
import { StringFormat } from "../gen/openintents/wire/v1/wire_pb.ts";
import type { JsonObject } from "./json.ts";

/**
 * A form of text. `accepts` decides; `complaint` completes the sentence "<param> …". `schema` is for
 * JSON Schema: it takes all that `accepts` takes and may take more, since it is kept short for
 * models and free of lookaheads, which some validators lack.
 */
export type Format = { accepts(text: string): boolean; complaint: string; schema: JsonObject };

const PORT = "(?:[1-9][0-9]{0,3}|[1-5][0-9]{4}|6[0-4][0-9]{3}|65[0-4][0-9]{2}|655[0-2][0-9]|6553[0-5])";

const LABEL = "[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?";
const HOST = `^(?=.{1,253}(?::|$))${LABEL}(?:\\.${LABEL})*(?::${PORT})?$`;

// The characters of RFC 3986; what else a browser would take and rewrite is refused.
const AUTHORITY = `(?:[A-Za-z0-9._-]+|\\[[0-9A-Fa-f:.]+\\])(?::${PORT})?`;
const PATH_CHAR = "[A-Za-z0-9._~!$&'()*+,;=:@/-]|%[0-9A-Fa-f]{2}";
const PATH_AND_QUERY = `(?:/(?:${PATH_CHAR})*)?(?:[?](?:${PATH_CHAR}|[?])*)?`;
const HTTPS_URL = `^https://${AUTHORITY}${PATH_AND_QUERY}$`;
const HTTP_URL = `^https?://${AUTHORITY}${PATH_AND_QUERY}(?:#(?:${PATH_CHAR}|[?])*)?$`;

const E164 = "^[+][1-9][0-9]{6,14}$";

const ATOM = "[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+";
const DOMAIN_LABEL = "[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?";
const EMAIL = `^(?=[^@]{1,64}@)${ATOM}(?:\\.${ATOM})*@(?:${DOMAIN_LABEL}\\.)+${DOMAIN_LABEL}$`;

const LANGUAGE = "^[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8})*$";
const CIDR = "^[0-9A-Fa-f:.]+/(0|[1-9][0-9]{0,2})$";

function matching(pattern: string, also: (text: string) => boolean = () => true): (text: string) => boolean {
  const form = new RegExp(pattern, "u");
  return (text) => form.test(text) && also(text);
}

function isIp(text: string): boolean {
  // A zone index ("fe80::1%eth0") means something on one machine only.
  return isIPv4(text) || (isIPv6(text) && !text.includes("%"));
}

function isNetwork(text: string): boolean {
  const slash = text.indexOf("/");
  const address = text.slice(0, slash);
  return isIp(address) && Number(text.slice(slash + 1)) <= (isIPv4(address) ? 32 : 128);
}

/** A tag that Intl can work with, so that nothing later trips over one that is only well-formed. */
function isLanguage(text: string): boolean {
  try {
    return Intl.getCanonicalLocales(text).length === 1;
  } catch (error) {
    // The one way in which Intl refuses a tag.
    if (error instanceof RangeError) return false;
    throw error;
  }
}

const formats = new Map<StringFormat, Format>();

formats.set(StringFormat.HTTPS_URL, {
  accepts: matching(HTTPS_URL, (text) => URL.canParse(text)),
  complaint: "must be an absolute https URL without credentials or fragment",
  schema: { format: "uri", pattern: "^https://" },
});
formats.set(StringFormat.HTTP_URL, {
  accepts: matching(HTTP_URL, (text) => URL.canParse(text)),
  complaint: "must be an absolute http or https URL without credentials",
  schema: { format: "uri", pattern: "^https?://" },
});
formats.set(StringFormat.HOST, {
  accepts: matching(HOST),
  complaint: "must be a lower-case host name, optionally with a port",
  schema: { maxLength: 259, pattern: "^[a-z0-9]([a-z0-9.-]*[a-z0-9])?(:[1-9][0-9]{0,4})?$" },
});
formats.set(StringFormat.IP, {
  accepts: isIp,
  complaint: "must be an IPv4 or IPv6 address",
  schema: { anyOf: [{ format: "ipv4" }, { format: "ipv6" }] },
});
formats.set(StringFormat.CIDR, {
  accepts: matching(CIDR, isNetwork),
  complaint: "must be an IPv4 or IPv6 network such as 192.0.2.0/24",
  schema: { pattern: CIDR },
});
formats.set(StringFormat.E164, {
  accepts: matching(E164),
  complaint: "must be a phone number with country code such as +14155550199",
  schema: { pattern: E164 },
});
formats.set(StringFormat.EMAIL, {
  accepts: matching(EMAIL),
  complaint: "must be an e-mail address",
  schema: { format: "email" },
});
formats.set(StringFormat.LANGUAGE, {
  accepts: matching(LANGUAGE, isLanguage),
  complaint: "must be a language tag such as en or pt-BR",
  schema: { pattern: LANGUAGE },
});

/** The form that a rule names; undefined for none. */
export function formatOf(format: StringFormat): Format | undefined {
  const found = formats.get(format);
  if (found === undefined && format !== StringFormat.UNSPECIFIED) throw new Error(`No string format ${format}`);
  return found;
}
