import { serviceError } from "@openintents/process";
import { isLoopback } from "./addresses.ts";

/** An allowed host has many spellings; no client makes more of them stay than this. */
const MOST_KNOWN = 100;

const LOOPBACK_NAMES = ["localhost", "127.0.0.1", "[::1]"];

/** Which `Host` and `Origin` an HTTP service answers to. */
export type OriginPolicy = {
  /** Throws ServiceError `origin_not_allowed`. `peer` is the socket's address; forwarded headers never count. */
  check(request: { host?: string | undefined; origin?: string | undefined; peer?: string | undefined }): void;
};

function parseOrigin(text: string): URL | undefined {
  if (!URL.canParse(text)) return undefined;
  const url = new URL(text);
  const bare =
    url.pathname === "/" && url.search === "" && url.hash === "" && url.username === "" && url.password === "";
  return bare && (url.protocol === "http:" || url.protocol === "https:") ? url : undefined;
}

/** `host[:port]` as a URL authority under the scheme, the scheme's own port left out; undefined when it is none. */
function authority(host: string, scheme: string): string | undefined {
  if (/[/?#@\\\s]/.test(host)) return undefined;
  return parseOrigin(`${scheme}//${host}`)?.host;
}

/**
 * Guards against DNS rebinding and foreign pages: a request must name the public origin, the
 * hosted origin or an extra one in `Host`, and in `Origin` where a browser sends it. Loopback
 * names at the bound port are allowed as well when the peer itself is loopback.
 */
export function createOriginPolicy(o: {
  publicOrigin: string;
  hostedOrigin?: string | undefined;
  boundPort: number | (() => number);
  extraOrigins?: string[] | undefined;
}): OriginPolicy {
  const configured = [
    o.publicOrigin,
    ...(o.hostedOrigin === undefined ? [] : [o.hostedOrigin]),
    ...(o.extraOrigins ?? []),
  ];
  const allowed = configured.map((text) => {
    const url = parseOrigin(text);
    if (url === undefined) throw new RangeError(`"${text}" is not an origin such as https://intents.example.com`);
    return url;
  });
  const origins = new Set(allowed.map((url) => url.origin));
  // Every request asks the same few questions, and reading a URL costs more than the rest of the check.
  const allowedBefore = { loopback: new Set<string>(), other: new Set<string>() };

  function isLoopbackName(host: string): boolean {
    const port = typeof o.boundPort === "function" ? o.boundPort() : o.boundPort;
    return LOOPBACK_NAMES.some((name) => authority(`${name}:${port}`, "http:") === host);
  }

  function hostAllowed(host: string, peerIsLoopback: boolean): boolean {
    const known = peerIsLoopback ? allowedBefore.loopback : allowedBefore.other;
    if (known.has(host)) return true;
    if (!isAllowed(host, peerIsLoopback)) return false;
    if (known.size < MOST_KNOWN) known.add(host);
    return true;
  }

  function isAllowed(host: string, peerIsLoopback: boolean): boolean {
    if (allowed.some((url) => authority(host, url.protocol) === url.host)) return true;
    const plain = authority(host, "http:");
    return plain !== undefined && peerIsLoopback && isLoopbackName(plain);
  }

  function originAllowed(origin: string, peerIsLoopback: boolean): boolean {
    const url = parseOrigin(origin);
    if (url === undefined) return false;
    return origins.has(url.origin) || (peerIsLoopback && url.protocol === "http:" && isLoopbackName(url.host));
  }

  return {
    check({ host, origin, peer }) {
      const peerIsLoopback = isLoopback(peer);
      if (host === undefined || host === "" || !hostAllowed(host, peerIsLoopback)) {
        throw serviceError("origin_not_allowed", "The Host header does not name this installation.", { param: "Host" });
      }
      if (origin !== undefined && !originAllowed(origin, peerIsLoopback)) {
        throw serviceError("origin_not_allowed", "Requests from this origin are not allowed.", { param: "Origin" });
      }
    },
  };
}
