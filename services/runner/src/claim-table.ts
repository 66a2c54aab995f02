import type { Claim, ClaimRef } from "@openintents/proto";
import type { OverReason } from "./claim-over.ts";
import type { Lease } from "./lease.ts";

/** A claim that this process carries. */
export type HeldClaim = { claim: Claim; ref: ClaimRef; lease: Lease };

/** The claims of this process, by ID. */
export class ClaimTable {
  private readonly held = new Map<string, HeldClaim>();

  get size(): number {
    return this.held.size;
  }

  has(claimId: string): boolean {
    return this.held.has(claimId);
  }

  add(one: HeldClaim): void {
    this.held.set(one.ref.claimId, one);
  }

  remove(claimId: string): void {
    this.held.delete(claimId);
  }

  all(): HeldClaim[] {
    return [...this.held.values()];
  }

  /** Ends a claim on core's word; a word about another epoch is old news. */
  end(claimId: string, epoch: bigint | undefined, reason: OverReason): void {
    const one = this.held.get(claimId);
    if (one === undefined || (epoch !== undefined && epoch !== one.ref.epoch)) return;
    one.lease.end(reason);
  }
}
