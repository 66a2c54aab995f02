const HIDDEN = [
  "authorization",
  "proxy_authorization",
  "cookie",
  "set_cookie",
  "secret",
  "secrets",
  "client_secret",
  "webhook_secret",
  "password",
  "token",
  "access_token",
  "refresh_token",
  "session_token",
  "api_key",
  "x_api_key",
  "live_api_key",
  "runner_key",
  "private_key",
  "answer",
  "answers",
];

const hidden = new Set(
  HIDDEN.flatMap((name) => [
    name,
    name.replaceAll("_", "-"),
    name.replaceAll(/_(.)/g, (_, letter: string) => letter.toUpperCase()),
  ]),
);

const DEEPEST = 6;

/**
 * The same value with every member whose name says credential, secret or answer replaced by
 * "[redacted]", in plain objects and lists. Copies only what it changes. Anything else,
 * such as an error, is left to the logger's serializers; what lies deeper than six levels
 * is not logged at all.
 */
export function redacted<T>(value: T, depth = 0): T {
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) {
    if (depth === DEEPEST) return "[too deep]" as T;
    const list = value.map((item) => redacted(item, depth + 1));
    return list.every((item, index) => item === value[index]) ? value : (list as T);
  }
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype !== Object.prototype && prototype !== null) return value;
  if (depth === DEEPEST) return "[too deep]" as T;
  let copy: Record<string, unknown> | undefined;
  for (const name of Object.keys(value)) {
    const member = (value as Record<string, unknown>)[name];
    const shown = hidden.has(name) ? "[redacted]" : redacted(member, depth + 1);
    if (shown !== member) {
      copy ??= { ...(value as Record<string, unknown>) };
      copy[name] = shown;
    }
  }
  return (copy as T | undefined) ?? value;
}
