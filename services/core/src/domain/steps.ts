// What a runner reports on the way: which lines it may write into the timeline, and what
// they change in the caller's view.
import { create } from "@bufbuild/protobuf";
import {
  type IntentEventType as EventType,
  IntentEventType,
  IntentPhase,
  type OrderItem,
  OrderItemSchema,
  ShopSchema,
  type Step,
} from "@openintents/proto";
import type { Pool } from "./pool.ts";
import { publicQuote, shopOf } from "./quote.ts";
import { type Change, emptyChange, type IntentRecord, noData, type TimelineData } from "./record.ts";
import type { Refusal } from "./refusal.ts";
import { hostMatches } from "./routing.ts";
import { timelineMessage } from "./sentences.ts";
import { shopText, webAddress } from "./shop-text.ts";
import { isFinal } from "./status.ts";

export const STEPS_PER_INTENT = 500;
const NOTE_CHARACTERS = 300;

/** The lines that a runner may report, with the arguments that belong to each. */
const argsOf: ReadonlyMap<EventType, Step["args"]["case"]> = new Map<EventType, Step["args"]["case"]>([
  [IntentEventType.PLAN, "plan"],
  [IntentEventType.SHOP_OPENED, "shopData"],
  [IntentEventType.SHOP_SWITCHED, "shopData"],
  [IntentEventType.SEARCHED, "search"],
  [IntentEventType.ITEM_SELECTED, "item"],
  [IntentEventType.CART_UPDATED, "price"],
  [IntentEventType.PRICED, "price"],
  [IntentEventType.SIGNING_IN, "signIn"],
  [IntentEventType.SIGNED_IN, "signIn"],
  [IntentEventType.NOTE, "note"],
]);

const HOST = /^[a-z0-9](?:[a-z0-9.-]{0,252}[a-z0-9])?(?::[0-9]{1,5})?$/;

/** The first step that may not be reported, or null. */
export function stepProblem(steps: Step[], pool: Pool): Refusal | null {
  for (const [index, step] of steps.entries()) {
    const path = `steps.${index}`;
    const wanted = argsOf.get(step.type);
    if (wanted === undefined) return invalid(`${path}.type`, "Core writes lines of this type itself.");
    if (step.args.case !== wanted) return invalid(`${path}.args`, "The arguments do not belong to this type.");
    if (step.shop === undefined) continue;
    const host = step.shop.host ?? "";
    if (!HOST.test(host)) return invalid(`${path}.shop.host`, "A shop is named by its host in lower case.");
    if (!hostMatches(pool.hosts, host)) {
      return {
        reason: "shop_not_allowed",
        message: "This pool may not deal with this host.",
        param: `${path}.shop.host`,
      };
    }
  }
  return null;
}

/**
 * The steps that still fit into the intent. Beyond the limit notes fold, the oldest of the
 * report first; null when even the rest does not fit.
 */
export function foldedSteps(record: IntentRecord, steps: Step[]): Step[] | null {
  let over = record.steps + steps.length - STEPS_PER_INTENT;
  if (over <= 0) return steps;
  const kept = steps.filter((step) => {
    if (over <= 0 || step.type !== IntentEventType.NOTE) return true;
    over -= 1;
    return false;
  });
  return over > 0 ? null : kept;
}

/** Writes the steps into the record. An intent that has ended gets no further lines. */
export function applySteps(record: IntentRecord, steps: Step[], fee: number): Change {
  const change = emptyChange();
  if (isFinal(record.intent.status)) return change;
  record.steps += steps.length;
  for (const step of steps) {
    applyView(record, step, fee);
    if (step.args.case === "note") {
      const message = shopText(step.args.value.text, NOTE_CHARACTERS) || "A step further.";
      change.timeline.push({ type: step.type, message, data: noData });
      continue;
    }
    const data = timelineData(step, fee);
    change.timeline.push({ type: step.type, message: timelineMessage(step.type, data), data });
  }
  return change;
}

function applyView(record: IntentRecord, step: Step, fee: number): void {
  const { intent } = record;
  // From the begin of a purchase until it is settled the phase is core's.
  const placing = intent.phase === IntentPhase.PLACING || intent.phase === IntentPhase.CONFIRMING;
  const own = step.phase === IntentPhase.PLACING || step.phase === IntentPhase.CONFIRMING;
  if (!placing && !own && step.phase !== IntentPhase.UNSPECIFIED) intent.phase = step.phase;
  if (step.shop !== undefined && !placing) {
    const host = step.shop.host ?? "";
    const name = shopText(step.shop.name ?? "", 120) || host;
    intent.shop = create(ShopSchema, { host, name, url: webAddress(step.shop.url) ?? `https://${host}/` });
    record.host = host;
  }
  if (step.quote !== undefined && !placing) {
    intent.quote = publicQuote(step.quote, fee);
    intent.shop ??= shopOf(step.quote);
  }
}

/** The arguments as they may be shown: the shop's words cut, without links. */
function timelineData(step: Step, fee: number): TimelineData {
  const { args } = step;
  switch (args.case) {
    case "plan":
      return { case: "plan", value: { ...args.value, ...text("summary", args.value.summary, 300) } };
    case "shopData":
      return {
        case: "shop",
        value: {
          ...args.value,
          ...text("shop", args.value.shop, 120),
          ...text("driver", args.value.driver, 64),
          ...text("reason", args.value.reason, 120),
        },
      };
    case "search":
      return { case: "search", value: { ...args.value, ...text("query", args.value.query, 200) } };
    case "item":
      return { case: "item", value: { ...args.value, ...text("name", args.value.name, 200) } };
    case "price": {
      // The price that people see is the one with our fee.
      const shown = step.quote === undefined ? undefined : publicQuote(step.quote, fee);
      const items = shown?.items ?? args.value.items.map((item) => orderItem(item));
      const { total = args.value.total, currency = args.value.currency } = shown ?? {};
      return { case: "price", value: { ...args.value, total, currency, items } };
    }
    case "signIn":
      return {
        case: "signIn",
        value: { ...args.value, ...text("shop", args.value.shop, 120), ...text("method", args.value.method, 64) },
      };
    default:
      return noData;
  }
}

function orderItem(item: OrderItem): OrderItem {
  const url = webAddress(item.url);
  const { quantity, amount } = item;
  return create(OrderItemSchema, {
    ...text("name", item.name, 200),
    ...(quantity === undefined ? {} : { quantity }),
    ...(amount === undefined ? {} : { amount }),
    ...(url === undefined ? {} : { url }),
  });
}

function text<K extends string>(key: K, value: string | undefined, characters: number): Partial<Record<K, string>> {
  return value === undefined ? {} : ({ [key]: shopText(value, characters) } as Record<K, string>);
}

function invalid(param: string, message: string): Refusal {
  return { reason: "parameter_invalid", message, param };
}
