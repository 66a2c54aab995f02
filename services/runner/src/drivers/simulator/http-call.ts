import { type Agent, type ClientRequest, request as httpRequest, type IncomingMessage } from "node:http";
import type { Socket } from "node:net";

const LARGEST_ANSWER = 8 * 1024 * 1024;

/** Nothing of the call left this process. */
export class NotDispatched extends Error {
  override readonly name = "NotDispatched";
}

/** The call left this process, or part of it, and no whole answer came: what it did is not known. */
export class Unanswered extends Error {
  override readonly name = "Unanswered";
}

export type HttpCall = {
  method: "GET" | "POST";
  url: URL;
  body?: unknown;
  /** Connections to reuse; without it a connection of its own, which cannot turn out to be stale. */
  agent?: Agent;
  /** Called in the same turn of the event loop in which the request is written. What it throws is thrown. */
  guard: () => void;
  /** Its reason is thrown if it aborts before the call is dispatched; a GET is given up at any time. */
  signal: AbortSignal;
  timeoutMs: number;
};

export type HttpAnswer = { status: number; body: unknown };

/**
 * One HTTP call whose first byte leaves only if the guard agrees at that very moment: the connection is
 * made first, so no wait lies between the check and the write. Throws what the guard throws,
 * NotDispatched, or Unanswered.
 */
export function httpCall(call: HttpCall): Promise<HttpAnswer> {
  return new Promise((resolve, reject) => {
    const payload = call.body === undefined ? undefined : JSON.stringify(call.body);
    const headers = payload === undefined ? {} : { "content-type": "application/json" };
    const { method, agent } = call;
    const request: ClientRequest = httpRequest(call.url, { method, headers, agent: agent ?? false });
    let dispatched = false;

    const settle = (end: () => void): void => {
      call.signal.removeEventListener("abort", onAbort);
      end();
    };
    const refuse = (error: unknown): void => {
      settle(() => reject(error));
      request.destroy();
    };
    const onAbort = (): void => {
      if (!dispatched || method === "GET") refuse(call.signal.reason);
    };
    const dispatch = (): void => {
      try {
        call.signal.throwIfAborted();
        call.guard();
      } catch (error) {
        refuse(error);
        return;
      }
      dispatched = true;
      request.end(payload);
    };

    request.once("socket", (socket: Socket) => {
      if (socket.connecting) socket.once("connect", dispatch);
      else dispatch();
    });
    request.on("error", (cause) => {
      const error = dispatched
        ? new Unanswered("the shop did not answer", { cause })
        : new NotDispatched("the shop cannot be reached", { cause });
      settle(() => reject(error));
    });
    request.setTimeout(call.timeoutMs, () => request.destroy(new Error("no answer in time")));
    request.on("response", (response) => {
      readJson(response).then(
        (body) => settle(() => resolve({ status: response.statusCode ?? 0, body })),
        (cause: unknown) => refuse(new Unanswered("the shop's answer was cut", { cause })),
      );
    });
    call.signal.addEventListener("abort", onAbort, { once: true });
    if (call.signal.aborted) onAbort();
  });
}

async function readJson(response: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > LARGEST_ANSWER) throw new Error("the shop's answer is too large");
    chunks.push(chunk);
  }
  return JSON.parse(Buffer.concat(chunks).toString("utf8"));
}
