import { manualClock } from "@openintents/process";
import { describe, expect, it } from "vitest";
import { ClaimOver } from "../src/claim-over.ts";
import { CommitWindow, CommitWindowOver } from "../src/commit-window.ts";
import { Lease } from "../src/lease.ts";
import { momentOf } from "../src/moment.ts";

const times = { leaseMs: 60_000, fenceMs: 5_000, offerMs: 10_000 };

function newLease(clock = manualClock()) {
  const ends: string[] = [];
  const lease = new Lease({ clock, times, ended: (reason) => ends.push(reason) });
  return { clock, ends, lease };
}

describe("lease", () => {
  it("does not let the shop be touched before a call confirmed the claim", () => {
    const { lease } = newLease();
    expect(() => lease.mayTouchShop()).toThrow(/confirmed/);
  });

  it("is lost when nothing confirmed the offer in time", async () => {
    const { clock, ends, lease } = newLease();
    await clock.advance(9_999);
    expect(ends).toEqual([]);
    await clock.advance(1);
    expect(ends).toEqual(["lost"]);
    expect(lease.signal.aborted).toBe(true);
  });

  it("is fenced five seconds before it ends, counted from when the confirming call was sent", async () => {
    const { clock, ends, lease } = newLease();
    const sent = momentOf(clock);
    await clock.advance(3_000);
    lease.confirm(sent);
    await clock.advance(51_999);
    expect(() => lease.mayTouchShop()).not.toThrow();
    await clock.advance(1);
    expect(ends).toEqual(["fenced"]);
    expect(() => lease.mayTouchShop()).toThrow(ClaimOver);
    expect(lease.signal.reason).toBeInstanceOf(ClaimOver);
  });

  it("counts a heartbeat from when it was sent, and never shortens by one that was overtaken", async () => {
    const { clock, ends, lease } = newLease();
    lease.confirm(momentOf(clock));
    const early = momentOf(clock);
    await clock.advance(20_000);
    const late = momentOf(clock);
    await clock.advance(1_000);
    lease.renew(late);
    lease.renew(early);
    await clock.advance(53_999);
    expect(ends).toEqual([]);
    await clock.advance(1);
    expect(ends).toEqual(["fenced"]);
  });

  it("does not come back by a heartbeat that is acknowledged after the fence", async () => {
    const { clock, ends, lease } = newLease();
    lease.confirm(momentOf(clock));
    await clock.advance(56_000);
    lease.renew(momentOf(clock));
    expect(() => lease.mayTouchShop()).toThrow(ClaimOver);
    expect(ends).toEqual(["fenced"]);
  });

  it.each(["monotonic", "now"] as const)(
    "is fenced by a jump of the %s clock alone, before any timer fires",
    (which) => {
      const clock = manualClock();
      let jump = 0;
      const jumping = { ...clock, [which]: () => clock[which]() + jump };
      const lease = new Lease({ clock: jumping, times, ended: () => undefined });
      lease.confirm(momentOf(jumping));
      expect(() => lease.mayTouchShop()).not.toThrow();
      jump = 120_000;
      expect(() => lease.mayTouchShop()).toThrow(ClaimOver);
      jump = 0;
      expect(() => lease.mayTouchShop()).toThrow(ClaimOver);
    },
  );

  it("keeps a fence that is wider than the lease within half of it", async () => {
    const clock = manualClock();
    const lease = new Lease({
      clock,
      times: { leaseMs: 4_000, fenceMs: 5_000, offerMs: 1_000 },
      ended: () => undefined,
    });
    lease.confirm(momentOf(clock));
    await clock.advance(1_999);
    expect(() => lease.mayTouchShop()).not.toThrow();
    await clock.advance(1);
    expect(() => lease.mayTouchShop()).toThrow(ClaimOver);
  });

  it("ends once, by the first reason", () => {
    const { ends, lease } = newLease();
    lease.end("paused");
    lease.end("lost");
    expect(ends).toEqual(["paused"]);
    expect(lease.overReason).toBe("paused");
    expect(lease.leftMs()).toBe(0);
  });
});

describe("commit window", () => {
  it("is open until its end, counted from when the purchase was first asked for", async () => {
    const clock = manualClock();
    const begun = momentOf(clock);
    await clock.advance(10_000);
    const window = new CommitWindow({ clock, begun, lengthMs: 30_000 });
    await clock.advance(19_999);
    expect(() => window.check()).not.toThrow();
    await clock.advance(1);
    expect(() => window.check()).toThrow(CommitWindowOver);
  });

  it("is over when the wall clock alone says so", () => {
    const clock = manualClock();
    let jump = 0;
    const jumping = { ...clock, now: () => clock.now() + jump };
    const window = new CommitWindow({ clock: jumping, begun: momentOf(jumping), lengthMs: 30_000 });
    jump = 31_000;
    expect(() => window.check()).toThrow(CommitWindowOver);
  });
});
