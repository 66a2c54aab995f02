// The server over HTTP as a process, with the recogniser behind it.
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { seedText } from "../parse/seed-candidate.ts";
import { Command } from "./command.ts";
import { messageOf, openSession, post } from "./http-harness.ts";
import { SEED_INPUT, SEED_TEXT } from "./seed.ts";

// Processes start slowly where many do.
vi.setConfig({ testTimeout: 30_000 });

let folder: string;
let source: Server;
/** Tasks that a slow language source was given, each with the end of its call. */
const held: { release(): void; closed: Promise<unknown> }[] = [];

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "openintents-recognize-"));
  source = createServer((request, response) => {
    const closed = once(response, "close");
    request.resume();
    request.on("end", () => {
      held.push({ release: () => response.end(JSON.stringify({ outcome: "refusal" })), closed });
    });
  });
  await new Promise<void>((resolve) => source.listen(0, "127.0.0.1", resolve));
});
afterAll(() => {
  source?.closeAllConnections();
  source?.close();
  rmSync(folder, { recursive: true, force: true });
});

function file(name: string, text: string): string {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
}

function slowConfig(): string {
  const { port } = source.address() as AddressInfo;
  return file(
    "slow.yaml",
    `version: 1\ninstances: { main: { executor: { type: http, url: "http://127.0.0.1:${port}/" } } }\n`,
  );
}

async function start(...args: string[]) {
  const command = new Command(["--transport", "http", "--port", "0", ...args]);
  const [, url = ""] = await command.until("stderr", /listening on (\S+?),?\s/);
  return { command, url, [Symbol.asyncDispose]: () => command[Symbol.asyncDispose]() };
}

type Headers = Record<string, string>;
interface Reply {
  isError: boolean;
  content: [{ text: string }];
  structuredContent: Record<string, string>;
}

async function call(url: string, session: Headers, name: string, args: object): Promise<Reply> {
  const params = { name, arguments: args };
  const answer = await post(url, { jsonrpc: "2.0", id: 9, method: "tools/call", params }, session);
  return (await messageOf(answer)).result as Reply;
}

const errorOf = (reply: Reply) => JSON.parse(reply.content[0].text).error;

test.each(["2025-06-18", "2025-11-25"])("%s gives the seed's reply byte for byte", async (version) => {
  await using server = await start();
  const session = await openSession(server.url, {}, version);
  expect(await call(server.url, session, "intent_parse", { input: SEED_INPUT })).toEqual({
    content: [{ type: "text", text: SEED_TEXT }],
    structuredContent: JSON.parse(SEED_TEXT),
    isError: false,
  });
});

test("a host request belongs to its session, and DELETE ends it", async () => {
  await using server = await start("--mode", "host");
  const [mine, other] = [await openSession(server.url), await openSession(server.url)];
  const prepared = await call(server.url, mine, "intent_prepare", { input: SEED_INPUT });
  const { requestId = "", submissionToken = "" } = prepared.structuredContent;
  const submission = { requestId, submissionToken, candidateText: seedText() };
  expect(errorOf(await call(server.url, other, "intent_accept", submission))).toMatchObject({
    code: "REQUEST_NOT_FOUND",
  });
  expect((await call(server.url, mine, "intent_accept", submission)).content[0].text).toBe(SEED_TEXT);
  await fetch(server.url, { method: "DELETE", headers: mine });
  expect((await post(server.url, {}, mine)).status).toBe(404);
  expect(errorOf(await call(server.url, other, "intent_accept", submission))).toMatchObject({
    code: "REQUEST_NOT_FOUND",
  });
});

test("a request outlives the streams of its session: prepare, a dropped stream, a lost answer, accept", async () => {
  await using server = await start("--mode", "host");
  const session = await openSession(server.url);
  const listen = async () => {
    const leaving = new AbortController();
    const headers = { ...session, accept: "text/event-stream" };
    expect((await fetch(server.url, { headers, signal: leaving.signal })).status).toBe(200);
    leaving.abort();
  };
  await listen();
  const prepared = await call(server.url, session, "intent_prepare", { input: SEED_INPUT });
  const { requestId = "", submissionToken = "" } = prepared.structuredContent;
  const submission = { requestId, submissionToken, candidateText: seedText() };
  await listen();
  const lost = new AbortController();
  const params = { name: "intent_accept", arguments: submission };
  const answer = fetch(server.url, {
    method: "POST",
    headers: { ...session, "content-type": "application/json", accept: "application/json, text/event-stream" },
    body: JSON.stringify({ jsonrpc: "2.0", id: 5, method: "tools/call", params }),
    signal: lost.signal,
  });
  lost.abort();
  await expect(answer).rejects.toThrow();
  await listen();
  expect((await call(server.url, session, "intent_accept", submission)).content[0].text).toBe(SEED_TEXT);
});

