// The services behind the edge as real gRPC over a socket, with answers that a test sets.
import { create } from "@bufbuild/protobuf";
import { parseBearer } from "@openintents/auth";
import { createLogger, createMetrics, serviceError } from "@openintents/process";
import {
  AuthService,
  IntentSchema,
  IntentService,
  IntentStatus,
  PurchaseState,
  RecognitionMode,
  RecognitionService,
  TimelineService,
  Via,
} from "@openintents/proto";
import { type CallContext, createRpcServer, type Handlers } from "@openintents/rpc";

export type Seen = { method: string; metadata: Record<string, string>; request: unknown };

export type FakeServices = {
  address: string;
  /** Every call that reached a handler, oldest first. */
  seen: Seen[];
  /** Keys that core does not know although their form is right. */
  revoked: Set<string>;
  intents: Partial<Handlers<typeof IntentService>>;
  timeline: Partial<Handlers<typeof TimelineService>>;
  auth: Partial<Handlers<typeof AuthService>>;
  /** Off, unless a test says otherwise. */
  recognition: Partial<Handlers<typeof RecognitionService>>;
  close(): Promise<void>;
};

export const INTENT_ID = "int_01kdzzzzzzzzzzzzzzzzzzzzzz";

export function intent(init: { status?: IntentStatus; sequence?: number } = {}) {
  return create(IntentSchema, {
    id: INTENT_ID,
    object: "intent",
    test: true,
    createdAt: { seconds: 1_796_000_000n, nanos: 0 },
    status: IntentStatus.QUEUED,
    sequence: 3,
    spec: { intent: "a mug" },
    purchaseState: PurchaseState.NONE,
    cancelable: true,
    via: Via.MCP,
    ...init,
  });
}

/** Sends the trailers that core sends with every answer; refuses revoked keys as it does. */
function admit(fakes: FakeServices, context: CallContext): void {
  const { token } = parseBearer(context.metadata.get("authorization"));
  if (fakes.revoked.has(token)) throw serviceError("invalid_api_key", "The API key is not valid.");
  context.trailers.set("ratelimit", '"default";r=99;t=1').set("ratelimit-policy", '"default";q=600;w=60');
}

export async function startFakeServices(): Promise<FakeServices> {
  const logger = createLogger({ service: "fake", level: "silent" });
  const server = createRpcServer({ logger, metrics: createMetrics({ service: "fake" }) });
  const fakes: FakeServices = {
    address: "",
    seen: [],
    revoked: new Set(),
    intents: { createIntent: () => ({ intent: intent() }), getIntent: () => ({ intent: intent() }) },
    timeline: {},
    auth: { authorize: () => ({}) },
    recognition: { listInstances: () => ({ mode: RecognitionMode.OFF }) },
    close: () => server.close(0),
  };
  const forward = (set: () => Record<string, unknown>) =>
    new Proxy(
      {},
      {
        get(_target, method) {
          if (typeof method !== "string") return undefined;
          return (request: unknown, context: CallContext) => {
            fakes.seen.push({ method, metadata: Object.fromEntries(context.metadata.entries()), request });
            admit(fakes, context);
            const handler = set()[method] as ((request: unknown, context: CallContext) => unknown) | undefined;
            if (handler === undefined) throw serviceError("not_implemented", `${method} has no answer in this test`);
            return handler(request, context);
          };
        },
      },
    );
  server.addService(
    IntentService,
    forward(() => fakes.intents),
  );
  server.addService(
    TimelineService,
    forward(() => fakes.timeline),
  );
  server.addService(
    AuthService,
    forward(() => fakes.auth),
  );
  server.addService(
    RecognitionService,
    forward(() => fakes.recognition),
  );
  fakes.address = `127.0.0.1:${await server.listen("127.0.0.1:0")}`;
  return fakes;
}
