// What a runner may know of its work, and nothing else of the account.
import { create, type MessageInitShape } from "@bufbuild/protobuf";
import {
  ApprovalPolicy,
  type Attempt,
  AttemptSchema,
  type IntentResult,
  SignInPolicy,
  type Work,
  WorkSchema,
} from "@openintents/proto";
import type { PurchaseAttempt } from "./attempt.ts";
import type { IntentRecord } from "./record.ts";
import { timestampOf } from "./values.ts";

export function workOf(
  record: IntentRecord,
  attempts: PurchaseAttempt[],
  understanding: IntentResult | undefined,
): Work {
  const { intent, request } = record;
  const { spec } = intent;
  return create(WorkSchema, {
    intentId: intent.id ?? "",
    revision: record.revision,
    test: intent.test ?? false,
    text: spec?.intent ?? "",
    ...(understanding === undefined ? {} : { understanding }),
    ...(spec?.maxAmount === undefined ? {} : { maxAmount: spec.maxAmount }),
    currency: spec?.currency ?? "",
    country: spec?.country ?? "",
    locale: spec?.locale ?? "en",
    ...(spec?.context === undefined ? {} : { context: spec.context }),
    shops: spec?.shops ?? [],
    signInPolicy: spec?.signInPolicy ?? SignInPolicy.AUTO,
    ...(request.signInHint === undefined ? {} : { signInHint: request.signInHint }),
    approval: spec?.approval ?? ApprovalPolicy.AUTO,
    profile: spec?.profile ?? "",
    session: spec?.session ?? "",
    ...(record.checkpoint === null ? {} : { checkpoint: record.checkpoint }),
    ...(record.resume === null ? {} : { resume: record.resume }),
    ...(record.approvedDigest === null ? {} : { approvedDigest: record.approvedDigest }),
    attempts: attempts.map(attemptOf),
    driverHint: record.driverHint ?? "",
    restarts: record.restarts,
    testMetadata: intent.test === true ? testEntries(spec?.metadata ?? {}) : {},
    ...(intent.createdAt === undefined ? {} : { createdAt: intent.createdAt }),
  });
}

/** Test work carries the magic entries of the caller's metadata; the rest of it is not the runner's. */
function testEntries(metadata: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(metadata).filter(([key]) => key.startsWith("test_")));
}

function attemptOf(attempt: PurchaseAttempt): Attempt {
  const init: MessageInitShape<typeof AttemptSchema> = {
    id: attempt.id,
    state: attempt.state,
    orderReference: attempt.orderReference,
    quote: attempt.quote,
    begunAt: timestampOf(attempt.begunAt),
    lookups: attempt.lookups,
  };
  return create(AttemptSchema, init);
}