test("one principal's many requests do not push out another's answer", async () => {
  const tokens = file("tokens.txt", "alpha token-of-alpha-0000000000001\nbeta token-of-beta-00000000000002\n");
  await using server = await start("--mode", "host", "--auth", "bearer", "--tokens", tokens);
  const alpha = await openSession(server.url, { authorization: "Bearer token-of-alpha-0000000000001" });
  const beta = await openSession(server.url, { authorization: "Bearer token-of-beta-00000000000002" });
  const prepared = await call(server.url, alpha, "intent_prepare", { input: SEED_INPUT });
  const { requestId = "", submissionToken = "" } = prepared.structuredContent;
  const submission = { requestId, submissionToken, candidateText: seedText() };
  await call(server.url, alpha, "intent_accept", submission);
  for (let i = 0; i < 40; i += 1) {
    const { structuredContent } = await call(server.url, beta, "intent_prepare", { input: SEED_INPUT });
    await call(server.url, beta, "intent_cancel", { requestId: structuredContent.requestId });
  }
  expect((await call(server.url, alpha, "intent_accept", submission)).content[0].text).toBe(SEED_TEXT);
});

test("the end of a session aborts what it runs", async () => {
  await using server = await start("--config", slowConfig());
  const session = await openSession(server.url);
  const before = held.length;
  const running = call(server.url, session, "intent_parse", { input: SEED_INPUT });
  await expect.poll(() => held.length, { timeout: 10_000 }).toBe(before + 1);
  expect((await fetch(server.url, { method: "DELETE", headers: session })).status).toBe(200);
  expect(errorOf(await running)).toMatchObject({ code: "SESSION_CLOSED", stage: "transport" });
  await held[before]?.closed;
});

test("SIGTERM lets a running call end, refuses new ones, and ends with code 0", async () => {
  await using server = await start("--config", slowConfig());
  const session = await openSession(server.url);
  const before = held.length;
  const running = call(server.url, session, "intent_parse", { input: SEED_INPUT });
  await expect.poll(() => held.length, { timeout: 10_000 }).toBe(before + 1);
  server.command.child.kill("SIGTERM");
  await server.command.until("stderr", /SIGTERM: stopping/);
  await expect(post(server.url, {}, session)).rejects.toThrow();
  held[before]?.release();
  expect(errorOf(await running)).toMatchObject({ code: "EXECUTOR_REFUSED" });
  expect((await server.command.ended).code).toBe(0);
});

test("SIGTERM aborts after 10 s what has not ended, and says so to its caller", async () => {
  await using server = await start("--config", slowConfig());
  const session = await openSession(server.url);
  const before = held.length;
  const running = call(server.url, session, "intent_parse", { input: SEED_INPUT });
  await expect.poll(() => held.length, { timeout: 10_000 }).toBe(before + 1);
  const began = performance.now();
  server.command.child.kill("SIGTERM");
  expect(errorOf(await running)).toMatchObject({ code: "SESSION_CLOSED" });
  expect((await server.command.ended).code).toBe(0);
  expect(performance.now() - began).toBeGreaterThan(9_500);
  expect(performance.now() - began).toBeLessThan(15_000);
});

test("no log line holds what a caller wrote or a token, at any level", async () => {
  const secret = "token-of-alpha-0000000000001";
  const tokens = file("one.txt", `alpha ${secret}\n`);
  await using server = await start("--log-level", "debug", "--auth", "bearer", "--tokens", tokens);
  const headers = { authorization: `Bearer ${secret}` };
  const session = await openSession(server.url, headers);
  await call(server.url, session, "intent_parse", { input: "A very private wish." });
  await post(server.url, '{"a very private": wish', session);
  await post(server.url, { "a very private": "wish" }, session);
  await post(server.url, {}, { authorization: "Bearer another-private-token-00001" });
  server.command.child.kill("SIGTERM");
  const { stderr } = await server.command.ended;
  expect(stderr).toMatch(/listening/);
  expect(stderr).not.toMatch(/private|wish|token-of/i);
});
