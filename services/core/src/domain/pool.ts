/** The rights of a group of runners. Times are milliseconds. */
export type Pool = {
  name: string;
  test: boolean;
  /** Ways to deal with a shop; empty: whatever its runners offer. */
  drivers: string[];
  /** Patterns of hosts (`shop.example`, `*.shop.example`); empty: all. */
  hosts: string[];
  /** Markets; empty: all. */
  regions: string[];
  /** Accounts whose work its runners may take; empty: all. */
  accounts: string[];
  mayOpenSecrets: boolean;
  mayPay: boolean;
  maxClaims: number;
  leaseMs: number;
  heartbeatMs: number;
  lookupGapMs: number;
};

/** A public key to which checkpoints and answers for a pool are sealed. */
export type PoolKey = { kid: string; publicKey: Uint8Array };
