// Who is calling: the one check of a caller's credential, in the same hop as the effect.
import { networkList, parseBearer, tokenHash } from "@openintents/auth";
import type { Database } from "@openintents/postgres";
import { type Clock, type Logger, serviceError } from "@openintents/process";
import { AccountStatus, Via } from "@openintents/proto";
import type { CallContext } from "@openintents/rpc";
import { API_VERSION } from "./change.ts";
import { type Limit, RateLimited, type RateLimiter } from "./rate-limiter.ts";
import { type CredentialRow, findCredential, touchCredential } from "./store/credentials.ts";

/** A revoked key stops within this. */
const CACHE_MS = 4_000;
const CACHE_ENTRIES = 20_000;
const TOUCH_MS = 60_000;

export type Caller = {
  accountId: string;
  test: boolean;
  credentialId: string;
  connector: string | null;
  scopes: string[];
  via: Via;
  defaultCurrency: string;
  country: string;
};

export type Callers = {
  /** Authenticates, checks the scope, charges the rate limit and writes its trailers. */
  admit(ctx: CallContext, scope: string, charge?: number): Promise<Caller>;
  /** The runner key's pool name. */
  runner(ctx: CallContext): Promise<{ pool: string; credentialId: string }>;
};

type Cached = { row: CredentialRow | null; until: number; touchedAt: number };

export function createCallers(deps: {
  database: Database;
  clock: Clock;
  logger: Logger;
  limiter: RateLimiter;
  defaultLimit: Limit;
}): Callers {
  const { database, clock, logger, limiter, defaultLimit } = deps;
  const cache = new Map<string, Cached>();

  async function look(token: string): Promise<CredentialRow | null> {
    const now = clock.now();
    const hash = tokenHash(token);
    const key = hash.toString("base64");
    const known = cache.get(key);
    if (known && known.until > now) return touched(known, now);
    const row = await findCredential(database, hash);
    if (cache.size >= CACHE_ENTRIES) cache.clear();
    const entry: Cached = { row, until: now + CACHE_MS, touchedAt: known?.touchedAt ?? 0 };
    cache.set(key, entry);
    return touched(entry, now);
  }

  function touched(entry: Cached, now: number): CredentialRow | null {
    if (entry.row && now - entry.touchedAt > TOUCH_MS) {
      entry.touchedAt = now;
      touchCredential(database, entry.row.id).catch((cause) =>
        logger.debug({ err: cause }, "the last use of a credential was not noted"),
      );
    }
    return entry.row;
  }

  async function identify(ctx: CallContext): Promise<CredentialRow & { accountId: string }> {
    const credential = parseBearer(ctx.metadata.get("authorization"));
    if (credential.kind === "runner_key") throw invalidKey();
    const surface = ctx.metadata.get("openintents-surface");
    if (credential.kind === "connector" && surface !== "mcp") {
      throw serviceError("oauth_token_not_allowed", "A connector's token works on /mcp only; use an API key here.");
    }
    const row = await look(credential.token);
    if (!row || row.accountId === null || row.kind !== credential.kind) throw invalidKey();
    if (row.expiresAt !== null && row.expiresAt <= clock.now()) throw invalidKey();
    if (row.accountStatus === AccountStatus.SUSPENDED) {
      throw serviceError("account_suspended", "This account is suspended.");
    }
    if (row.allowedIps.length > 0 && !networkList(row.allowedIps)(addressOf(ctx))) {
      throw serviceError("ip_not_allowed", "This key may not be used from this address.");
    }
    return { ...row, accountId: row.accountId };
  }

  return {
    async admit(ctx, scope, charge = 1) {
      const row = await identify(ctx);
      if (charge > 0) await chargeTo(ctx, row);
      checkVersion(ctx.metadata.get("openintents-version"));
      if (scope !== "" && !row.scopes.includes(scope)) {
        throw serviceError("permission_denied", `This credential does not carry the scope ${scope}.`, { param: scope });
      }
      return {
        accountId: row.accountId,
        test: row.test,
        credentialId: row.id,
        connector: row.kind === "connector" ? row.id : null,
        scopes: row.scopes,
        via: viaOf(ctx),
        defaultCurrency: row.defaultCurrency,
        country: row.country,
      };
    },
    async runner(ctx) {
      const credential = parseBearer(ctx.metadata.get("authorization"));
      const row = credential.kind === "runner_key" ? await look(credential.token) : null;
      if (!row || row.pool === null || (row.expiresAt !== null && row.expiresAt <= clock.now())) {
        throw serviceError("invalid_runner_key", "The runner key is not valid.");
      }
      return { pool: row.pool, credentialId: row.id };
    },
  };

  async function chargeTo(ctx: CallContext, row: CredentialRow): Promise<void> {
    const limit = {
      perMinute: row.requestsPerMinute ?? defaultLimit.perMinute,
      burst: row.requestBurst ?? defaultLimit.burst,
    };
    try {
      const state = await limiter.charge(row.id, limit);
      ctx.trailers.set("ratelimit", state.state).set("ratelimit-policy", state.policy);
    } catch (cause) {
      if (!(cause instanceof RateLimited)) throw cause;
      ctx.trailers.set("ratelimit", cause.limit.state).set("ratelimit-policy", cause.limit.policy);
      throw cause.asServiceError();
    }
  }
}

function checkVersion(version: string | undefined): void {
  if (version === undefined || version === API_VERSION) return;
  throw serviceError("unsupported_version", "openintents-version names no version of this API.", {
    details: { supported_versions: [API_VERSION] },
  });
}

function invalidKey() {
  return serviceError("invalid_api_key", "The API key is not valid: unknown, revoked or expired.");
}

/** An edge passes the client's address on; a direct caller is its own. */
function addressOf(ctx: CallContext): string {
  const surface = ctx.metadata.get("openintents-surface");
  return (surface ? ctx.metadata.get("openintents-client-address") : undefined) ?? ctx.peer.replace(/:\d+$/, "");
}

function viaOf(ctx: CallContext): Via {
  const surface = ctx.metadata.get("openintents-surface");
  if (surface === "mcp") return Via.MCP;
  return surface === "console" ? Via.DASHBOARD : Via.API;
}
