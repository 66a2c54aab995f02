import { GRAINS, TIME_FORMS } from "../types/names.ts";

const DECIMAL = /^-?(?:0|[1-9]\d{0,39})(?:\.\d{1,20})?$/;
const MOMENT = /^\d{4}-\d{2}-\d{2}(?:T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:\d{2})?)?$/;

const MEMBERS: Record<string, readonly string[]> = {
  time: ["type", "form", "start", "end", "duration", "rrule", "grain", "zone"],
  amount: ["type", "min", "max", "minOpen", "maxOpen", "currency", "symbol"],
  quantity: ["type", "min", "max", "unit"],
  text: ["type", "language", "value"],
};

/** What keeps a JSON value from being a NormalValue, or null when it is one. */
export function valueProblem(value: unknown): string | null {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return "a value is an object";
  const members = value as Record<string, unknown>;
  const allowed = typeof members.type === "string" ? MEMBERS[members.type] : undefined;
  if (allowed === undefined) return "type is time, amount, quantity or text";
  for (const name of Object.keys(members)) if (!allowed.includes(name)) return `${name} is not a member`;
  if (members.type === "time") return timeProblem(members);
  if (members.type === "amount") return amountProblem(members);
  if (members.type === "quantity") return boundsProblem(members) ?? textOrNull(members, "unit");
  if (typeof members.value !== "string") return "value is a string";
  return optionalText(members, "language");
}

function timeProblem(members: Record<string, unknown>): string | null {
  if (!(TIME_FORMS as readonly unknown[]).includes(members.form)) return `form is one of ${TIME_FORMS.join(", ")}`;
  if (!(GRAINS as readonly unknown[]).includes(members.grain)) return `grain is one of ${GRAINS.join(", ")}`;
  for (const name of ["start", "end"]) {
    const moment = members[name];
    if (moment !== undefined && (typeof moment !== "string" || !MOMENT.test(moment))) return `${name} is RFC 3339`;
  }
  const needed = { instant: ["start"], date: ["start"], interval: [], duration: ["duration"], recurrence: ["rrule"] };
  for (const name of needed[members.form as keyof typeof needed])
    if (members[name] === undefined) return `${String(members.form)} needs ${name}`;
  if (members.form === "interval" && members.start === undefined && members.end === undefined)
    return "interval needs start or end";
  return optionalText(members, "duration") ?? optionalText(members, "rrule") ?? textOrNull(members, "zone");
}

function amountProblem(members: Record<string, unknown>): string | null {
  for (const name of ["minOpen", "maxOpen"]) if (typeof members[name] !== "boolean") return `${name} is true or false`;
  return boundsProblem(members) ?? textOrNull(members, "currency") ?? optionalText(members, "symbol");
}

function boundsProblem(members: Record<string, unknown>): string | null {
  for (const name of ["min", "max"]) {
    const bound = members[name];
    if (bound !== null && (typeof bound !== "string" || !DECIMAL.test(bound)))
      return `${name} is a decimal string or null`;
  }
  return members.min === null && members.max === null ? "one of min and max is needed" : null;
}

function textOrNull(members: Record<string, unknown>, name: string): string | null {
  return members[name] === null || typeof members[name] === "string" ? null : `${name} is a string or null`;
}

function optionalText(members: Record<string, unknown>, name: string): string | null {
  return members[name] === undefined || typeof members[name] === "string" ? null : `${name} is a string`;
}
