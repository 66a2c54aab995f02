/**
 * One environment variable: how it is read, what it means, what it is when absent.
 * `parse` answers the value, or the expectation that the text breaks ("a number from 1 to 9").
 */
export type Setting<T> = {
  readonly env: string;
  readonly help: string;
  readonly secret: boolean;
  /** Undefined means required. */
  readonly default: T | undefined;
  readonly expects: string;
  readonly parse: (text: string) => { value: T } | { wrong: true };
};

export type SettingValue<S> = S extends Setting<infer T> ? T : never;

type Options<T, D> = { env: string; help: string; secret?: boolean; default?: D | T };
type Range = { min?: number; max?: number };

/** The settings of a process are missing or wrong; the message is one line for the operator. */
export class ConfigError extends Error {
  constructor(message: string) {
    super(message);
    this.name = "ConfigError";
  }
}

function define<T, D>(
  o: Options<T, D>,
  expects: string,
  parse: (text: string) => { value: T } | { wrong: true },
): Setting<T | D> {
  return { env: o.env, help: o.help, secret: o.secret ?? false, default: o.default, expects, parse };
}

const WRONG = { wrong: true } as const;

function rangeText(noun: string, { min, max }: Range): string {
  if (min !== undefined && max !== undefined) return `${noun} from ${min} to ${max}`;
  if (min !== undefined) return `${noun} of at least ${min}`;
  if (max !== undefined) return `${noun} of at most ${max}`;
  return noun;
}

function list(o: Options<string[], never> & Range): Setting<string[]>;
function list(o: Options<string[], null> & Range): Setting<string[] | null>;
function list(o: Options<string[], null> & Range): Setting<string[] | null> {
  return define<string[], null>(o, rangeText("a comma-separated list", o), (text) => {
    const value = text
      .split(",")
      .map((part) => part.trim())
      .filter((part) => part !== "");
    return value.length >= (o.min ?? 0) && value.length <= (o.max ?? Infinity) ? { value } : WRONG;
  });
}

/**
 * Kinds of settings. Without `default` a variable is required; `default: null` makes it
 * optional and its type `T | null`. A variable set to the empty text counts as absent,
 * since charts and compose files cannot leave one out.
 */
export const setting = {
  /** Text; `min` and `max` bound its length in characters. */
  string<D extends string | null = string>(o: Options<string, D> & Range): Setting<string | D> {
    const min = o.min ?? 1;
    const expects = o.min === undefined && o.max === undefined ? "a text" : `${rangeText("a text", o)} characters`;
    return define<string, D>(o, expects, (text) =>
      text.length >= min && text.length <= (o.max ?? Number.POSITIVE_INFINITY) ? { value: text } : WRONG,
    );
  },

  /** A whole number in decimal digits. */
  integer<D extends number | null = number>(o: Options<number, D> & Range): Setting<number | D> {
    return define<number, D>(o, rangeText("a whole number", o), (text) => {
      const value = Number(text);
      const fits = /^-?\d+$/.test(text) && Number.isSafeInteger(value);
      return fits && value >= (o.min ?? -Infinity) && value <= (o.max ?? Infinity) ? { value } : WRONG;
    });
  },

  /** `true`, `1`, `on`, `yes` or `false`, `0`, `off`, `no`, in any case. */
  boolean<D extends boolean | null = boolean>(o: Options<boolean, D>): Setting<boolean | D> {
    return define<boolean, D>(o, "true or false", (text) => {
      if (/^(true|1|on|yes)$/i.test(text)) return { value: true };
      if (/^(false|0|off|no)$/i.test(text)) return { value: false };
      return WRONG;
    });
  },

  /** Texts separated by commas, trimmed, empty ones dropped; `min` and `max` bound their count. */
  list,

  /** One of the given words. */
  choice<const C extends string, D extends C | null = C>(o: Options<C, D> & { choices: readonly C[] }): Setting<C | D> {
    return define<C, D>(o, `one of ${o.choices.join(", ")}`, (text) => {
      const value = o.choices.find((choice) => choice === text);
      return value === undefined ? WRONG : { value };
    });
  },
};

/**
 * Reads a table of settings from the environment. Throws a ConfigError whose single line
 * names every variable at fault, what it should be and, unless it is secret, what it was.
 */
export function readConfig<T extends Record<string, Setting<unknown>>>(
  table: T,
  env: Record<string, string | undefined> = process.env,
): Readonly<{ [K in keyof T]: SettingValue<T[K]> }> {
  const config: Record<string, unknown> = {};
  const problems: string[] = [];
  for (const [key, one] of Object.entries(table)) {
    const text = env[one.env]?.trim();
    if (text === undefined || text === "") {
      if (one.default === undefined) problems.push(`${one.env} is required: ${one.expects} (${one.help})`);
      config[key] = one.default;
      continue;
    }
    const parsed = one.parse(text);
    if ("value" in parsed) config[key] = parsed.value;
    else problems.push(`${one.env} must be ${one.expects}, got ${one.secret ? "a secret value" : quote(text)}`);
  }
  if (problems.length > 0) throw new ConfigError(problems.join("; "));
  return Object.freeze(config) as Readonly<{ [K in keyof T]: SettingValue<T[K]> }>;
}

/** JSON quoting keeps line breaks out of the one line. */
function quote(text: string): string {
  return JSON.stringify(text.length > 100 ? `${text.slice(0, 100)}…` : text);
}
