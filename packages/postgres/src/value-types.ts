import pg from "pg";

const INT8 = 20;
const INT8_ARRAY = 1016;
const DATE = 1082;

function safeInteger(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError(`bigint ${text} is past 2^53 and cannot be a number`);
  return value;
}

// getTypeParser's declaration lists scalar types only; arrays have parsers as well.
const TEXT_ARRAY: number = 1009;
const parserOf = pg.types.getTypeParser as (oid: number, format?: string) => (text: string) => unknown;
const textArray = parserOf(TEXT_ARRAY) as (text: string) => (string | null)[];

/**
 * How column values become JavaScript values where node-postgres' own choice does not suit:
 * int8 is a number (an error past 2^53, never a rounded value), date stays text since it has
 * no time zone. timestamptz is a Date, bytea a Buffer, text[] an array, json parsed.
 */
export const valueTypes: pg.CustomTypesConfig = {
  getTypeParser(oid: number, format?: "text" | "binary") {
    if (format !== "binary") {
      if (oid === INT8) return safeInteger;
      if (oid === INT8_ARRAY) {
        return (text: string) => textArray(text).map((item) => (item === null ? null : safeInteger(item)));
      }
      if (oid === DATE) return (text: string) => text;
    }
    return parserOf(oid, format);
  },
};
