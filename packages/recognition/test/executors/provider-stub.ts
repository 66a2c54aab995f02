// A server on the loopback that speaks the two provider protocols, and our own http executor's, over real sockets.
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo, Socket } from "node:net";

export type StubReply =
  /** An answer with this text as the model's. */
  | { text: string; inputTokens?: number; outputTokens?: number }
  | { refusal: string }
  /** An answer cut off by its length limit. */
  | { cut: string }
  | { status: number; headers?: Record<string, string>; body?: unknown }
  /** A body as it stands, with status 200. */
  | { raw: string }
  | "hang"
  /** Headers and the beginning of a body, then nothing. */
  | "stall"
  /** The connection is torn down without an answer. */
  | "drop";

export interface StubRequest {
  path: string;
  headers: IncomingMessage["headers"];
  body: Record<string, unknown> & { messages?: { role: string; content: unknown }[] };
  /** Resolves with the milliseconds from the arrival to the moment the caller hung up. */
  hungUp: Promise<number>;
}

export interface ProviderStub {
  /** Without a path. */
  origin: string;
  requests: StubRequest[];
  /** What the next requests get, in order; the last one stays. */
  answer(...replies: StubReply[]): void;
  /** Resolves when so many requests have arrived in all. */
  arrived(count: number): Promise<void>;
  close(): Promise<void>;
}

export async function startProviderStub(): Promise<ProviderStub> {
  const sockets = new Set<Socket>();
  const requests: StubRequest[] = [];
  let replies: StubReply[] = [];
  let waiting: { count: number; resolve: () => void }[] = [];
  const server = createServer((request, response) => {
    void read(request).then((text) => {
      const begun = performance.now();
      const hungUp = new Promise<number>((resolve) => {
        response.on("close", () => {
          if (!response.writableFinished) resolve(performance.now() - begun);
        });
      });
      requests.push({ path: request.url ?? "", headers: request.headers, body: JSON.parse(text), hungUp });
      waiting = waiting.filter(({ count, resolve }) => {
        if (requests.length >= count) resolve();
        return requests.length < count;
      });
      const reply = replies.length > 1 ? replies.shift() : replies[0];
      give(reply ?? { status: 500 }, request, response);
    });
  });
  server.on("connection", (socket) => {
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket));
  });
  const port = await listen(server);
  return {
    origin: `http://127.0.0.1:${port}`,
    requests,
    answer: (...next) => {
      replies = next;
    },
    arrived: (count) =>
      requests.length >= count
        ? Promise.resolve()
        : new Promise((resolve) => {
            waiting.push({ count, resolve });
          }),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
}

function listen(server: Server): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(0, "127.0.0.1", () => resolve((server.address() as AddressInfo).port));
  });
}

async function read(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString("utf8");
}

function give(reply: StubReply, request: IncomingMessage, response: ServerResponse): void {
  if (reply === "hang") return;
  if (reply === "drop") {
    request.socket.destroy();
    return;
  }
  if (reply === "stall") {
    response.writeHead(200, { "content-type": "application/json" });
    response.write('{"id":"stub",');
    return;
  }
  if ("raw" in reply) {
    response.writeHead(200, { "content-type": "application/json" });
    response.end(reply.raw);
    return;
  }
  if ("status" in reply) {
    response.writeHead(reply.status, { "content-type": "application/json", ...reply.headers });
    response.end(JSON.stringify(reply.body ?? { error: { message: "The stub says no." } }));
    return;
  }
  response.writeHead(200, { "content-type": "application/json" });
  response.end(JSON.stringify(answerOf(reply, request.url ?? "")));
}

type Answer = Extract<StubReply, { text: string } | { refusal: string } | { cut: string }>;

function answerOf(reply: Answer, path: string): unknown {
  if (path.endsWith("/chat/completions")) return chatCompletion(reply);
  if (path.endsWith("/messages")) return message(reply);
  if ("text" in reply) return { outcome: "complete", candidateText: reply.text, usage: usageOf(reply) };
  return "refusal" in reply
    ? { outcome: "refusal", detail: reply.refusal }
    : { outcome: "incomplete", detail: reply.cut };
}

function usageOf(reply: Answer): { inputTokens: number; outputTokens: number } {
  const { inputTokens = 11, outputTokens = 7 } = "text" in reply ? reply : {};
  return { inputTokens, outputTokens };
}

function chatCompletion(reply: Answer): unknown {
  const { inputTokens, outputTokens } = usageOf(reply);
  const said =
    "refusal" in reply
      ? { content: null, refusal: reply.refusal }
      : { content: "text" in reply ? reply.text : reply.cut };
  return {
    id: "stub-1",
    object: "chat.completion",
    created: 1,
    model: "stub-model",
    choices: [{ index: 0, message: { role: "assistant", ...said }, finish_reason: "cut" in reply ? "length" : "stop" }],
    usage: { prompt_tokens: inputTokens, completion_tokens: outputTokens, total_tokens: inputTokens + outputTokens },
  };
}

function message(reply: Answer): unknown {
  const { inputTokens, outputTokens } = usageOf(reply);
  const text = "refusal" in reply ? reply.refusal : "cut" in reply ? reply.cut : reply.text;
  return {
    id: "stub-1",
    type: "message",
    role: "assistant",
    model: "claude-sonnet-5-5",
    content: [{ type: "text", text }],
    stop_reason: "refusal" in reply ? "refusal" : "cut" in reply ? "max_tokens" : "end_turn",
    stop_sequence: null,
    usage: { input_tokens: inputTokens, output_tokens: outputTokens },
  };
}
