// Every call about a claim: one transaction under the lock of its intent, in which claim,
// epoch, token and report number are compared, the report decided, and everything written.
import { createHash } from "node:crypto";
import {
  create,
  type DescMessage,
  fromBinary,
  type MessageInitShape,
  type MessageShape,
  toBinary,
} from "@bufbuild/protobuf";
import type { Queryable } from "@openintents/postgres";
import { newId, ServiceError, serviceError } from "@openintents/process";
import type { ClaimRef } from "@openintents/proto";
import { type CallContext, receivedBytes } from "@openintents/rpc";
import { API_VERSION, workOffered } from "../change.ts";
import { type Claim, type EndReason, judge } from "../domain/claim.ts";
import { publications } from "../domain/publication.ts";
import { type Change, type IntentRecord, merged } from "../domain/record.ts";
import { lockClaim, saveReport } from "../store/claims.ts";
import { tokenHash } from "./claim-token.ts";
import { confirm } from "./confirm.ts";
import { type AgentContext, type RunnerPool, refusalError } from "./context.ts";

/** The claim is alive, confirmed and locked, as is its intent. */
export type ClaimCall = { tx: Queryable; record: IntentRecord; claim: Claim; pool: RunnerPool; now: number };

export type Decided<O extends DescMessage> = {
  /** What the new version says; null: no version, nothing visible changed. */
  change: Change | null;
  /** The reply, given the intent's version after the call. */
  reply: (sequence: number) => MessageInitShape<O>;
  /** The claim ends with this call. */
  end?: EndReason;
  /** Runs after the commit, not for repeats: counting and alerting. */
  after?: () => void;
};

type Request = { ref?: ClaimRef | undefined; $typeName: string };

export type ClaimCallOptions<O extends DescMessage> = {
  output: O;
  /** The call carries a report number: a repeat gets the stored reply. */
  numbered: boolean;
  /** The run's start and this call's change make one version; else the start is one of its own. */
  joinsStart?: boolean;
};

type Done<O extends DescMessage> = {
  reply: MessageShape<O> | null;
  refused: ServiceError | null;
  record: IntentRecord | null;
  versions: number;
  after: (() => void) | undefined;
};

/**
 * Makes a handler. `decide` refuses by throwing a ServiceError, before it changes anything;
 * a refused call writes nothing and uses up no report number, but confirms an offer.
 */
export function claimCall<R extends Request, O extends DescMessage>(
  agent: AgentContext,
  o: ClaimCallOptions<O>,
  decide: (call: ClaimCall, request: R) => Promise<Decided<O>>,
): (request: R, ctx: CallContext) => Promise<MessageShape<O>> {
  return async (request, ctx) => {
    const pool = await agent.runners.authenticate(ctx);
    const { ref } = request;
    if (!ref) throw serviceError("parameter_missing", "ref is required.", { param: "ref" });
    if (o.numbered) agent.rates.take(ref.claimId);
    const report = o.numbered ? { no: ref.reportNo, digest: digestOf(request, ctx) } : null;
    const proof = { pool: pool.name, epoch: ref.epoch, tokenHash: tokenHash(ref.token), report };
    const done = await agent.database.transaction(
      async (tx): Promise<Done<O>> => {
        const locked = await lockClaim(tx, ref.claimId);
        const now = agent.clock.now();
        const verdict = judge(locked?.claim ?? null, proof, now);
        if (verdict.kind === "repeat") return said(fromBinary(o.output, verdict.reply));
        if (verdict.kind === "refused" || !locked) {
          throw refusalError(verdict.kind === "refused" ? verdict.refusal : { reason: "claim_lost", message: "" });
        }
        return carryOut({ tx, ...locked, pool, now }, o, report, (call) => decide(call, request));
      },
      { retry: true },
    );
    if (done.record && (done.versions > 0 || workOffered(done.record))) {
      const { intent } = done.record;
      agent.feed.changed(intent.id ?? "", intent.sequence ?? 0, workOffered(done.record));
    }
    if (done.refused) throw done.refused;
    if (!done.reply) throw new Error("a call that is not refused has a reply");
    done.after?.();
    return done.reply;
  };
}

async function carryOut<O extends DescMessage>(
  call: ClaimCall,
  o: ClaimCallOptions<O>,
  report: { no: number; digest: Uint8Array } | null,
  decide: (call: ClaimCall) => Promise<Decided<O>>,
): Promise<Done<O>> {
  const { record, claim, pool, now } = call;
  const offered = claim.confirmedAt === null;
  let starting = confirm(record, claim, pool, now);
  let versions = 0;
  if (starting && o.joinsStart !== true) {
    await write(call, starting);
    starting = null;
    versions += 1;
  }
  let decided: Decided<O>;
  try {
    decided = await decide(call);
  } catch (error) {
    if (!(error instanceof ServiceError) || !offered) throw error;
    // A refused call confirms the offer all the same.
    if (versions === 0) await write(call, starting);
    return { reply: null, refused: error, record, versions: versions + (starting ? 1 : 0), after: undefined };
  }
  const change = starting ? merged(starting, decided.change ?? { timeline: [], events: [] }) : decided.change;
  if (decided.end) {
    claim.endedAt = now;
    claim.endReason = decided.end;
    record.claimId = null;
  }
  claim.progressAt = now;
  const sequence = (record.intent.sequence ?? 0) + (change ? 1 : 0);
  const reply = create(o.output, decided.reply(sequence));
  if (report) {
    claim.reportNo = report.no;
    claim.reportDigest = report.digest;
    claim.reportReply = toBinary(o.output, reply);
  }
  await write(call, change);
  return { reply, refused: null, record, versions: versions + (change ? 1 : 0), after: decided.after };
}

/** Writes record and claim; with a change, as a new version. */
export async function write(
  { tx, record, claim, now }: Pick<ClaimCall, "tx" | "record" | "claim" | "now">,
  change: Change | null,
): Promise<void> {
  if (change) record.intent.sequence = (record.intent.sequence ?? 0) + 1;
  const messages = change ? publications(record, change, { now, newId, apiVersion: API_VERSION }) : [];
  await saveReport(tx, record, claim, messages);
}

function said<O extends DescMessage>(reply: MessageShape<O>): Done<O> {
  return { reply, refused: null, record: null, versions: 0, after: undefined };
}

/** The method is part of it: the same bytes mean something else to another one. */
function digestOf(request: Request, ctx: CallContext): Buffer {
  const bytes = receivedBytes(request);
  if (!bytes) throw new Error(`${ctx.method.name} was not received`);
  return createHash("sha256").update(`${ctx.method.name}\n`).update(bytes).digest();
}
