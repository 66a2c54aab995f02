import fc from "fast-check";
import { expect, test } from "vitest";
import { IntentError } from "../../src/errors.ts";
import { Intent } from "../../src/intent.ts";
import type { JsonSchema } from "../../src/types/json.ts";
import type { IntentOptions } from "../../src/types/options.ts";
import { byRules, MONDAY } from "./instances.ts";
import { anyText } from "./texts.ts";
import { ends, holdsFor } from "./trial.ts";

const TIME = 300_000;

const names = fc.constantFrom(
  ...["orderId", "id", "email", "when", "guests", "budget", "colour", "order id", "place-of-birth", "a.b", "a/b~c"],
  ...["toString", "valueOf", "hasOwnProperty", "length", "1", "日本", "é", "x".repeat(128), "$ref", "items"],
);
const values = fc.oneof(
  fc.constantFrom<unknown>("red", "", "dark blue", "00912", "5", 5, 0, -1, 2.5, 1e300, true, false, null, "2026-12-04"),
  fc.array(fc.constantFrom("red", 5, null), { maxLength: 2 }),
  fc.dictionary(fc.constantFrom("a", "red"), fc.constantFrom<unknown>(1, "x", null), { maxKeys: 2 }),
);
const bounds = fc.record(
  {
    minimum: fc.integer({ min: -5, max: 60 }),
    maximum: fc.integer({ min: -5, max: 60 }),
    exclusiveMinimum: fc.double({ noNaN: true }),
    minLength: fc.nat(12),
    maxLength: fc.nat(12),
    minItems: fc.nat(3),
    maxItems: fc.nat(3),
    pattern: fc.constantFrom("^[0-9]+$", "^(a+)+$", "\\d{5}", "", "^$", "[\\p{Lu}]", "(?i)x"),
    format: fc.constantFrom("date", "time", "date-time", "duration", "uri", "email", "uuid"),
    title: fc.constantFrom("Order number", "", "colour"),
    examples: fc.array(values, { maxLength: 2 }),
    default: values,
  },
  { requiredKeys: [] },
);
const types = fc.constantFrom<unknown>(
  ...["string", "string", "integer", "number", "boolean", "null", "array", "object"],
  ...[
    ["string", "null"],
    ["null", "integer"],
    ["array", "null"],
  ],
);
const { schema } = fc.letrec<{ schema: JsonSchema }>((tie) => ({
  schema: fc.oneof(
    { maxDepth: 3, depthSize: "small" },
    fc.tuple(types, bounds).map(([type, more]) => ({ type, ...more }) as JsonSchema),
    fc
      .uniqueArray(values, { minLength: 1, maxLength: 3, selector: (one) => JSON.stringify(one) })
      .map((list) => ({ enum: list }) as JsonSchema),
    values.map((value) => ({ const: value }) as JsonSchema),
    fc.constantFrom<JsonSchema>({ $ref: "#/$defs/one" }, { $ref: "#/$defs/two" }),
    fc.tuple(types, tie("schema")).map(([type, items]) => ({ type: type === "array" ? type : "array", items })),
    fc.array(tie("schema"), { minLength: 1, maxLength: 3 }).map((anyOf) => ({ anyOf })),
    fc
      .dictionary(names, tie("schema"), { maxKeys: 3 })
      .map((properties) => ({ type: "object", properties, additionalProperties: false })),
  ),
}));
const annotations = fc.record(
  {
    exact: fc.constantFrom(false, false, false, true),
    perIntent: fc.boolean(),
    cardinality: fc.constantFrom("one", "one", "one", "many"),
    appliesTo: fc.array(fc.constantFrom("book", "send", "orders"), { minLength: 1, maxLength: 2 }),
    unit: fc.constantFrom("kg", "nights"),
    currency: fc.constantFrom("EUR", "NOK"),
  },
  { requiredKeys: [] },
);
const documents = fc
  .record({
    fields: fc.dictionary(names, fc.tuple(schema, fc.option(annotations)), { minKeys: 1, maxKeys: 4 }),
    one: fc.tuple(types, bounds).map(([type, more]) => ({ type, ...more }) as JsonSchema),
    wanted: fc.boolean(),
  })
  .map(({ fields, one, wanted }) => ({
    type: "object",
    properties: Object.fromEntries(
      Object.entries(fields).map(([name, [of, noted]]) => [name, noted === null ? of : { ...of, "x-intent": noted }]),
    ),
    $defs: { one, two: { type: "array", items: { $ref: "#/$defs/one" } } },
    ...(wanted ? { required: Object.keys(fields).slice(0, 1) } : {}),
  }));

test(
  "2,000 Schemas of the supported part are refused, or a request is recognised by rules under them",
  async () => {
    let taken = 0;
    await holdsFor(2_000, fc.tuple(documents, anyText), async ([document, text]) => {
      const shop = made({ schema: document as JsonSchema });
      if (shop === null) return;
      taken += 1;
      const input = `Order 00912 in dark blue for 5 guests, red@b.example, on 4 December at 5pm, at most $50. ${text}`;
      await ends(shop, { input, referenceTime: MONDAY }, { expected: ["INPUT_INVALID"], bytes: 5_000 });
    });
    expect(taken).toBeGreaterThan(500);
  },
  TIME,
);

test(
  "5,000 configurations of anything are refused or make a recogniser",
  async () => {
    const members = ["schema", "domains", "defaults", "limits", "executor", "language", "instructions", "extend"];
    const configurations = fc.oneof(
      fc.anything({ withNullPrototype: true }),
      fc.dictionary(fc.constantFrom(...members, "timeoutMs", "corrections", "other"), fc.anything({ maxDepth: 3 })),
    );
    await holdsFor(5_000, configurations, async (configuration) => {
      made(configuration as IntentOptions);
    });
  },
  TIME,
);

/** Null for a configuration that is refused as the contract says; throws for one that fails otherwise. */
function made(options: IntentOptions): Intent | null {
  try {
    return typeof options === "object" && options !== null && "schema" in options && Object.keys(options).length === 1
      ? byRules({ ...options })
      : new Intent(options);
  } catch (thrown) {
    const refused = thrown instanceof IntentError && thrown.stage === "config";
    if (refused && (thrown.code === "CONFIG_INVALID" || thrown.code === "SCHEMA_UNSUPPORTED")) return null;
    throw thrown;
  }
}
