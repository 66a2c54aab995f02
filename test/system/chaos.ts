// Chaos: intents over all scenarios while processes are killed with -9 in turn and started
// again. Afterwards the shop's books, the timelines and the received webhooks are compared
// with what was accepted.

import { fromBinary } from "@bufbuild/protobuf";
import type { ProcessName } from "@openintents/all";
import { createKafkaEventLog } from "@openintents/events";
import { createDatabase } from "@openintents/postgres";
import { AttemptState, EnvelopeSchema } from "@openintents/proto";
import { testLogger, webhookReceiver } from "@openintents/testing";
import { type BookEntry, books, type IntentJson, type RestClient, restClient } from "./client.ts";
import type { System } from "./system.ts";

export const SCENARIOS = [
  "ok",
  "slow",
  "size",
  "approve",
  "stock",
  "crash",
  "crash-placing",
  "unknown",
  "uncancelable",
];
const VICTIMS: ProcessName[] = ["core", "runner", "timeline", "webhooks", "rest"];
const FINAL = ["completed", "failed", "cancelled"];

export type ChaosReport = {
  accepted: number;
  kills: Record<string, number>;
  /** Kills that fell between `committing` and the outcome of some attempt. */
  killsWhileCommitting: number;
  unfinished: string[];
  boughtTwice: string[];
  /** Completed intents without an order in the books. */
  withoutOrder: string[];
  /** Orders in the books that no accepted intent accounts for. */
  strayOrders: string[];
  timelinesWithGaps: string[];
  missingWebhooks: string[];
  events: number;
  duplicatedKeys: string[];
  statuses: Record<string, number>;
};

export type ChaosPlan = {
  intents: number;
  /** How long processes are killed, in ms; after that everything may come to its end. */
  killForMs: number;
  /** How long the rest may take, in ms. */
  settleMs: number;
  restartBroker?: boolean;
};

/** A client that tries again until it has an answer, as a careful caller does. */
async function persistently<T>(action: () => Promise<T>, fits: (value: T) => boolean, until: number): Promise<T> {
  for (;;) {
    try {
      const value = await action();
      if (fits(value)) return value;
    } catch {
      // The edge or what stands behind it is down at the moment.
    }
    if (Date.now() > until) throw new Error("no answer in time");
    await new Promise((resolve) => setTimeout(resolve, 150));
  }
}

export async function chaos(system: System, plan: ChaosPlan): Promise<ChaosReport> {
  const { processes, broker, databaseUrl } = system;
  if (!processes || !broker || !databaseUrl) throw new Error("chaos needs a process a service");
  const client = restClient(system);
  const receiver = await webhookReceiver();
  const endpoint = await client.request("POST", "/v1/webhook_endpoints", { url: receiver.url, events: ["*"] });
  if (endpoint.status !== 201) throw new Error(`no endpoint: ${JSON.stringify(endpoint.body)}`);
  const core = createDatabase({
    url: databaseUrl,
    schema: "core",
    applicationName: "chaos",
    max: 2,
    logger: testLogger,
  });
  const published = new Set<string>();
  const log = createKafkaEventLog({ brokers: broker.brokers, clientId: "chaos", logger: testLogger });
  const subscription = await log.subscribe({
    topic: "events",
    group: `chaos-${Date.now()}`,
    handle: async (batch) => {
      for (const message of batch) published.add(fromBinary(EnvelopeSchema, message.value).id);
    },
  });

  const stopKilling = Date.now() + plan.killForMs;
  const deadline = stopKilling + plan.settleMs;
  const seen = new Map<string, Set<string>>();
  const killing = killInTurn(system, core, stopKilling, plan.restartBroker === true);
  const running = Array.from({ length: plan.intents }, (_, n) => carry(client, n, plan, deadline, seen));
  const intents = await Promise.all(running);
  const { kills, killsWhileCommitting } = await killing;

  const arrived = () => new Set(receiver.deliveries.map((delivery) => String(delivery.headers["webhook-id"])));
  await settle(async () => (await outboxIsEmpty(core)) && [...published].every((id) => arrived().has(id)), deadline);
  // A consumer killed moments ago is missed by its group only when its session has run out.
  await settle(async () => timelinesAreWhole(client, await lastEvents(core)), deadline);
  const report = await inspect(system, client, intents, new Map(await lastEvents(core)));
  const got = arrived();
  await subscription.stop();
  await log.close();
  await core.close();
  await receiver.close();
  return {
    ...report,
    kills,
    killsWhileCommitting,
    missingWebhooks: [...published].filter((id) => !got.has(id)),
    events: published.size,
    duplicatedKeys: [...seen].filter(([, ids]) => ids.size > 1).map(([key]) => key),
  };
}

/** Creates one intent under its key, answers what it asks, and waits for its end. */
async function carry(
  client: RestClient,
  n: number,
  plan: ChaosPlan,
  deadline: number,
  seen: Map<string, Set<string>>,
): Promise<IntentJson> {
  const key = `chaos-${n}`;
  const host = `${SCENARIOS[n % SCENARIOS.length]}.shop.test`;
  const body = { intent: `mug number ${n}`, shops: [host], max_amount: 2500, context: { test_item: `mug ${n}` } };
  const ids = new Set<string>();
  seen.set(key, ids);
  await new Promise((resolve) => setTimeout(resolve, (n / plan.intents) * plan.killForMs * 0.8));
  const create = async () => {
    const { status, body: intent } = await client.create(body, { "idempotency-key": key });
    if (status < 300) ids.add(intent.id);
    return { status, intent };
  };
  const { intent } = await persistently(create, ({ status }) => status < 300, deadline);
  await persistently(create, ({ status }) => status === 200, deadline);
  let now = intent;
  while (!isDone(now) && Date.now() < deadline) {
    if (now.status === "requires_input") await answer(client, now);
    now = await persistently(
      () => client.get(intent.id, 5),
      (found) => found.id === intent.id,
      deadline,
    ).catch(() => now);
  }
  return now;
}

