// The checks of `npm run check` must be able to fail: each is shown a planted fault in a
// copy of the tree.

import { readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { checks } from "../scripts/check.ts";
import { copyTree } from "./copied-tree.ts";
import { root } from "./house.ts";

let copy: string;

beforeAll(() => {
  copy = copyTree();
  symlinkSync(join(root, "node_modules"), join(copy, "node_modules"));
});
afterAll(() => rmSync(copy, { recursive: true, force: true }));

/** Runs a check with a file of the copy changed, and puts the file back. */
function withFault(name: string, file: string, change: (text: string) => string): string | null {
  const path = join(copy, file);
  const before = readFileSync(path, "utf8");
  const after = change(before);
  expect(after).not.toBe(before);
  writeFileSync(path, after);
  try {
    return checks[name]?.run(copy) ?? null;
  } finally {
    writeFileSync(path, before);
  }
}

const intentProto = "proto/openintents/intent/v1/intent.proto";
const removeCountry = (text: string) => text.replace(/ {2}\/\/ Market to buy in[\s\S]*?country = 10[^\n]*\n/, "");

test("buf breaking refuses a removed field", () => {
  expect(withFault("bufBreaking", intentProto, removeCountry)).toMatch(/field "10"|country/i);
});

test("buf breaking refuses a removed RPC", () => {
  const remove = (text: string) => text.replace(/ {2}rpc Heartbeat[^\n]*\n/, "");
  expect(withFault("bufBreaking", "proto/openintents/intent/v1/agent_service.proto", remove)).toMatch(/Heartbeat/);
});

test("buf lint refuses an enum value without its prefix", () => {
  const rename = (text: string) => text.replace("INTENT_STATUS_QUEUED = 1", "QUEUED = 1");
  expect(withFault("bufLint", intentProto, rename)).toMatch(/prefix/i);
});

test("the drift check refuses generated code that was edited", () => {
  const gen = "packages/proto/src/gen/openintents/intent/v1/intent_pb.ts";
  expect(withFault("generated", gen, (text) => `${text}// edited\n`)).toMatch(/intent_pb\.ts/);
});

test("the drift check refuses a proto change that was not generated", () => {
  expect(withFault("generated", intentProto, removeCountry)).toMatch(/not current/);
});

test("knip refuses an export that nobody uses and a dependency that is not listed", () => {
  const plant = (text: string) => `${text}\nexport function nobodyCallsThis(): number {\n  return 1;\n}\n`;
  expect(withFault("knip", "packages/auth/src/scopes.ts", plant)).toMatch(/nobodyCallsThis/);
  const unlisted = (text: string) => `import "left-pad";\n${text}`;
  expect(withFault("knip", "packages/auth/src/scopes.ts", unlisted)).toMatch(/left-pad/);
});
