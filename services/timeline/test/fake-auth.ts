import { createMetrics, serviceError } from "@openintents/process";
import { AuthService } from "@openintents/proto";
import { type CallContext, createRpcServer, type RpcServer } from "@openintents/rpc";
import { testLogger } from "@openintents/testing";

export type FakeIntent = { account: string; test: boolean; last: number; final: boolean };
export type FakeCredential = { account: string; test: boolean; scopes: string[] };

/** Core's AuthService as the contract has it, over what a test puts into its maps. */
export type FakeAuth = {
  port: number;
  intents: Map<string, FakeIntent>;
  credentials: Map<string, FakeCredential>;
  /** Every request that was authorised, with the metadata that came along. */
  calls: { scope: string; charge: number; intentId: string; metadata: Record<string, string> }[];
  close(): Promise<void>;
};

export async function startFakeAuth(): Promise<FakeAuth> {
  const intents = new Map<string, FakeIntent>();
  const credentials = new Map<string, FakeCredential>();
  const calls: FakeAuth["calls"] = [];
  const server: RpcServer = createRpcServer({ logger: testLogger, metrics: createMetrics({ service: "fake-core" }) });
  server.addService(AuthService, {
    async authorize(request, ctx: CallContext) {
      calls.push({
        scope: request.scope,
        charge: request.charge,
        intentId: request.intentId,
        metadata: Object.fromEntries(ctx.metadata.entries()),
      });
      ctx.trailers.set("ratelimit-policy", '"default";q=600;w=60').set("ratelimit", '"default";r=99;t=1');
      const token = ctx.metadata.get("authorization");
      if (token === undefined) throw serviceError("authentication_required", "No key was sent.");
      const credential = credentials.get(token);
      if (credential === undefined) throw serviceError("invalid_api_key", "The key is unknown.");
      if (token.endsWith("-limited")) {
        throw serviceError("rate_limited", "Too many requests.", { retryAfterSeconds: 7 });
      }
      if (!credential.scopes.includes(request.scope)) {
        throw serviceError("permission_denied", "The scope is missing.", { param: request.scope });
      }
      const intent = intents.get(request.intentId);
      const own = intent?.account === credential.account && intent.test === credential.test;
      if (!own) throw serviceError("resource_not_found", "There is no such intent.", { param: "intent" });
      return {
        principal: {
          accountId: credential.account,
          test: credential.test,
          credentialId: "key_1",
          scopes: credential.scopes,
        },
        lastEventSequence: intent.last,
        intentFinal: intent.final,
      };
    },
  });
  const port = await server.listen("127.0.0.1:0");
  return { port, intents, credentials, calls, close: () => server.close(100) };
}
