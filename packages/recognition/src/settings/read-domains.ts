import { isObject } from "../json/json-object.ts";
import { pointerToken } from "../json/pointer-text.ts";
import type { JsonObject, JsonValue } from "../types/json.ts";
import type { Domain } from "../types/options.ts";
import { refuseOption } from "./refuse.ts";

const MOST_DOMAINS = 256;
const MEMBERS = ["name", "description", "examples"];

/** The domains of an instance, out of frozen plain data. */
export function readDomains(given: JsonValue | undefined): readonly Readonly<Domain>[] {
  if (given === undefined) return Object.freeze([]);
  if (!Array.isArray(given)) return refuseOption("/domains", "must be an array");
  if (given.length > MOST_DOMAINS) refuseOption("/domains", `has more than ${MOST_DOMAINS} entries`);
  const names = new Set<string>();
  return Object.freeze(
    given.map((one, index) => {
      const path = `/domains/${index}`;
      if (!isObject(one)) return refuseOption(path, "must be an object");
      const domain = readDomain(one, path);
      if (names.has(domain.name)) refuseOption(`${path}/name`, "stands twice");
      names.add(domain.name);
      return domain;
    }),
  );
}

function readDomain(given: JsonObject, path: string): Readonly<Domain> {
  for (const name of Object.keys(given))
    if (!MEMBERS.includes(name)) refuseOption(`${path}/${pointerToken(name)}`, "is not a member of a domain");
  const { name, description, examples } = given;
  if (typeof name !== "string" || name.trim() === "" || name.length > 128)
    return refuseOption(`${path}/name`, "must be a name of at most 128 characters");
  if (typeof description !== "string") return refuseOption(`${path}/description`, "must be a string");
  if (examples === undefined) return Object.freeze({ name, description });
  if (!Array.isArray(examples) || !examples.every((one) => typeof one === "string"))
    return refuseOption(`${path}/examples`, "must be an array of strings");
  return Object.freeze({ name, description, examples: examples as string[] });
}
