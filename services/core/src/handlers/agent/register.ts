import type { MessageInitShape } from "@bufbuild/protobuf";
import { newId, serviceError } from "@openintents/process";
import type { RegisterRequest, RegisterResponseSchema, RunnerSettingsSchema } from "@openintents/proto";
import type { CallContext } from "@openintents/rpc";
import { type AgentContext, leaseMargins } from "../../agent/context.ts";
import { RUNNER_ALIVE_MS } from "../../agent/runner-registry.ts";
import type { Pool } from "../../domain/pool.ts";
import { timestampOf } from "../../domain/values.ts";
import { insertRunner } from "../../store/runners.ts";

/** The contract that core speaks; one older version is served for twelve months. */
const CONTRACT = 1;

export function register(agent: AgentContext) {
  return async (
    request: RegisterRequest,
    ctx: CallContext,
  ): Promise<MessageInitShape<typeof RegisterResponseSchema>> => {
    const pool = await agent.runners.authenticate(ctx);
    if (request.contractMin > CONTRACT || request.contractMax < CONTRACT) {
      throw serviceError("unsupported_version", "No contract version is spoken by both sides.", {
        param: "contract_max",
        details: { supported_versions: [CONTRACT] },
      });
    }
    const now = agent.clock.now();
    const runnerId = newId("run", now);
    const registered = await insertRunner(agent.database, {
      id: runnerId,
      pool: pool.name,
      instance: request.instance,
      softwareVersion: request.softwareVersion,
      drivers: request.drivers.map((driver) => driver.name),
      now,
      aliveSince: now - RUNNER_ALIVE_MS,
      limit: agent.settings.runnersPerPool,
    });
    if (!registered) {
      throw serviceError("limit_reached", `A pool has at most ${agent.settings.runnersPerPool} runners.`);
    }
    agent.registry.add(runnerId, pool.name);
    return { runnerId, settings: runnerSettings(agent, pool), serverTime: timestampOf(now), contract: CONTRACT };
  };
}

export function runnerSettings(agent: AgentContext, pool: Pool): MessageInitShape<typeof RunnerSettingsSchema> {
  const { graceMs, fenceMs } = leaseMargins(pool, agent.settings);
  return {
    leaseMs: pool.leaseMs,
    heartbeatMs: pool.heartbeatMs,
    offerMs: agent.settings.offerMs,
    graceMs,
    fenceMs,
    lookupGapMs: pool.lookupGapMs,
    maxClaims: agent.settings.claimsPerRunner,
  };
}
