import { rulesExecutor } from "../../src/executors/rules/index.ts";
import { Intent } from "../../src/intent.ts";
import type { IntentExecutor } from "../../src/types/executor.ts";
import type { JsonSchema } from "../../src/types/json.ts";
import type { IntentOptions } from "../../src/types/options.ts";

export const MONDAY = "2026-11-30T09:00:00+01:00[Europe/Oslo]";

/** One field of every kind that the rules read. */
export const SCHEMA: JsonSchema = {
  type: "object",
  properties: {
    orderId: { type: "string", "x-intent": { exact: true } },
    ref: { type: "string", pattern: "^(a+)+$", maxLength: 12 },
    email: { type: "string", format: "email" },
    when: { type: "string", format: "date" },
    at: { type: "string", format: "date-time" },
    guests: { type: "integer", maximum: 12 },
    budget: { type: "number" },
    colour: { type: "string", enum: ["red", "blue", "dark blue"] },
    codes: { type: "array", items: { type: "string" }, minItems: 2, "x-intent": { exact: true } },
    note: { type: "string" },
    link: { type: "string", format: "uri" },
    uid: { type: "string", format: "uuid" },
    reason: { type: "string", "x-intent": { perIntent: false } },
    place: { type: "string", "x-intent": { appliesTo: ["book", "reserve"] } },
  },
  required: ["orderId"],
};

export const SHOP: IntentOptions = {
  schema: SCHEMA,
  domains: [{ name: "orders", description: "Orders" }],
  defaults: { currency: "NOK", zone: "Europe/Oslo", dateOrder: "DMY" },
  requireGuard: true,
};

/** Without a second attempt, so that nothing the rules propose is mended. Takes the options over as its own. */
export const byRules = (options: IntentOptions = {}): Intent =>
  new Intent(Object.assign(options, { executor: rulesExecutor(), corrections: 0 as const }));

/** Rules that keep what they proposed last. */
export function recordingRules(): IntentExecutor & { last(): string } {
  const rules = rulesExecutor();
  let text = "";
  return {
    ...rules,
    last: () => text,
    async generate(task) {
      const reply = await rules.generate(task);
      if (reply.outcome === "complete") text = reply.candidateText;
      return reply;
    },
  };
}
