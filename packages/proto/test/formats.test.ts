import { describe, expect, it } from "vitest";
import { StringFormat } from "../src/index.ts";
import { formatOf } from "../src/wire/formats.ts";
import { schemaValidator } from "./schema-validator.ts";

const cases: Record<string, { format: StringFormat; good: string[]; bad: string[] }> = {
  "https URL": {
    format: StringFormat.HTTPS_URL,
    good: [
      "https://a.example",
      "https://a.example:8443/x?y=%20z&q=a?b",
      "https://[2001:db8::1]/",
      "https://xn--e1afmkfd.example/",
    ],
    bad: [
      "",
      "http://a.example",
      "https://",
      "https://user@a.example",
      "https://u:p@a.example",
      "https://a.example/#top",
      "https://a.example/a b",
      "https://a.example\\@evil.example",
      "https://a.example:99999",
      "https://a.example/%zz",
      "https://bücher.example",
      "//a.example",
      " https://a.example",
      "https://a.example\n",
      "https://1.2.3.4.5",
    ],
  },
  "http URL": {
    format: StringFormat.HTTP_URL,
    good: ["http://127.0.0.1:8099/hook", "https://a.example/#top", "http://localhost"],
    bad: ["ftp://a.example", "http://u:p@localhost", "http://", "javascript:alert(1)"],
  },
  host: {
    format: StringFormat.HOST,
    good: [
      "a.example",
      "shop.example:8090",
      "localhost",
      "127.0.0.1:1",
      "xn--bcher-kva.example",
      `${"a".repeat(63)}.example`,
    ],
    bad: [
      "",
      "A.example",
      "a_b.example",
      "-a.example",
      "a-.example",
      "a..example",
      "a.example.",
      "a.example:0",
      "a.example:65536",
      "a.example:",
      "https://a.example",
      "a.example/x",
      "bücher.example",
      `${"a".repeat(64)}.example`,
      new Array(64).fill("abc").join("."),
    ],
  },
  IP: {
    format: StringFormat.IP,
    good: ["192.0.2.1", "::1", "2001:db8::1", "::ffff:192.0.2.1"],
    bad: ["", "192.0.2", "192.0.2.256", "192.0.02.1", "fe80::1%eth0", "2001:db8:::1", "localhost", "192.0.2.1/32"],
  },
  network: {
    format: StringFormat.CIDR,
    good: ["192.0.2.0/24", "0.0.0.0/0", "2001:db8::/32", "::1/128"],
    bad: ["192.0.2.0", "192.0.2.0/33", "192.0.2.0/024", "2001:db8::/129", "192.0.2.0/", "/8", "fe80::1%1/64"],
  },
  "phone number": {
    format: StringFormat.E164,
    good: ["+14155550199", "+1234567", "+123456789012345"],
    bad: ["14155550199", "+123456", "+1234567890123456", "+0155550199", "+1 415 555 0199", "+1415555०199"],
  },
  "e-mail address": {
    format: StringFormat.EMAIL,
    good: ["a@b.example", "first.last+tag@mail.b.example", `${"a".repeat(64)}@b.example`],
    bad: [
      "",
      "a",
      "a@",
      "@b.example",
      "a@b",
      "a@@b.example",
      "a b@c.example",
      ".a@b.example",
      "a..b@c.example",
      `${"a".repeat(65)}@b.example`,
      "a@-b.example",
      "Ann <a@b.example>",
    ],
  },
  "language tag": {
    format: StringFormat.LANGUAGE,
    good: ["en", "pt-BR", "zh-Hant-TW", "de-1996", "en-u-ca-gregory", "es-419"],
    bad: ["", "e", "en_US", "en-", "-en", "123", "en-US-US", "en-a-bb-a-cc"],
  },
};

describe.each(Object.entries(cases))("a %s", (_name, { format, good, bad }) => {
  const rule = formatOf(format);
  const schemaAccepts = schemaValidator({ type: "string", ...rule?.schema });

  it.each(good)("can be %j, for its schema too", (text) => {
    expect(rule?.accepts(text)).toBe(true);
    expect(schemaAccepts(text)).toBe(true);
  });

  it.each(bad)("cannot be %j", (text) => {
    expect(rule?.accepts(text)).toBe(false);
  });
});

it("has a form for every format that a rule can name", () => {
  const numbers = Object.values(StringFormat).filter((value) => typeof value === "number" && value !== 0);
  expect(numbers.map((format) => formatOf(format as StringFormat)?.complaint)).not.toContain(undefined);
});
