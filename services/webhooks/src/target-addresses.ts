import { lookup } from "node:dns/promises";
import { isIP } from "node:net";
import type { AddressPolicy } from "./address-policy.ts";

/** All addresses of a host name; rejects when it has none. */
export type Resolve = (hostname: string) => Promise<string[]>;

export const systemResolve: Resolve = async (hostname) =>
  (await lookup(hostname, { all: true, verbatim: true })).map(({ address }) => address);

/** Why a target is not dialled; `code` is what the delivery's attempt shows. */
export class TargetRefused extends Error {
  readonly code: "address_refused" | "name_not_resolved" | "url_refused";

  constructor(code: TargetRefused["code"], message: string, options?: { cause?: unknown }) {
    super(message, options);
    this.name = "TargetRefused";
    this.code = code;
  }
}

/**
 * Resolves a host once and answers those of its addresses that may be dialled, at least
 * one; whoever connects must use one of these and not ask again. Throws TargetRefused.
 */
export async function allowedAddresses(
  o: { policy: AddressPolicy; resolve: Resolve },
  target: { hostname: string; plain: boolean },
): Promise<string[]> {
  let addresses: string[];
  try {
    addresses = isIP(target.hostname) === 0 ? await o.resolve(target.hostname) : [target.hostname];
  } catch (cause) {
    throw new TargetRefused("name_not_resolved", "The host's name could not be resolved.", { cause });
  }
  const allowed = addresses.filter((address) =>
    target.plain ? o.policy.allowsPlain(address) : o.policy.allows(address),
  );
  if (allowed.length > 0) return allowed;
  if (target.plain && addresses.some((address) => o.policy.allows(address))) {
    throw new TargetRefused("url_refused", "A webhook URL starts with https://.");
  }
  throw new TargetRefused("address_refused", "The host's address is private or otherwise not public.");
}
