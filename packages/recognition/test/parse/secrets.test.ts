import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { type StubReply, startProviderStub } from "../executors/provider-stub.ts";

const KEY = "planted-KEY+/=51d2e9";

/** As a server may repeat what it was sent. */
const forms = [KEY, encodeURIComponent(KEY), Buffer.from(KEY).toString("base64")];
const said = forms.map((form) => `Wrong key: Bearer ${form}`).join(" ");
const replies: StubReply[] = [
  ...[400, 401, 403, 404, 408, 429, 500].map((status) => ({
    status,
    headers: { "x-echo": KEY },
    body: { error: { message: said, type: said, code: said, param: said } },
  })),
  { status: 302, headers: { location: `http://127.0.0.1/?key=${encodeURIComponent(KEY)}` } },
  { refusal: said },
  { cut: said },
  { raw: `<html>${said}` },
  { raw: JSON.stringify({ echoed: said }) },
  { text: said },
  // The correction of the one before.
  { text: said },
  "drop",
];

test("a planted key is in nothing that is printed, thrown or serialised", async () => {
  const stub = await startProviderStub();
  stub.answer(...Array.from({ length: 8 }, () => replies).flat());
  const { stdout, stderr } = await promisify(execFile)(
    process.execPath,
    [join(import.meta.dirname, "speaking-parse.mjs"), stub.origin],
    { env: { ...process.env, PLANTED: KEY, REPLIES: String(replies.length) }, maxBuffer: 64 * 1_048_576 },
  );
  const sent = stub.requests.map(({ headers }) => JSON.stringify(headers));
  await stub.close();
  expect(sent.length).toBeGreaterThan(5 * replies.length);
  expect(sent.filter((headers) => !headers.includes(KEY))).toEqual([]);
  const printed = `${stdout}${stderr}`;
  const codes = ["EXECUTOR_AUTH", "EXECUTOR_RATE_LIMITED", "EXECUTOR_FAILED", "EXECUTOR_REFUSED", "CANDIDATE_INVALID"];
  expect(codes.filter((code) => !printed.includes(code))).toEqual([]);
  for (const form of forms) expect(printed.split("\n").filter((line) => line.includes(form))).toEqual([]);
});
