import { create, fromBinary, type JsonObject, toBinary } from "@bufbuild/protobuf";
import { BinaryWriter, WireType } from "@bufbuild/protobuf/wire";
import { expect, test } from "vitest";
import { CreateIntentRequestSchema } from "../src/index.ts";
import { poolWriters } from "../src/pooled-writer.ts";

const request = (context: JsonObject, intent = "a mug") =>
  create(CreateIntentRequestSchema, { spec: { intent, context, metadata: { a: "1" } } });

test("the library's writers are as they are known here, so that they begin in the pool", () => {
  expect(poolWriters(class extends BinaryWriter {})).toBe(true);
});

test("a writer that works otherwise inside is left as it is", () => {
  class Other {
    finish() {
      return "as before";
    }
  }
  expect(poolWriters(Other)).toBe(false);
  expect(new Other().finish()).toBe("as before");
});

test.each([
  ["short", "a mug"],
  ["longer than where a writer begins", "ü".repeat(1_900)],
])("a message of numbers, truth and text that is %s arrives as it was", (_, intent) => {
  const message = request({ seats: 2.5, aisle: true, nested: { at: [1e9, -0.125, null] } }, intent);
  expect(fromBinary(CreateIntentRequestSchema, toBinary(CreateIntentRequestSchema, message))).toEqual(message);
});

test("encoded bytes lie in memory of their own", () => {
  const bytes = toBinary(CreateIntentRequestSchema, request({ a: 1 }));
  expect(bytes.constructor).toBe(Uint8Array);
  expect([bytes.byteOffset, bytes.buffer.byteLength]).toEqual([0, bytes.length]);
});

test("two writers at work at once, and one that is used again, do not touch each other's bytes", () => {
  const [a, b] = [new BinaryWriter(), new BinaryWriter()];
  for (let at = 0; at < 100; at++) {
    a.tag(1, WireType.LengthDelimited).string(`a${at}`).tag(2, WireType.Bit64).double(at);
    b.tag(1, WireType.LengthDelimited).string(`b${at}`).tag(2, WireType.Bit64).double(-at);
  }
  const alone = (name: string, sign: number) => {
    const writer = new BinaryWriter();
    for (let at = 0; at < 100; at++) {
      writer
        .tag(1, WireType.LengthDelimited)
        .string(`${name}${at}`)
        .tag(2, WireType.Bit64)
        .double(sign * at);
    }
    return writer.finish();
  };
  const first = a.finish();
  a.uint32(7);
  expect(b.finish()).toEqual(alone("b", -1));
  expect(a.finish()).toEqual(new Uint8Array([7]));
  expect(first).toEqual(alone("a", 1));
});
