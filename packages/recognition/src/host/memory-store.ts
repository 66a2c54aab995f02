import { overflow } from "./overflow.ts";
import type { HostRecord, HostScope } from "./record.ts";
import { HOST_BOUNDS, type HostBounds, type HostRecordStore } from "./record-store.ts";
import { bind, cancel, finish, isTerminal, release, replyBytes, touch } from "./transitions.ts";

/** Records of one owner by request ID, and which of them are terminal: oldest finished first, with the bytes they hold. */
interface Shelf {
  readonly records: Map<string, HostRecord>;
  readonly finished: Map<string, number>;
}

/** Host records in this process. Every operation is one turn of the event loop, so it is atomic. Nothing outlives the process. */
export function createMemoryRecordStore(bounds: HostBounds = HOST_BOUNDS): HostRecordStore {
  const shelves = new Map<string, Shelf>();

  function find(scope: HostScope, requestId: string): HostRecord | null {
    const record = shelves.get(scope.owner)?.records.get(requestId);
    return record && record.scope.session === scope.session ? record : null;
  }

  function shelfOf(owner: string): Shelf {
    const shelf = shelves.get(owner) ?? { records: new Map(), finished: new Map() };
    shelves.set(owner, shelf);
    return shelf;
  }

  function remove(shelf: Shelf, record: HostRecord): void {
    shelf.records.delete(record.requestId);
    shelf.finished.delete(record.requestId);
    if (shelf.records.size === 0) shelves.delete(record.scope.owner);
  }

  function write(record: HostRecord): void {
    const shelf = shelfOf(record.scope.owner);
    shelf.records.set(record.requestId, record);
    if (!isTerminal(record) || shelf.finished.has(record.requestId)) return;
    shelf.finished.set(record.requestId, replyBytes(record));
    const finished = [...shelf.finished].map(([requestId, bytes]) => ({ requestId, bytes }));
    for (const requestId of overflow(finished, bounds)) {
      const leaving = shelf.records.get(requestId);
      if (leaving) remove(shelf, leaving);
    }
  }

  /** Runs one transition and writes what it changed. */
  function step<Outcome>(
    scope: HostScope,
    requestId: string,
    transition: (record: HostRecord) => { record: HostRecord; outcome: Outcome },
  ): Outcome | { outcome: "not_found" } {
    const given = find(scope, requestId);
    if (!given) return { outcome: "not_found" };
    const { record, outcome } = transition(given);
    if (record !== given) write(record);
    return outcome;
  }

  function expireOverdue(shelf: Shelf, now: number): number {
    let expired = 0;
    for (const given of [...shelf.records.values()]) {
      const record = touch(given, now);
      if (record === given) continue;
      write(record);
      expired += 1;
    }
    return expired;
  }

  return {
    async create(record) {
      const shelf = shelfOf(record.scope.owner);
      expireOverdue(shelf, record.createdAt);
      const open = [...shelf.records.values()].filter((each) => !isTerminal(each));
      if (open.length >= bounds.openPerOwner) return { outcome: "full", bound: "owner" };
      const beside = open.filter((each) => each.scope.session === record.scope.session).length;
      if (beside >= bounds.openPerSession) return { outcome: "full", bound: "session" };
      write(record);
      return { outcome: "created" };
    },
    async bind(scope, requestId, request) {
      return step(scope, requestId, (record) => bind(record, request));
    },
    async finish(scope, requestId, request) {
      return step(scope, requestId, (record) => finish(record, request));
    },
    async release(scope, requestId, request) {
      step(scope, requestId, (record) => ({ record: release(record, request), outcome: undefined }));
    },
    async cancel(scope, requestId, request) {
      return step(scope, requestId, (record) => cancel(record, request));
    },
    async get(scope, requestId, now) {
      step(scope, requestId, (record) => ({ record: touch(record, now), outcome: undefined }));
      return find(scope, requestId);
    },
    async drop(scope) {
      const shelf = shelves.get(scope.owner);
      if (!shelf) return;
      for (const record of [...shelf.records.values()])
        if (record.scope.session === scope.session) remove(shelf, record);
    },
    async sweep({ now, idleBefore }) {
      let changed = 0;
      for (const shelf of [...shelves.values()]) {
        for (const record of [...shelf.records.values()]) {
          if (record.changedAt >= idleBefore) continue;
          remove(shelf, record);
          changed += 1;
        }
        changed += expireOverdue(shelf, now);
      }
      return changed;
    },
  };
}
