import { createMetrics, serviceError } from "@openintents/process";
import { AuthService } from "@openintents/proto";
import { createRpcServer } from "@openintents/rpc";
import { testLogger } from "@openintents/testing";

export type FakeCredential = { account: string; test: boolean; scopes: string[] };

/** Core's AuthService as the contract has it, over what a test puts into its map. */
export type FakeAuth = {
  port: number;
  credentials: Map<string, FakeCredential>;
  calls: { scope: string; charge: number; metadata: Record<string, string> }[];
  close(): Promise<void>;
};

export async function startFakeAuth(): Promise<FakeAuth> {
  const credentials = new Map<string, FakeCredential>();
  const calls: FakeAuth["calls"] = [];
  const server = createRpcServer({ logger: testLogger, metrics: createMetrics({ service: "fake-core" }) });
  server.addService(AuthService, {
    async authorize(request, ctx) {
      const metadata = Object.fromEntries(ctx.metadata.entries());
      calls.push({ scope: request.scope, charge: request.charge, metadata });
      ctx.trailers.set("ratelimit-policy", '"default";q=600;w=60').set("ratelimit", '"default";r=99;t=1');
      const token = ctx.metadata.get("authorization");
      if (token === undefined) throw serviceError("authentication_required", "No key was sent.");
      const credential = credentials.get(token);
      if (credential === undefined) throw serviceError("invalid_api_key", "The key is unknown.");
      if (!credential.scopes.includes(request.scope)) {
        throw serviceError("permission_denied", "The scope is missing.", { param: request.scope });
      }
      const { account: accountId, test, scopes } = credential;
      return { principal: { accountId, test, credentialId: "key_1", scopes } };
    },
  });
  const port = await server.listen("127.0.0.1:0");
  return { port, credentials, calls, close: () => server.close(100) };
}
