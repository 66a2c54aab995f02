import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { keyLast4, keyPrefix, newApiKey, newRunnerKey, parseBearer, tokenHash } from "../src/index.ts";

describe("keys", () => {
  it("have prefix, 43 characters for 32 bytes and 6 of checksum", () => {
    expect(newApiKey("test")).toMatch(/^oi_test_[0-9A-Za-z]{49}$/);
    expect(newApiKey("live")).toMatch(/^oi_live_[0-9A-Za-z]{49}$/);
    expect(newRunnerKey()).toMatch(/^oi_run_[0-9A-Za-z]{49}$/);
  });

  it("differ each time", () => {
    expect(new Set(Array.from({ length: 200 }, () => newApiKey("test"))).size).toBe(200);
  });

  it("show 12 characters in front and 4 at the end, and hash with SHA-256", () => {
    const key = newApiKey("test");
    expect(key.startsWith(keyPrefix(key))).toBe(true);
    expect(keyPrefix(key)).toHaveLength(12);
    expect(key.endsWith(keyLast4(key))).toBe(true);
    expect(keyLast4(key)).toHaveLength(4);
    expect(tokenHash(key)).toEqual(createHash("sha256").update(key).digest());
  });
});

describe("parseBearer", () => {
  it("tells kind and mode from the prefix", () => {
    const test = newApiKey("test");
    const live = newApiKey("live");
    const runner = newRunnerKey();
    expect(parseBearer(`Bearer ${test}`)).toEqual({ kind: "api_key", test: true, token: test });
    expect(parseBearer(`bearer  ${live} `)).toEqual({ kind: "api_key", test: false, token: live });
    expect(parseBearer(`BEARER ${runner}`)).toEqual({ kind: "runner_key", test: null, token: runner });
    const token = `oi_at_${"a1B2".repeat(10)}`;
    expect(parseBearer(`Bearer ${token}`)).toEqual({ kind: "connector", test: null, token });
  });

  it.each([undefined, "", "Bearer", "Bearer  ", "Basic dTpw", "oi_test_x"])(
    "asks for a token when given %j",
    (value) => {
      expect(() => parseBearer(value)).toThrow(expect.objectContaining({ reason: "authentication_required" }));
    },
  );

  it("refuses a wrong form or checksum as invalid_api_key, without repeating the token", () => {
    const key = newApiKey("test");
    const flipped = key.slice(0, 20) + (key[20] === "a" ? "b" : "a") + key.slice(21);
    const wrong = [
      flipped,
      `${key}x`,
      key.slice(0, -1),
      key.replace("oi_test_", "oi_live_"),
      key.replace("oi_test_", "oi_prod_"),
      `${key} ${key}`,
      "sk_live_123",
      "oi_at_short",
    ];
    for (const token of wrong) {
      let caught: unknown;
      try {
        parseBearer(`Bearer ${token}`);
      } catch (error) {
        caught = error;
      }
      expect(caught).toMatchObject({ reason: "invalid_api_key" });
      expect(String(caught)).not.toContain(token);
    }
  });
});
