import type { LaneLoad } from "./domain/lane-slots.ts";
import type { DueDelivery } from "./store/deliveries.ts";

/** A lane that this sender owns, and what it is sending there. */
export type OwnedLane = LaneLoad & {
  /** Something may be due that has not been read. */
  hungry: boolean;
  /** The lease ran out and another sender has the lane. */
  lost: boolean;
  deliveries: Map<string, DueDelivery>;
};

export const freshLane = () => ({
  inFlight: 0,
  repeatsInFlight: 0,
  hungry: true,
  lost: false,
  deliveries: new Map<string, DueDelivery>(),
});
