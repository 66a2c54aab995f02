import { FACT_KINDS, type FactKind } from "./facts.ts";

export interface Share {
  right: number;
  total: number;
}
export type Shares = Readonly<Record<FactKind, Share>>;

/** Counts the facts of one case, and names those that are missing and what was invented. */
export class Tally {
  readonly facts: Shares = emptyShares();
  readonly missing: string[] = [];
  readonly invented: string[] = [];

  fact(kind: FactKind, right: boolean, what: string): void {
    const share = this.facts[kind];
    share.total += 1;
    if (right) share.right += 1;
    else this.missing.push(`${kind}: ${what}`);
  }

  invent(what: string): void {
    this.invented.push(what);
  }

  get faults(): number {
    return this.missing.length + this.invented.length;
  }
}

export function emptyShares(): Shares {
  return Object.fromEntries(FACT_KINDS.map((kind) => [kind, { right: 0, total: 0 }])) as Record<FactKind, Share>;
}
