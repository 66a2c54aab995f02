import { BlockList, isIP } from "node:net";

/** Address without brackets, zone and IPv4-in-IPv6 wrapping; empty when it is no IP address. */
export function plainAddress(address: string): string {
  const bare = address
    .trim()
    .replace(/^\[(.*)\]$/, "$1")
    .replace(/%.*$/, "");
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(bare);
  const plain = mapped?.[1] ?? bare;
  return isIP(plain) === 0 ? "" : plain.toLowerCase();
}

/** Whether the address is this machine's own. */
export function isLoopback(address: string | undefined): boolean {
  const plain = plainAddress(address ?? "");
  return plain === "::1" || plain.startsWith("127.");
}

/** A test for membership in a list of networks (`10.0.0.0/8`, `::1`). Throws RangeError naming the entry that is none. */
export function networkList(networks: readonly string[]): (address: string) => boolean {
  const list = new BlockList();
  for (const network of networks) {
    const [base = "", bits, more] = network.trim().split("/");
    const plain = plainAddress(base);
    const family = isIP(plain);
    const width = family === 6 ? 128 : 32;
    const length = bits === undefined ? width : /^\d{1,3}$/.test(bits) ? Number(bits) : Number.NaN;
    if (family === 0 || more !== undefined || !(length >= 0 && length <= width)) {
      throw new RangeError(`"${network}" is not an IP network such as 10.0.0.0/8`);
    }
    list.addSubnet(plain, length, family === 6 ? "ipv6" : "ipv4");
  }
  return (address) => {
    const plain = plainAddress(address);
    return plain !== "" && list.check(plain, isIP(plain) === 6 ? "ipv6" : "ipv4");
  };
}

const compiled = new Map<string, (address: string) => boolean>();

function trustOf(networks: readonly string[]): (address: string) => boolean {
  const key = networks.join(",");
  const known = compiled.get(key);
  if (known !== undefined) return known;
  const list = networkList(networks);
  compiled.set(key, list);
  return list;
}

/**
 * The client's address for IP rules and failure limits: the peer itself, or, when the peer is a
 * trusted proxy, the nearest address in `X-Forwarded-For` that is not trusted. Entries left of it
 * are the client's own claim and never count.
 */
export function clientAddress(o: { peer: string; forwardedFor?: string | undefined; trusted: string[] }): string {
  const peer = plainAddress(o.peer) || o.peer;
  if (o.forwardedFor === undefined || o.trusted.length === 0) return peer;
  const trusted = trustOf(o.trusted);
  let address = peer;
  for (const hop of o.forwardedFor.split(",").reverse()) {
    if (!trusted(address)) return address;
    const next = plainAddress(hop) || plainAddress(hop.trim().replace(/:\d+$/, ""));
    if (next === "") return address;
    address = next;
  }
  return address;
}
