// Which port somebody else has: found out before anything is started, and said by name.
import { createServer } from "node:net";

/** A port that cannot be had; the message names it, its setting and what it is for. */
export class PortInUseError extends Error {
  constructor(port: number, env: string, what: string) {
    super(
      `port ${port} is in use: ${what} cannot listen there. Stop what listens on it, or set ${env} to another port.`,
    );
    this.name = "PortInUseError";
  }
}

/** Throws PortInUseError for the first port that is taken; 0 is always free. */
export async function checkPorts(host: string, ports: { port: number; env: string; what: string }[]): Promise<void> {
  for (const { port, env, what } of ports) {
    if (port !== 0 && !(await isFree(host, port))) throw new PortInUseError(port, env, what);
  }
}

function isFree(host: string, port: number): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once("error", (cause: NodeJS.ErrnoException) => {
      if (cause.code === "EADDRINUSE") resolve(false);
      else reject(new Error(`cannot listen on ${host}:${port}: ${cause.code ?? cause.message}`, { cause }));
    });
    probe.listen({ host, port, exclusive: true }, () => probe.close(() => resolve(true)));
  });
}
