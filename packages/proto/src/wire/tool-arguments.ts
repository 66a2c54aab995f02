import type { DescMessage, DescMethod, MessageShape } from "@bufbuild/protobuf";
import type { Tool } from "../gen/openintents/wire/v1/wire_pb.ts";
import { notAnObject } from "./from-wire.ts";
import { isJsonObject } from "./json.ts";
import { methodWire } from "./methods.ts";
import { byName, type ReadEntry, readerOf, readMembers } from "./readers.ts";
import { Issues } from "./wire-error.ts";

export const IDEMPOTENCY_KEY = "idempotency_key";
export const WAIT_SECONDS = "wait_seconds";
/** 1 to 255 printable ASCII characters. */
export const IDEMPOTENCY_KEY_PATTERN = "^[\\x20-\\x7E]{1,255}$";

const KEY_FORM = new RegExp(IDEMPOTENCY_KEY_PATTERN, "u");

/** True when the tool offers the request field as an argument. */
export function isArgument(entry: Pick<ReadEntry, "wire" | "name">, tool: Tool): boolean {
  return !entry.wire.hideInTools && !tool.omit.includes(entry.name);
}

type ToolPlan = { entries: ReadonlyMap<string, ReadEntry>; wait: ReadEntry | undefined; idempotent: boolean };

const plans = new WeakMap<Tool, ToolPlan>();

function planOf(method: DescMethod, tool: Tool): ToolPlan {
  let plan = plans.get(tool);
  if (plan === undefined) {
    const entries = byName(readerOf(method.input).entries.filter((entry) => isArgument(entry, tool)));
    plan = {
      entries,
      wait: tool.defaultWaitSeconds > 0 ? entries.get(WAIT_SECONDS) : undefined,
      idempotent: methodWire(method)?.idempotent === true,
    };
    plans.set(tool, plan);
  }
  return plan;
}

/**
 * Reads a tool's arguments as the method's request; absent arguments count as an empty object. The
 * tool's default hold fills an absent `wait_seconds`. Throws WireError as fromWire does, and
 * `idempotency_key_invalid`.
 */
export function fromArguments<D extends DescMessage>(
  method: DescMethod & { input: D },
  tool: Tool,
  args: unknown,
): { request: MessageShape<D>; idempotencyKey: string | undefined } {
  const plan = planOf(method, tool);
  const issues = new Issues();
  const message = readerOf(method.input).begin();
  let idempotencyKey: string | undefined;
  if (isJsonObject(args)) {
    const { [IDEMPOTENCY_KEY]: key, ...rest } = args;
    if (plan.idempotent) idempotencyKey = readKey(key, issues);
    readMembers(plan.entries, message, plan.idempotent ? rest : args, "", issues);
    if (plan.wait !== undefined && (args[WAIT_SECONDS] ?? null) === null) {
      plan.wait.read(message, tool.defaultWaitSeconds, WAIT_SECONDS, issues);
    }
  } else if (args === undefined) {
    plan.wait?.read(message, tool.defaultWaitSeconds, WAIT_SECONDS, issues);
  } else {
    notAnObject(issues);
  }
  issues.throwIfAny();
  return { request: message as MessageShape<D>, idempotencyKey };
}

function readKey(key: unknown, issues: Issues): string | undefined {
  if (key === undefined || key === null) return undefined;
  if (typeof key === "string" && KEY_FORM.test(key)) return key;
  issues.invalid(IDEMPOTENCY_KEY, "must be 1 to 255 printable ASCII characters", "idempotency_key_invalid");
  return undefined;
}
