import { refuseSetting } from "./refuse-setting.ts";

/** The origin that clients use, whatever address the server is bound to. */
export interface PublicOrigin {
  /** As a browser sends it in `Origin`. */
  origin: string;
  /** Every spelling of `Host` that names it: the scheme's own port may be given or left out. */
  hosts: ReadonlySet<string>;
}

const SHAPE = /^https?:\/\/[^/?#@\\\s*]+(?<!:)$/i;
const WILDCARDS = new Set(["0.0.0.0", "[::]"]);
const OWN_PORT: Record<string, string> = { "http:": "80", "https:": "443" };

/**
 * Reads `--public-origin`: scheme http or https, host, optional port, and nothing else. Throws
 * CONFIG_INVALID/transport for credentials, a wildcard, a path, a query or a fragment.
 */
export function parsePublicOrigin(text: string): PublicOrigin {
  const refuse = () =>
    refuseSetting(
      "--public-origin",
      "must be an origin such as https://intents.example.com: http or https, a host and perhaps a port; no credentials, wildcard, path, query or fragment",
    );
  if (!SHAPE.test(text) || !URL.canParse(text)) throw refuse();
  const { origin, protocol, host, hostname, port } = new URL(text);
  if (hostname === "" || WILDCARDS.has(hostname)) throw refuse();
  const hosts = port === "" ? [host, `${host}:${OWN_PORT[protocol]}`] : [host];
  return { origin, hosts: new Set(hosts) };
}