const isDone = (intent: IntentJson) => FINAL.includes(intent.status) && intent.purchase_state !== "unknown";

async function answer(client: RestClient, intent: IntentJson): Promise<void> {
  const question = intent.input_request;
  if (!question) return;
  const value = question.kind === "approval" ? "approve" : question.options[0]?.id;
  try {
    await client.request("POST", `/v1/intents/${intent.id}/answer`, { value, input_request: question.id });
  } catch {
    // The next round asks again; the same answer twice does no harm.
  }
}

type Database = ReturnType<typeof createDatabase>;

async function killInTurn(system: System, core: Database, until: number, restartBroker: boolean) {
  const { processes, broker } = system;
  const kills: Record<string, number> = {};
  let killsWhileCommitting = 0;
  const started = Date.now();
  let brokerDue = restartBroker;
  for (let turn = 0; Date.now() < until; turn++) {
    const next = started + (turn + 1) * 1000;
    const name = VICTIMS[turn % VICTIMS.length] ?? "core";
    if (await someAttemptIsOpen(core)) killsWhileCommitting += 1;
    await processes?.[name].kill();
    kills[name] = (kills[name] ?? 0) + 1;
    await processes?.[name].start();
    await reviveRunner(system);
    if (brokerDue && Date.now() > (started + until) / 2) {
      brokerDue = false;
      await broker?.kill();
      await broker?.restart();
    }
    await new Promise((resolve) => setTimeout(resolve, Math.max(0, next - Date.now())));
  }
  void keepRunnerAlive(system);
  return { kills, killsWhileCommitting };
}

/** The crashing scenarios kill the runner themselves. */
async function reviveRunner(system: System): Promise<void> {
  if (system.processes && system.processes.runner.pid === undefined) await system.processes.runner.start();
}

const closing = new WeakSet<System>();

export function stopReviving(system: System): void {
  closing.add(system);
}

async function keepRunnerAlive(system: System): Promise<void> {
  while (!closing.has(system)) {
    await reviveRunner(system).catch(() => {});
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}

async function someAttemptIsOpen(core: Database): Promise<boolean> {
  const { rows } = await core.query("SELECT 1 FROM core.attempts WHERE state = $1 LIMIT 1", [AttemptState.COMMITTING]);
  return rows.length > 0;
}

async function outboxIsEmpty(core: Database): Promise<boolean> {
  return (await core.query("SELECT 1 FROM core.outbox LIMIT 1")).rows.length === 0;
}

/** Number of the last timeline event of every intent, as core knows it. */
async function lastEvents(core: Database): Promise<[id: string, last: number][]> {
  const { rows } = await core.query<{ id: string; event_sequence: number }>(
    "SELECT id, event_sequence FROM core.intents",
  );
  return rows.map((row) => [row.id, row.event_sequence]);
}

async function timelinesAreWhole(client: RestClient, last: [id: string, last: number][]): Promise<boolean> {
  for (const [id, sequence] of last) {
    const events = await client.events(id).catch(() => []);
    if (events.at(-1)?.sequence !== sequence) return false;
  }
  return true;
}

async function settle(done: () => Promise<boolean>, deadline: number): Promise<void> {
  while (!(await done()) && Date.now() < deadline) await new Promise((resolve) => setTimeout(resolve, 250));
}

async function inspect(system: System, client: RestClient, intents: IntentJson[], last: Map<string, number>) {
  const orders = await books(system);
  const byReference = new Map<string, BookEntry[]>();
  for (const order of orders)
    byReference.set(order.customer_reference, [...(byReference.get(order.customer_reference) ?? []), order]);
  const accounted = new Set<string>();
  const timelinesWithGaps: string[] = [];
  const boughtTwice: string[] = [];
  const withoutOrder: string[] = [];
  for (const intent of intents) {
    const events = await client.events(intent.id);
    const whole = events.every((event, index) => event.sequence === index + 1);
    if (!whole || events.length !== last.get(intent.id)) timelinesWithGaps.push(intent.id);
    const references = new Set(
      events.map((event) => String(event.data?.reference ?? "")).filter((text) => text !== ""),
    );
    const bought = [...references].flatMap((reference) => byReference.get(reference) ?? []);
    for (const order of bought) accounted.add(order.order);
    if (bought.length > 1) boughtTwice.push(intent.id);
    if (bought.length === 0 && intent.purchase_state === "placed") withoutOrder.push(intent.id);
  }
  return {
    accepted: intents.length,
    unfinished: intents
      .filter((intent) => !isDone(intent))
      .map((intent) => `${intent.id} ${intent.status} ${intent.purchase_state}`),
    boughtTwice,
    withoutOrder,
    strayOrders: orders.filter((order) => !accounted.has(order.order)).map((order) => order.order),
    timelinesWithGaps,
    statuses: Object.fromEntries(
      [...Map.groupBy(intents, (intent) => `${intent.status}${intent.error ? ` ${intent.error.code}` : ""}`)].map(
        ([status, group]) => [status, group.length],
      ),
    ),
  };
}
