import { create } from "@bufbuild/protobuf";
import { type Sealed, SealedSchema } from "@openintents/proto";
import { beforeAll, describe, expect, it } from "vitest";
import {
  type Aad,
  exportKeyPair,
  generateKeyPair,
  importKeyPair,
  type KeyPair,
  open,
  openLocal,
  seal,
  sealLocal,
  VaultError,
} from "../src/index.ts";

const aad: Aad = { account: "acct_1", test: true, payer: "cus_1", intent: "int_1", purpose: "checkpoint", version: 3 };
const text = new TextEncoder().encode("size: M, color: grün");

function vaultError(code: VaultError["code"]): unknown {
  return expect.objectContaining({ name: "VaultError", code });
}

describe("sealing to a key pair", () => {
  let pair: KeyPair;
  let other: KeyPair;
  let sealed: Sealed;

  beforeAll(async () => {
    pair = await generateKeyPair();
    other = await generateKeyPair();
    sealed = create(SealedSchema, await seal(pair, text, aad));
  });

  it("comes back whole with the right key and binding", async () => {
    expect(await open([other, pair], sealed, aad)).toEqual(text);
  });

  it("shows neither plaintext nor repetition", async () => {
    const again = create(SealedSchema, await seal(pair, text, aad));
    expect(Buffer.from(sealed.ciphertext).includes(Buffer.from("size"))).toBe(false);
    expect(again.ciphertext).not.toEqual(sealed.ciphertext);
    expect(sealed.kid).toBe(pair.kid);
  });

  it("carries an empty and a large value", async () => {
    for (const value of [new Uint8Array(0), new Uint8Array(256 * 1024).fill(7)]) {
      const wrapped = create(SealedSchema, await seal(pair, value, aad));
      expect(await open([pair], wrapped, aad)).toEqual(value);
    }
  });

  it("seals a view on a larger buffer without its neighbours", async () => {
    const view = Buffer.from("--inside--").subarray(2, 8);
    expect(await open([pair], create(SealedSchema, await seal(pair, view, aad)), aad)).toEqual(new Uint8Array(view));
  });

  it("does not open when no key of its ID is at hand", async () => {
    await expect(open([other], sealed, aad)).rejects.toEqual(vaultError("unknown_key"));
  });

  it("does not open with another key under the same ID", async () => {
    await expect(open([{ ...other, kid: pair.kid }], sealed, aad)).rejects.toEqual(vaultError("not_opened"));
  });

  it.each<[string, Partial<Aad>]>([
    ["account", { account: "acct_2" }],
    ["mode", { test: false }],
    ["payer", { payer: "" }],
    ["intent", { intent: "int_2" }],
    ["purpose", { purpose: "answer/inp_1" }],
    ["version", { version: 4 }],
  ])("does not open under another %s", async (_part, change) => {
    await expect(open([pair], sealed, { ...aad, ...change })).rejects.toEqual(vaultError("not_opened"));
  });

  it("does not confuse neighbouring parts of the binding", async () => {
    const shifted = { ...aad, payer: "cus_1int_1", intent: "" };
    await expect(open([pair], sealed, shifted)).rejects.toEqual(vaultError("not_opened"));
  });

  it("does not open when a byte of ciphertext or key share was altered or cut", async () => {
    const flip = (bytes: Uint8Array): Uint8Array => bytes.map((byte, index) => (index === 3 ? byte ^ 1 : byte));
    const broken = [
      { ...sealed, ciphertext: flip(sealed.ciphertext) },
      { ...sealed, ciphertext: sealed.ciphertext.slice(0, -1) },
      { ...sealed, ciphertext: new Uint8Array(0) },
      { ...sealed, enc: flip(sealed.enc) },
      { ...sealed, enc: new Uint8Array(0) },
    ];
    for (const value of broken) await expect(open([pair], value, aad)).rejects.toEqual(vaultError("not_opened"));
  });

  it("refuses to seal to something that is no key", async () => {
    await expect(seal({ kid: "k", publicKey: new Uint8Array(5) }, text, aad)).rejects.toEqual(
      vaultError("invalid_key"),
    );
  });

  it("reads its key pair back from text and refuses halves that do not belong together", () => {
    expect(importKeyPair(`${exportKeyPair(pair)}\n`)).toEqual(pair);
    const mixed = exportKeyPair({ ...pair, publicKey: other.publicKey });
    for (const wrong of ["", "oi_keypair_1.a.b", mixed, exportKeyPair(pair).replace("oi_keypair_1", "oi_keypair_9")]) {
      let caught: unknown;
      try {
        importKeyPair(wrong);
      } catch (error) {
        caught = error;
      }
      expect(caught).toBeInstanceOf(VaultError);
      expect(caught).toMatchObject({ code: "invalid_key" });
      if (wrong !== "") expect(String(caught)).not.toContain(wrong);
    }
  });
});

describe("sealing under a service's own key", () => {
  const key = Buffer.alloc(32, 9);

  it("comes back whole, and differs each time", () => {
    const sealed = sealLocal(key, text, "whe_1");
    expect(openLocal(key, sealed, "whe_1")).toEqual(Buffer.from(text));
    expect(sealLocal(key, text, "whe_1")).not.toEqual(sealed);
  });

  it("does not open under another key, another record, or altered bytes", () => {
    const sealed = sealLocal(key, text, "whe_1");
    const altered = Buffer.from(sealed);
    altered[sealed.length - 1] = (altered[sealed.length - 1] ?? 0) ^ 1;
    const attempts: [Buffer, Uint8Array, string][] = [
      [Buffer.alloc(32, 8), sealed, "whe_1"],
      [key, sealed, "whe_2"],
      [key, altered, "whe_1"],
      [key, sealed.subarray(0, 10), "whe_1"],
      [key, Buffer.concat([Buffer.from([2]), sealed.subarray(1)]), "whe_1"],
    ];
    for (const [with_, bytes, record] of attempts) {
      expect(() => openLocal(with_, bytes, record)).toThrow(expect.objectContaining({ code: "not_opened" }));
    }
  });

  it("refuses a key that does not have 32 bytes", () => {
    expect(() => sealLocal(Buffer.alloc(16), text, "x")).toThrow(expect.objectContaining({ code: "invalid_key" }));
  });
});
