import { type DescField, type DescMessage, ScalarType } from "@bufbuild/protobuf";
import fc from "fast-check";
import type { JsonObject, JsonValue } from "../src/index.ts";
import { type FieldRules, StringFormat } from "../src/index.ts";
import { enumNames } from "../src/wire/enum-names.ts";
import { mustBeSent } from "../src/wire/must-be-sent.ts";
import { integerBounds } from "../src/wire/scalar-readers.ts";
import { isImplicit, type Member, rulesOf, shapeOf } from "../src/wire/shape.ts";

const label = fc.stringMatching(/^[a-z0-9]{1,6}$/u);
const path = fc.stringMatching(/^[A-Za-z0-9._~/-]{0,12}$/u);
const octet = fc.integer({ min: 0, max: 255 });
const ipv4 = fc.tuple(octet, octet, octet, octet).map((octets) => octets.join("."));
const hostName = fc.array(label, { minLength: 1, maxLength: 3 }).map((labels) => labels.join("."));

/** Texts of each form, the usual and the odd. */
export const formats = new Map<StringFormat, fc.Arbitrary<string>>([
  [
    StringFormat.HTTPS_URL,
    fc.oneof(
      fc.tuple(hostName, path).map(([host, tail]) => `https://${host}.example/${tail}?q=%20a`),
      fc.constantFrom("https://[2001:db8::1]:8443/", "https://xn--bcher-kva.example", "https://a.example?x=y?z"),
    ),
  ],
  [
    StringFormat.HTTP_URL,
    fc.constantFrom(
      "http://127.0.0.1:8099/hook",
      "https://a.example/#top",
      "http://localhost",
      "https://a.example:65535",
    ),
  ],
  [
    StringFormat.HOST,
    fc.oneof(hostName, fc.constantFrom("shop.example:8090", "localhost:1", "xn--bcher-kva.example", "127.0.0.1:65535")),
  ],
  [StringFormat.IP, fc.oneof(ipv4, fc.constantFrom("::1", "2001:db8::1", "::ffff:192.0.2.1", "FE80::A"))],
  [
    StringFormat.CIDR,
    fc.oneof(
      fc.tuple(ipv4, fc.integer({ min: 0, max: 32 })).map(([ip, size]) => `${ip}/${size}`),
      fc.constantFrom("::/0", "2001:db8::/32", "::1/128"),
    ),
  ],
  [StringFormat.E164, fc.stringMatching(/^\+[1-9][0-9]{6,14}$/u)],
  [StringFormat.EMAIL, fc.tuple(label, label).map(([name, host]) => `${name}+tag.x@${host}.example`)],
  [
    StringFormat.LANGUAGE,
    fc.constantFrom("en", "pt-BR", "zh-Hant-TW", "de-1996", "en-u-ca-gregory", "es-419", "sl-rozaj"),
  ],
]);

/** The JSON of a request that keeps all rules. */
export function validRequest(desc: DescMessage): fc.Arbitrary<JsonObject> {
  return members(shapeOf(desc).members).map((entries) => Object.assign({}, ...entries) as JsonObject);
}

function members(list: Member[]): fc.Arbitrary<JsonObject[]> {
  const parts = list.flatMap((member): fc.Arbitrary<JsonObject>[] => {
    if (member.kind === "flatten") {
      const inner = members(shapeOf(member.field.message).members).map(
        (all) => Object.assign({}, ...all) as JsonObject,
      );
      return [member.required ? inner : orNothing(inner)];
    }
    // A tagged oneof takes one member at most; its first stands for all.
    if (member.kind !== "field" || (member.field.oneof && member.field.oneof.fields[0] !== member.field)) return [];
    const entry = wholeValue(member.field).map((value): JsonObject => ({ [member.name]: value }));
    return [mustBeSent(member.field) ? entry : orNothing(entry)];
  });
  return fc.tuple(...parts);
}

function orNothing(arbitrary: fc.Arbitrary<JsonObject>): fc.Arbitrary<JsonObject> {
  return fc.option(arbitrary, { nil: {} });
}

function wholeValue(field: DescField): fc.Arbitrary<JsonValue> {
  const rules = rulesOf(field);
  if (field.fieldKind === "list") {
    const { minItems = 0, maxItems = 0, uniqueItems = false } = rules ?? {};
    const length = { minLength: minItems, maxLength: Math.min(maxItems || 3, minItems + 2) };
    const item = oneValue(field, rules?.items);
    return uniqueItems ? fc.uniqueArray(item, length) : fc.array(item, length);
  }
  if (field.fieldKind === "map") {
    const key = textWithin(rules?.keys).filter((name) => name !== "__proto__");
    return fc.dictionary(key, oneValue(field, rules?.values), { maxKeys: 2, noNullPrototype: true });
  }
  return oneValue(field, rules);
}

function oneValue(field: DescField, rules: FieldRules | undefined): fc.Arbitrary<JsonValue> {
  if (field.enum !== undefined) return fc.constantFrom(...enumNames(field.enum));
  if (field.message === undefined) return scalar(field, field.scalar, rules);
  switch (field.message.typeName) {
    case "google.protobuf.Timestamp":
      return fc.constantFrom(
        "2026-11-30T09:00:00.000Z",
        "2026-11-30t09:00:00.5z",
        "2026-02-28T23:59:59.120000-23:59",
        "2016-12-31T23:59:60Z",
        "0001-01-01T00:00:00Z",
      );
    case "google.protobuf.Duration":
      return fc.integer({ min: 0, max: 100_000 });
    case "google.protobuf.Struct":
      return fc.constantFrom<JsonValue[]>({}, { a: 1, b: [null, { c: "x" }] });
    case "google.protobuf.Value":
      return fc.constantFrom<JsonValue[]>("x", 1.5, true, ...(rules?.scalar ? [] : [["a"]]));
    default:
      return validRequest(field.message);
  }
}

function scalar(field: DescField, type: ScalarType, rules: FieldRules | undefined): fc.Arbitrary<JsonValue> {
  const bounds = integerBounds(type);
  if (bounds !== undefined) {
    const min = rules?.min === undefined ? bounds.min : Number(rules.min);
    const max = rules?.max === undefined ? bounds.max : Number(rules.max);
    return fc.oneof(fc.integer({ min: Math.max(min, -1000), max: Math.min(max, 1000) }), fc.constantFrom(min, max));
  }
  if (type === ScalarType.BOOL) return fc.boolean();
  if (type === ScalarType.DOUBLE) return fc.double({ noNaN: true, noDefaultInfinity: true });
  if (type === ScalarType.BYTES) return fc.constantFrom("AQ==", "AQID", "/+8=");
  const isSent = rules?.required && isImplicit(field);
  return textWithin(rules).filter((value) => !isSent || value !== "");
}

function textWithin(rules: FieldRules | undefined): fc.Arbitrary<string> {
  if (rules === undefined) return fc.string({ maxLength: 8 });
  const formatted = formats.get(rules.format);
  if (formatted !== undefined) return formatted;
  if (rules.pattern !== "") {
    const max = rules.maxLen || 40;
    return fc.stringMatching(new RegExp(rules.pattern, "u")).filter((value) => value.length <= max);
  }
  // Characters outside the basic plane count as one each.
  return fc.string({
    unit: fc.constantFrom("a", " ", "é", "😀"),
    minLength: rules.minLen,
    maxLength: Math.min(rules.maxLen || 8, 8),
  });
}
