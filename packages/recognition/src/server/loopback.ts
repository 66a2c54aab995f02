import { isIP } from "node:net";

/** Names by which a machine calls itself in `Host` and `Origin`. */
export const LOOPBACK_NAMES = ["127.0.0.1", "[::1]", "localhost"] as const;

/** Whether an address of a socket is this machine's own. */
export function isLoopbackAddress(address: string | undefined): boolean {
  if (address === undefined) return false;
  const plain = address.toLowerCase().replace(/^::ffff:(?=\d+\.)/, "");
  return isIP(plain) === 4 ? plain.startsWith("127.") : plain === "::1";
}

/** Whether binding to this host reaches this machine only. */
export function isLoopbackBinding(host: string): boolean {
  return host.toLowerCase() === "localhost" || isLoopbackAddress(unbracketed(host));
}

/** The form that `listen` takes of an IPv6 address. */
export function unbracketed(host: string): string {
  return host.replace(/^\[(.*)\]$/, "$1");
}
