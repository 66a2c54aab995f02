// An ask whose reply was lost, or that another replica answered: its living claims, again.
import type { Claim } from "@openintents/proto";
import { findAttempts } from "../store/attempts.ts";
import { findClaimsOfRequest } from "../store/claims.ts";
import { findUnderstandings } from "../store/understandings.ts";
import { claimMessage } from "./claim-message.ts";
import type { AgentContext, RunnerPool } from "./context.ts";
import type { PoolDirectory } from "./pool-directory.ts";

export async function claimsOfAsk(
  agent: Pick<AgentContext, "clock" | "database" | "settings">,
  pools: PoolDirectory,
  ask: { runnerId: string; requestId: string; pool: RunnerPool },
): Promise<Claim[]> {
  const { runnerId, requestId, pool } = ask;
  const found = await findClaimsOfRequest(agent.database, { runnerId, requestId, now: agent.clock.now() });
  if (found.length === 0) return [];
  const keys = (await pools.list()).find((one) => one.name === pool.name)?.keys ?? [];
  const ids = found.map(({ claim }) => claim.intentId);
  const attempts = await findAttempts(agent.database, ids);
  const understood = await findUnderstandings(agent.database, ids);
  return found.map(({ record, claim: { id, kind, epoch, intentId } }) => {
    const own = attempts.filter((attempt) => attempt.intentId === intentId);
    return claimMessage(agent, {
      id,
      kind,
      epoch,
      record,
      attempts: own,
      understanding: understood.get(intentId),
      pool,
      keys,
    });
  });
}
