// RecognitionService over the recognisers of this process.
import { randomUUID } from "node:crypto";
import { ServiceError, serviceError } from "@openintents/process";
import {
  CancelReasonSchema,
  type CancelStatus,
  CancelStatusSchema,
  enumName,
  enumValue,
  fromRecognitionJson,
  HostTaskSchema,
  type RecognitionMode,
  RecognitionModeSchema,
  type RecognitionService,
} from "@openintents/proto";
import type { CallContext, Handlers } from "@openintents/rpc";
import { describeInstance } from "../config/describe-instance.ts";
import { IntentError, toIntentError } from "../errors.ts";
import { createHostDesk } from "../host/host-desk.ts";
import { createMemoryRecordStore } from "../host/memory-store.ts";
import { hostRecogniser } from "../host/recogniser.ts";
import type { HostScope } from "../host/record.ts";
import type { Intent } from "../intent.ts";
import type { IntentInput } from "../types/input.ts";
import type { CancelReason } from "../types/names.ts";
import { invalid, readRequest } from "./read-request.ts";
import { refusedRecognition } from "./refusal.ts";
import { resultMessage } from "./result-message.ts";

export interface RecognitionServiceParts {
  mode: "executor" | "host";
  toolPrefix: string;
  instances: Readonly<Record<string, Intent>>;
  /** Whom a call's `authorization` speaks for; null refuses it. */
  authenticate(authorization: string | undefined): string | null;
  /** Milliseconds after which a host request that nobody came back to is forgotten: no session ends over gRPC. */
  idleMs: number;
}

/** What is left of a call's deadline for its answer to travel back in. */
const MARGIN_MS = 100;
const LONGEST_SESSION = 256;
const SWEEP_MS = 60_000;

export function recognitionHandlers(o: RecognitionServiceParts): {
  handlers: Handlers<typeof RecognitionService>;
  close(): Promise<void>;
} {
  const intents = new Map(Object.entries(o.instances));
  const recognisers = new Map([...intents].map(([name, intent]) => [name, hostRecogniser(intent)]));
  const store = createMemoryRecordStore();
  const desk = createHostDesk({ store, recogniser: (name) => recognisers.get(name) });
  const sweep = () => {
    const now = Date.now();
    void store.sweep({ now, idleBefore: now - o.idleMs });
  };
  const sweeping = setInterval(sweep, Math.min(SWEEP_MS, o.idleMs)).unref();
  const life = randomUUID();

  /** Names the instance as the tools do: the only one may be left out. */
  function named(name: string): string {
    const [only] = intents.size === 1 ? intents.keys() : [];
    const chosen = name === "" ? only : name;
    if (chosen !== undefined && intents.has(chosen)) return chosen;
    const code = name === "" ? "INSTANCE_REQUIRED" : "INSTANCE_UNKNOWN";
    throw invalid(code, "/instance", `must be one of ${[...intents.keys()].join(", ")}`);
  }

  function scopeOf(owner: string, session: string): HostScope {
    if (session === "" || session.length > LONGEST_SESSION) {
      throw invalid("INPUT_INVALID", "/session", `must have 1 to ${LONGEST_SESSION} characters of the caller's choice`);
    }
    return { owner: JSON.stringify([life, owner]), session };
  }

  function call<Request, Reply>(
    mode: "executor" | "host" | null,
    run: (request: Request, owner: string, ctx: CallContext) => Promise<Reply>,
  ): (request: Request, ctx: CallContext) => Promise<Reply> {
    return async (request, ctx) => {
      const owner = o.authenticate(ctx.metadata.get("authorization"));
      if (owner === null) throw serviceError("authentication_required", "A valid bearer token is needed.");
      if (mode === "host" && o.mode !== mode) {
        throw serviceError("route_not_found", "Recognition works in executor mode here.");
      }
      try {
        if (mode === "executor" && o.mode !== mode) throw hostOnly();
        return await run(request, owner, ctx);
      } catch (error) {
        throw error instanceof ServiceError ? error : refusedRecognition(toIntentError(error));
      }
    };
  }

  return {
    handlers: {
      listInstances: call(null, async () => ({
        mode: enumValue(RecognitionModeSchema, o.mode) as RecognitionMode,
        toolPrefix: o.toolPrefix,
        instances: [...intents].map(([name, intent]) => {
          const { description, online } = describeInstance(intent);
          return { name, description: description ?? "", online };
        }),
      })),
      parse: call("executor", async (request, _owner, ctx) => {
        const { instance, input } = readRequest(request);
        const left = ctx.deadline === undefined ? 0 : Math.max(1, ctx.deadline - Date.now() - MARGIN_MS);
        const intent = intents.get(named(instance)) as Intent;
        const result = await intent.parse(input as IntentInput, { signal: ctx.signal, timeoutMs: left });
        return resultMessage(JSON.stringify(result));
      }),
      prepare: call("host", async (request, owner, ctx) => {
        const scope = scopeOf(owner, request.session);
        const { instance, input } = readRequest(request);
        const text = JSON.stringify(await desk.prepare(scope, named(instance), input, { signal: ctx.signal }));
        return { task: fromRecognitionJson(HostTaskSchema, JSON.parse(text)), taskJson: bytesOf(text) };
      }),
      accept: call("host", async ({ session, requestId, submissionToken, candidateText }, owner, ctx) => {
        const submission = { requestId, submissionToken, candidateText };
        return resultMessage((await desk.accept(scopeOf(owner, session), submission, { signal: ctx.signal })).text);
      }),
      cancel: call("host", async (request, owner) => {
        const reason = request.reason === 0 ? "cancelled" : enumName(CancelReasonSchema, request.reason);
        if (reason === null) throw invalid("INPUT_INVALID", "/reason", "is none of cancelled, refusal, incomplete");
        const { requestId } = request;
        const reply = await desk.cancel(scopeOf(owner, request.session), { requestId, reason: reason as CancelReason });
        return { requestId, status: enumValue(CancelStatusSchema, reply.status) as CancelStatus };
      }),
    },
    async close() {
      clearInterval(sweeping);
      await desk.close();
    },
  };
}

function hostOnly(): IntentError {
  const message = "This server recognises with the caller's own model: prepare a task and submit its candidate.";
  return new IntentError("EXECUTOR_UNAVAILABLE", "executor", message, { retryable: false });
}

function bytesOf(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}
