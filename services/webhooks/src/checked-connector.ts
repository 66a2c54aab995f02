import { isIP } from "node:net";
import { buildConnector } from "undici";
import type { AddressPolicy } from "./address-policy.ts";
import { allowedAddresses, type Resolve } from "./target-addresses.ts";

type Connector = ReturnType<typeof buildConnector>;
type DialOptions = Parameters<Connector>[0];
type Socket = NonNullable<Parameters<Parameters<Connector>[1]>[1]>;

const CONNECT_TIMEOUT_MS = 5_000;

/**
 * Connects for undici: the name is resolved once for each connection, refused addresses
 * are dropped, and exactly the addresses that were checked are dialled, in turn. A name
 * that changes its answer in between gains nothing. TLS still proves the name.
 */
export function createCheckedConnector(o: {
  policy: AddressPolicy;
  resolve: Resolve;
  /** Further certificates to trust, PEM. */
  ca?: string;
}): Connector {
  const dial = buildConnector({
    allowH2: false,
    timeout: CONNECT_TIMEOUT_MS,
    ...(o.ca === undefined ? {} : { ca: o.ca }),
  });

  async function connect(options: DialOptions): Promise<Socket> {
    const hostname = options.hostname.replace(/^\[(.*)\]$/, "$1");
    const plain = options.protocol === "http:";
    const servername = plain || isIP(hostname) !== 0 ? {} : { servername: hostname };
    let failure: unknown;
    for (const address of await allowedAddresses(o, { hostname, plain })) {
      try {
        return await dialOne({ hostname: address, protocol: options.protocol, port: options.port, ...servername });
      } catch (error) {
        failure = error;
      }
    }
    throw failure;
  }

  const dialOne = (options: DialOptions) =>
    new Promise<Socket>((resolve, reject) => {
      // undici leaves the socket out, and not null, when it reports an error.
      dial(options, (error, socket) => (socket ? resolve(socket) : reject(error)));
    });

  return (options, callback) => {
    connect(options).then(
      (socket) => callback(null, socket),
      (error: unknown) => callback(error instanceof Error ? error : new Error(String(error)), null),
    );
  };
}
