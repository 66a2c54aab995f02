import { randomBytes } from "node:crypto";
import fc from "fast-check";
import { Webhook } from "standardwebhooks";
import { describe, expect, test } from "vitest";
import { isKnownPattern, wantsType } from "../src/domain/event-pattern.ts";
import { accountCap, type LaneLoad, shareSlots, slowCap } from "../src/domain/lane-slots.ts";
import { secretText, signatureHeaders } from "../src/domain/signature.ts";
import { parseTarget } from "../src/domain/target-url.ts";

describe("event patterns", () => {
  const types = ["intent.created", "intent.completed", "payment.held"];

  test("match exactly, by resource, or everything", () => {
    expect(wantsType(["intent.created"], "intent.created")).toBe(true);
    expect(wantsType(["intent.created"], "intent.completed")).toBe(false);
    expect(wantsType(["intent.*"], "intent.completed")).toBe(true);
    expect(wantsType(["intent.*"], "payment.held")).toBe(false);
    expect(wantsType(["payment.held", "*"], "intent.completed")).toBe(true);
    expect(wantsType([], "intent.completed")).toBe(false);
  });

  test("that match nothing are known as such", () => {
    expect(["intent.created", "intent.*", "*"].every((one) => isKnownPattern(one, types))).toBe(true);
    expect(["intent.complete", "inten.*", "payment"].some((one) => isKnownPattern(one, types))).toBe(false);
  });
});

describe("signatures", () => {
  test("agree with the published test vector of Standard Webhooks", () => {
    const headers = signatureHeaders({
      secret: "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw",
      id: "msg_p5jXN8AQM9LWM0D4loKWxJek",
      timestamp: 1614265330,
      body: '{"test": 2432232314}',
    });
    expect(headers["webhook-signature"]).toBe("v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=");
  });

  test("verify for any secret and body", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (text) => {
        const secret = secretText(randomBytes(32));
        const body = JSON.stringify({ text });
        const headers = signatureHeaders({ secret, id: "evt_1", timestamp: Math.floor(Date.now() / 1000), body });
        expect(new Webhook(secret).verify(body, headers)).toEqual({ text });
        expect(() => new Webhook(secret).verify(`${body} `, headers)).toThrow();
      }),
    );
  });
});

describe("webhook URLs", () => {
  test.each([
    "https://hooks.example.com/a?b=c",
    "https://hooks.example.com:8443/",
    "https://[2606:4700::1111]/",
    "http://127.0.0.1:3000/",
  ])("%s has the right form", (url) => {
    expect(parseTarget(url)).toMatchObject({ url: new URL(url) });
  });

  test.each([
    ["ftp://hooks.example.com/", "https"],
    ["hooks.example.com", "absolute"],
    ["https://user@hooks.example.com/", "credentials"],
    ["https://user:secret@hooks.example.com/", "credentials"],
    ["https://hooks.example.com:80/", "port"],
    ["https://hooks.example.com:22/", "port"],
    ["http://hooks.example.com/", "port"],
  ])("%s is refused", (url, about) => {
    expect(parseTarget(url)).toMatchObject({ wrong: expect.stringContaining(about) });
  });

  test("numbers in other bases are read as the addresses they are", () => {
    for (const url of ["https://0x7f.1/", "https://2130706433/", "https://0177.0.0.1/", "https://127.1/"]) {
      expect(parseTarget(url)).toMatchObject({ hostname: "127.0.0.1" });
    }
  });
});

describe("sharing slots", () => {
  const limits = { total: 32, perLane: 4 };
  const lane = (name: string, change: Partial<LaneLoad> = {}): LaneLoad => ({
    lane: name,
    account: name,
    slow: false,
    inFlight: 0,
    repeatsInFlight: 0,
    ...change,
  });

  test("gives one lane no more than its own, and repeats at most half of that", () => {
    expect(shareSlots([lane("a")], [lane("a")], limits)).toEqual([{ lane: "a", slots: 4, repeats: 2 }]);
    const busy = lane("a", { inFlight: 3, repeatsInFlight: 2 });
    expect(shareSlots([busy], [busy], limits)).toEqual([{ lane: "a", slots: 1, repeats: 0 }]);
  });

  test("gives a slow lane one slot", () => {
    expect(shareSlots([lane("a", { slow: true })], [], limits)).toEqual([{ lane: "a", slots: 1, repeats: 1 }]);
    const busy = lane("a", { slow: true, inFlight: 1 });
    expect(shareSlots([busy], [busy], limits)).toEqual([]);
  });

  test("never gives more than the total, than slow lanes may have, or than one account may have", () => {
    const load = fc.record({
      account: fc.constantFrom("x", "y", "z"),
      slow: fc.boolean(),
      inFlight: fc.integer({ min: 0, max: 1 }),
      repeatsInFlight: fc.constant(0),
    });
    fc.assert(
      fc.property(fc.array(load, { maxLength: 40 }), (loads) => {
        const all: LaneLoad[] = loads.map((one, index) => ({ lane: `l${index}`, ...one }));
        const sum = (of: (one: LaneLoad) => boolean) =>
          all.filter(of).reduce((total, one) => total + one.inFlight, 0) +
          grants
            .filter(({ lane: name }) => all.some((one) => one.lane === name && of(one)))
            .reduce((n, g) => n + g.slots, 0);
        const grants = shareSlots(all, all, limits);
        const before = (of: (one: LaneLoad) => boolean) =>
          all.filter(of).reduce((total, one) => total + one.inFlight, 0);
        const everything = () => true;
        expect(sum(everything)).toBeLessThanOrEqual(Math.max(limits.total, before(everything)));
        const slow = (one: LaneLoad) => one.slow;
        expect(sum(slow)).toBeLessThanOrEqual(Math.max(slowCap(limits), before(slow)));
        for (const account of ["x", "y", "z"]) {
          const own = (one: LaneLoad) => one.account === account;
          expect(sum(own)).toBeLessThanOrEqual(Math.max(accountCap(limits), before(own)));
        }
      }),
    );
  });
});
