import { isObject } from "../json/json-object.ts";
import { pointerToken } from "../json/pointer-text.ts";
import type { JsonValue } from "../types/json.ts";
import type { Defaults } from "../types/options.ts";
import { refuseOption } from "./refuse.ts";

const ORDERS: readonly (JsonValue | undefined)[] = ["DMY", "MDY", "YMD"];

/** What the instance assumes where a text leaves it open, out of frozen plain data. */
export function readDefaults(given: JsonValue | undefined): Readonly<Defaults> {
  if (given === undefined) return Object.freeze({});
  if (!isObject(given)) return refuseOption("/defaults", "must be an object");
  for (const name of Object.keys(given))
    if (name !== "currency" && name !== "zone" && name !== "dateOrder")
      refuseOption(`/defaults/${pointerToken(name)}`, "is not a default");
  const { currency, zone, dateOrder } = given;
  if (currency !== undefined && !(typeof currency === "string" && /^[A-Z]{3}$/.test(currency)))
    refuseOption("/defaults/currency", "must be a currency code of three capital letters");
  if (zone !== undefined && !isZone(zone)) refuseOption("/defaults/zone", "must be the name of an IANA time zone");
  if (dateOrder !== undefined && !ORDERS.includes(dateOrder))
    refuseOption("/defaults/dateOrder", "must be DMY, MDY or YMD");
  return given as Readonly<Defaults>;
}

function isZone(zone: JsonValue): boolean {
  // An offset is no zone: it has no rules for summer and winter.
  if (typeof zone !== "string" || !/^[A-Za-z]/.test(zone)) return false;
  try {
    new Intl.DateTimeFormat("en", { timeZone: zone });
    return true;
  } catch {
    return false;
  }
}
