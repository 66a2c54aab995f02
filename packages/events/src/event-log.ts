/** The two topics: `timeline` carries display-safe intent events, `events` full snapshots for webhooks. */
export type Topic = "timeline" | "events";

/** How long each topic keeps its messages. */
export const RETENTION_DAYS: Readonly<Record<Topic, number>> = { timeline: 400, events: 30 };

export const TOPICS: readonly Topic[] = ["timeline", "events"];

/** `key` is the object's ID, which orders; `id` the event's, unique; `value` a binary event.v1.Envelope. */
export type LogMessage = { topic: Topic; key: string; id: string; value: Uint8Array };

/** `position` is the driver's own name of the place in the log; it only tells messages apart. */
export type ReceivedMessage = LogMessage & { position: string };

export type Handle = (batch: ReceivedMessage[]) => Promise<void>;

export interface Subscription {
  /** Waits for the batch in hand, then leaves the group. Idempotent. */
  stop(): Promise<void>;
  /** Messages of the topic that the group has not handled. */
  lag(): Promise<number>;
}

/** A durable log that many groups of consumers read, each at its own pace. */
export interface EventLog {
  /** Prepares the topics and retention. When the log cannot be reached it says so in the logger and goes on trying. */
  start(): Promise<void>;
  /** Resolves when all messages are durable; order is kept per key. May write some when it rejects. */
  publish(messages: LogMessage[]): Promise<void>;
  /**
   * Delivers the topic to `handle`, from the beginning for a new group, else from where the
   * group stopped. At least once: the position moves when `handle` resolved; a batch whose
   * handling fails is tried again, with growing pauses, and never skipped. Each key in
   * order. Subscribers of one group share the work. Resolves at once and connects by itself.
   */
  subscribe(o: { topic: Topic; group: string; maxBatch?: number; handle: Handle }): Promise<Subscription>;
  /** Stops the subscriptions and gives the connections back. Idempotent. */
  close(): Promise<void>;
}
