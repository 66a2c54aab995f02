import { type Clock, serviceError } from "@openintents/process";
import type { AddressPolicy } from "./address-policy.ts";
import { parseTarget } from "./domain/target-url.ts";
import { allowedAddresses, type Resolve, TargetRefused } from "./target-addresses.ts";

/** A name that takes longer counts as not resolved for now. */
const RESOLVE_MS = 3_000;

/**
 * Checks a webhook URL when it is saved; answers its normal form. Throws ServiceError
 * `parameter_invalid` for `url`. An https name that does not resolve at the moment passes,
 * since every connection checks again; a plain http one must prove its network now.
 */
export async function checkTarget(
  o: { policy: AddressPolicy; resolve: Resolve; clock: Clock },
  text: string,
): Promise<string> {
  const target = parseTarget(text);
  if ("wrong" in target) throw refusal(target.wrong);
  const done = new AbortController();
  const resolve: Resolve = (hostname) =>
    Promise.race([
      o.resolve(hostname),
      o.clock.sleep(RESOLVE_MS, done.signal).then(() => {
        throw new Error("resolving the name took too long");
      }),
    ]);
  try {
    await allowedAddresses({ policy: o.policy, resolve }, target);
  } catch (error) {
    if (!(error instanceof TargetRefused)) throw error;
    if (error.code !== "name_not_resolved" || target.plain) throw refusal(error.message);
  } finally {
    done.abort();
  }
  return target.url.href;
}

function refusal(message: string) {
  return serviceError("parameter_invalid", message, { param: "url" });
}
