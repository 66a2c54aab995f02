import { describe, expect, it } from "vitest";
import { manualClock, systemClock } from "../src/index.ts";

describe("manualClock", () => {
  it("stands still until advanced", async () => {
    const clock = manualClock(1_000);
    expect([clock.now(), clock.monotonic()]).toEqual([1_000, 0]);
    await clock.advance(250);
    expect([clock.now(), clock.monotonic()]).toEqual([1_250, 250]);
  });

  it("fires timers in order, each at its own moment, also those set meanwhile", async () => {
    const clock = manualClock(0);
    const fired: string[] = [];
    clock.timer(30, () => fired.push(`c@${clock.now()}`));
    clock.timer(10, () => {
      fired.push(`a@${clock.now()}`);
      clock.timer(10, () => fired.push(`b@${clock.now()}`));
    });
    const cancel = clock.timer(15, () => fired.push("never"));
    cancel();
    await clock.advance(100);
    expect(fired).toEqual(["a@10", "b@20", "c@30"]);
  });

  it("lets a loop of sleeps run through one advance", async () => {
    const clock = manualClock(0);
    let turns = 0;
    const stop = new AbortController();
    const loop = (async () => {
      while (!stop.signal.aborted) {
        await clock.sleep(100, stop.signal);
        turns++;
      }
    })();
    await clock.advance(1_000);
    expect(turns).toBe(10);
    stop.abort();
    await loop;
    expect(turns).toBe(11);
  });
});

describe("systemClock", () => {
  it("sleeps for the time given", async () => {
    const before = systemClock.monotonic();
    await systemClock.sleep(20);
    expect(systemClock.monotonic() - before).toBeGreaterThan(15);
    expect(Math.abs(systemClock.now() - Date.now())).toBeLessThan(1_000);
  });

  it("wakes early when the signal aborts, and at once when it is aborted", async () => {
    const controller = new AbortController();
    const sleeping = systemClock.sleep(1e9, controller.signal);
    controller.abort();
    await sleeping;
    await systemClock.sleep(1e9, controller.signal);
    expect(controller.signal.aborted).toBe(true);
  });

  it("does not fire a timer of more than 25 days at once", async () => {
    let fired = false;
    const cancel = systemClock.timer(2 ** 31, () => {
      fired = true;
    });
    await systemClock.sleep(10);
    cancel();
    expect(fired).toBe(false);
  });

  it("fires a timer once, unless it is cancelled", async () => {
    let count = 0;
    const done = Promise.withResolvers<void>();
    const cancel = systemClock.timer(5, () => {
      count += 10;
    });
    cancel();
    systemClock.timer(10, () => {
      count++;
      done.resolve();
    });
    await done.promise;
    expect(count).toBe(1);
  });
});
