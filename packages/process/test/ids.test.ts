import { describe, expect, it } from "vitest";
import { isId, newId } from "../src/index.ts";

const ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz";

function uuidOf(id: string): string {
  let value = 0n;
  for (const char of id.slice(id.indexOf("_") + 1)) value = value * 32n + BigInt(ALPHABET.indexOf(char));
  return value.toString(16).padStart(32, "0");
}

describe("newId", () => {
  it("is the prefix and the 26 characters of a UUIDv7 of the given time", () => {
    const now = Date.UTC(2026, 10, 30, 12);
    const id = newId("int", now);
    expect(id).toMatch(/^int_[0-7][0-9a-hjkmnp-tv-z]{25}$/);
    const uuid = uuidOf(id);
    expect(Number.parseInt(uuid.slice(0, 12), 16)).toBe(now);
    expect(uuid[12]).toBe("7");
    expect("89ab").toContain(uuid[16]);
  });

  it("sorts by time, and by order within a millisecond", () => {
    const now = Date.UTC(2026, 0, 1);
    const ids = [...Array.from({ length: 1000 }, () => newId("evt", now)), newId("evt", now + 1)];
    expect([...ids].sort()).toEqual(ids);
  });

  it("never repeats, whatever the clock does", () => {
    const ids = Array.from({ length: 50_000 }, (_, i) => newId("x", 1_000 + (i % 3)));
    expect(new Set(ids).size).toBe(ids.length);
  });
});

describe("isId", () => {
  it("takes what newId makes, with its prefix only", () => {
    const id = newId("acct");
    expect(isId("acct", id)).toBe(true);
    expect(isId("int", id)).toBe(false);
    expect(isId("acc", id)).toBe(false);
  });

  it("refuses other lengths, letters and cases", () => {
    const id = newId("int");
    const wrong = [id.slice(1), `${id}0`, id.toUpperCase(), `${id.slice(0, -1)}u`, `int_8${id.slice(5)}`, "int_", ""];
    expect(wrong.filter((one) => isId("int", one))).toEqual([]);
  });
});
