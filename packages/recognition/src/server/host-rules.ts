import type { IncomingMessage } from "node:http";
import { isLoopbackAddress, LOOPBACK_NAMES } from "./loopback.ts";
import type { PublicOrigin } from "./public-origin.ts";

/** `local`: this machine calls by a loopback name; `public`: by the public origin; null: refused. */
export type Entrance = "local" | "public" | null;

const LOOPBACK_ORIGIN = /^https?:\/\/(?:127\.0\.0\.1|\[::1\]|localhost)(?::\d{1,5})?$/;

/**
 * Guards against DNS rebinding and foreign pages. Only `Host`, `Origin` and the socket's own peer
 * count; what a proxy or a caller writes into forwarded headers is not looked at.
 */
export function createHostRules(o: {
  publicOrigin: PublicOrigin | null;
  port: () => number;
}): (request: IncomingMessage) => Entrance {
  const isLoopbackHost = (host: string) => {
    const port = o.port();
    return LOOPBACK_NAMES.some((name) => host === `${name}:${port}` || (port === 80 && host === name));
  };

  return (request) => {
    // A target in absolute form would name a host of its own.
    if (request.url === undefined || !request.url.startsWith("/")) return null;
    const { host: hosts = [], origin: origins = [] } = request.headersDistinct;
    const [host] = hosts;
    if (host === undefined || hosts.length > 1 || origins.length > 1) return null;
    const fromHere = isLoopbackAddress(request.socket.remoteAddress);
    const named = host.toLowerCase();
    const entrance = o.publicOrigin?.hosts.has(named) ? "public" : fromHere && isLoopbackHost(named) ? "local" : null;
    const [origin] = origins;
    if (entrance === null || origin === undefined || origin === o.publicOrigin?.origin) return entrance;
    return fromHere && LOOPBACK_ORIGIN.test(origin) ? entrance : null;
  };
}
