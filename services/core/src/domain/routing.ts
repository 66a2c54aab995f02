// Which pools may take which work: mode, account, host, driver and market.

import type { Pool } from "./pool.ts";
import type { IntentRecord } from "./record.ts";

/** What work needs of a pool. Without hosts any shop will do. */
export type Routing = { hosts: string[]; country: string | null };

/** The driver that serves the test shops; it serves nothing else. */
export const SIMULATOR = "simulator";

export function routingOf(record: IntentRecord): Routing {
  const { intent } = record;
  const chosen = intent.shop?.host ?? null;
  const named = intent.spec?.shops ?? [];
  const hosts = chosen !== null ? [chosen] : named.length > 0 ? [...named] : record.host !== null ? [record.host] : [];
  return { hosts, country: intent.spec?.country ?? null };
}

/** The shop that counts against a host's limits while the work is claimed. */
export function routingHost(routing: Routing): string | null {
  const [first] = routing.hosts;
  return first === undefined ? null : hostName(first);
}

/** The host without its port, in lower case. */
export function hostName(host: string): string {
  return host.toLowerCase().replace(/:\d+$/, "");
}

export function isTestShop(host: string): boolean {
  return hostName(host).endsWith(".shop.test");
}

export function hostMatches(patterns: string[], host: string): boolean {
  if (patterns.length === 0) return true;
  const name = hostName(host);
  return patterns.some((pattern) => {
    if (pattern === "*") return true;
    const wanted = pattern.toLowerCase();
    return wanted.startsWith("*.") ? name.endsWith(wanted.slice(1)) : name === wanted || host.toLowerCase() === wanted;
  });
}

/** The same patterns for SQL's LIKE. */
export function likePatterns(patterns: string[]): string[] {
  return patterns.map((pattern) =>
    pattern
      .toLowerCase()
      .replace(/[\\%_]/g, (character) => `\\${character}`)
      .replace(/^\*/, "%"),
  );
}

/** Kinds of shop that a runner with these drivers can deal with. An empty list means all drivers. */
export function driverReach(drivers: string[], test: boolean): { testShops: boolean; otherShops: boolean } {
  const any = drivers.length === 0;
  return {
    testShops: test && (any || drivers.includes(SIMULATOR)),
    otherShops: any || drivers.some((driver) => driver !== SIMULATOR),
  };
}

/** Drivers, or regions, that both sides have; an empty list on one side leaves the other's. Null: nothing in common. */
export function shared(allowed: string[], offered: string[]): string[] | null {
  if (allowed.length === 0 || offered.length === 0) return allowed.length === 0 ? offered : allowed;
  const both = offered.filter((one) => allowed.includes(one));
  return both.length === 0 ? null : both;
}

/** Whether runners of the pool with these drivers and regions may take the work. */
export function fits(
  pool: Pool,
  work: Routing & { accountId: string; test: boolean },
  offer: { drivers: string[]; regions: string[] } = pool,
): boolean {
  if (pool.test !== work.test) return false;
  if (pool.accounts.length > 0 && !pool.accounts.includes(work.accountId)) return false;
  if (work.country !== null && offer.regions.length > 0 && !offer.regions.includes(work.country)) return false;
  const reach = driverReach(offer.drivers, pool.test);
  // In test mode work that names no shop goes to a test shop.
  if (work.hosts.length === 0) return pool.test ? reach.testShops : reach.otherShops;
  return work.hosts.some(
    (host) => hostMatches(pool.hosts, host) && (isTestShop(host) ? reach.testShops : reach.otherShops),
  );
}
