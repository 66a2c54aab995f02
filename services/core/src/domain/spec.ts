// From the caller's request to a new intent: defaults, checks that need no database, and
// what of the request the intent shows.
import { clone, create, getOption, type JsonValue, toJson } from "@bufbuild/protobuf";
import {
  ApprovalPolicy,
  type CreateIntentRequest,
  field as fieldOption,
  IntentSchema,
  type IntentSpec,
  IntentSpecSchema,
  IntentStatus,
  PurchaseState,
  SignInPolicy,
  type Via,
} from "@openintents/proto";
import { INTENT_LIFE_MS } from "./clocks.ts";
import { COUNTRIES } from "./countries.ts";
import type { IntentRecord } from "./record.ts";
import { timestampOf } from "./values.ts";

/** A check of the request that failed: the stable reason, the field, a sentence. */
export type SpecProblem = { reason: string; param: string; message: string };

const CURRENCIES = new Set(Intl.supportedValuesOf("currency").map((code) => code.toLowerCase()));

/** IDs that a request may name although this installation has no such objects yet. */
const REFERENCES = [
  ["customer", "customer"],
  ["profile", "profile"],
  ["session", "session"],
] as const;

export function specProblem(spec: IntentSpec, o: { httpWebhooks: boolean }): SpecProblem | null {
  if (spec.currency !== undefined && !CURRENCIES.has(spec.currency)) {
    return {
      reason: "unsupported_currency",
      param: "currency",
      message: `“${spec.currency}” is not a currency in use.`,
    };
  }
  if (spec.country !== undefined && !COUNTRIES.has(spec.country)) {
    return {
      reason: "parameter_invalid",
      param: "country",
      message: `“${spec.country}” is not the code of a country.`,
    };
  }
  for (const [key, noun] of REFERENCES) {
    if (spec[key] !== undefined) return missing(key, noun);
  }
  if (spec.secrets.length > 0) return missing("secrets.0", "secret");
  if (spec.webhookUrl?.startsWith("http:") && !o.httpWebhooks) {
    return { reason: "parameter_invalid", param: "webhook_url", message: "webhook_url must be an https URL." };
  }
  return null;
}

function missing(param: string, noun: string): SpecProblem {
  return { reason: "resource_not_found", param, message: `There is no ${noun} of this ID in this account and mode.` };
}

export function newRecord(o: {
  id: string;
  spec: IntentSpec;
  accountId: string;
  test: boolean;
  via: Via;
  connector: string | null;
  defaultCurrency: string;
  country: string;
  now: number;
  traceparent: string | null;
}): IntentRecord {
  const shown = withoutInputOnly(o.spec);
  shown.currency ??= o.defaultCurrency;
  shown.country ??= o.country;
  shown.locale ??= "en";
  shown.signInPolicy ??= SignInPolicy.AUTO;
  shown.approval ??= ApprovalPolicy.AUTO;
  const intent = create(IntentSchema, {
    id: o.id,
    test: o.test,
    createdAt: timestampOf(o.now),
    status: IntentStatus.QUEUED,
    sequence: 0,
    spec: shown,
    purchaseState: PurchaseState.NONE,
    cancelable: true,
    expiresAt: timestampOf(o.now + INTENT_LIFE_MS),
    via: o.via,
  });
  if (o.connector !== null) intent.connector = o.connector;
  return {
    accountId: o.accountId,
    intent,
    request: o.spec,
    revision: 1,
    eventSequence: 0,
    work: null,
    claimId: null,
    epoch: 0,
    restarts: 0,
    steps: 0,
    host: null,
    driverHint: null,
    resume: null,
    checkpoint: null,
    approvedDigest: null,
    unconfirmedAt: null,
    traceparent: o.traceparent,
  };
}

const inputOnly = IntentSpecSchema.fields.filter((f) => getOption(f, fieldOption).inputOnly).map((f) => f.localName);

function withoutInputOnly(spec: IntentSpec): IntentSpec {
  const shown = clone(IntentSpecSchema, spec) as IntentSpec & Record<string, unknown>;
  for (const name of inputOnly) delete shown[name];
  return shown;
}

/** The documented fields of a create request as text with sorted keys: what an idempotency key binds. */
export function canonicalSpec(request: CreateIntentRequest): string {
  return canonical(request.spec ? toJson(IntentSpecSchema, request.spec) : null);
}

/** JSON with sorted keys, so that the order in which a caller writes them does not matter. */
export function canonical(value: JsonValue): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
  if (value !== null && typeof value === "object") {
    const entries = Object.keys(value).sort();
    return `{${entries.map((key) => `${JSON.stringify(key)}:${canonical(value[key] ?? null)}`).join(",")}}`;
  }
  return JSON.stringify(value);
}
