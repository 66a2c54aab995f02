import { testDatabase } from "@openintents/testing";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Database } from "../src/index.ts";

let database: Database;
let close = async () => {};

beforeAll(async () => {
  ({ database, close } = await testDatabase({ schema: "bytes", migrations: [] }));
});
afterAll(() => close());

test.each([
  ["no values", []],
  ["nothing but null", [null]],
  ["an empty value between others", [Buffer.from([1, 2]), Buffer.alloc(0), Buffer.from([0, 255])]],
  ["null between others", [null, Buffer.from([1]), null]],
  ["every byte", [Buffer.from(Array.from({ length: 256 }, (_, at) => at))]],
  ["a view into a larger buffer", [new Uint8Array([9, 8, 7, 6]).subarray(1, 3)]],
])("%s in an array of bytes arrive as they are and in their order", async (_, values) => {
  const { rows } = await database.query<{ value: Buffer | null }>(
    "select value from unnest($1::bytea[]) with ordinality as given (value, place) order by place",
    [values],
  );
  expect(rows.map((row) => row.value && [...row.value])).toEqual(values.map((value) => value && [...value]));
});
