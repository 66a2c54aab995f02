import { ConfigError } from "@openintents/process";
import ipaddr from "ipaddr.js";

type Address = ipaddr.IPv4 | ipaddr.IPv6;

/** Which addresses a URL of a customer may lead to. */
export type AddressPolicy = {
  /** Public, or in a network that the operator allows. */
  allows(address: string): boolean;
  /** In a network that the operator allows; only there plain http is used. */
  allowsPlain(address: string): boolean;
};

/** Inside address space that counts as public, yet the metadata service of a cloud. */
const METADATA = new Set(["168.63.129.16"]);

/** Global unicast; what lies outside is reserved, multicast or local. */
const GLOBAL_V6 = ipaddr.IPv6.parseCIDR("2000::/3");

/**
 * Makes the policy. Without `allowNetworks` (CIDRs) only public unicast addresses pass: no
 * private, loopback, link-local, shared, multicast, metadata, documentation, unique local
 * or tunnelled range, and an IPv4 address inside an IPv6 one is judged as IPv4. Throws
 * ConfigError for a text that is no network.
 */
export function createAddressPolicy(allowNetworks: readonly string[]): AddressPolicy {
  const networks = allowNetworks.map((text) => {
    try {
      return text.includes("/") ? ipaddr.parseCIDR(text) : ipaddr.parseCIDR(`${text}/${text.includes(":") ? 128 : 32}`);
    } catch {
      throw new ConfigError(`WEBHOOK_ALLOW_NETWORKS must be networks such as 10.0.0.0/8, got ${JSON.stringify(text)}`);
    }
  });
  const listed = (address: Address) =>
    networks.some(([base, bits]) => base.kind() === address.kind() && address.match(base, bits));
  return {
    allows(text) {
      const address = parse(text);
      return address !== null && (listed(address) || isPublic(address));
    },
    allowsPlain(text) {
      const address = parse(text);
      return address !== null && listed(address);
    },
  };
}

/** The address, unwrapped when it is an IPv4 one in IPv6 clothes; null when it is none. */
function parse(text: string): Address | null {
  const bare = text.replace(/%.*$/, "");
  return ipaddr.isValid(bare) ? ipaddr.process(bare) : null;
}

function isPublic(address: Address): boolean {
  if (address.range() !== "unicast" || METADATA.has(address.toString())) return false;
  return address.kind() === "ipv4" || address.match(GLOBAL_V6);
}
