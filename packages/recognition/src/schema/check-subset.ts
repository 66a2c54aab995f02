import { isObject } from "../json/json-object.ts";
import { pointerToken } from "../json/pointer-text.ts";
import type { JsonSchema, JsonValue } from "../types/json.ts";
import { ANNOTATIONS, MOST_ALTERNATIVES, PLAIN_KEYWORDS, ROOT_KEYWORDS } from "./keywords.ts";
import { refuseSchema } from "./refuse.ts";

const DIALECT = /^https?:\/\/json-schema\.org\/draft\/2020-12\/schema#?$/;
const FORBIDDEN_NAMES = new Set(["__proto__", "prototype", "constructor"]);
const SAYS_WHAT = ["type", "enum", "const", "anyOf", "$ref"];

/**
 * Walks a whole document and refuses, with its place, every keyword outside the closed subset and every keyword whose
 * value is not what it must be. References are followed elsewhere.
 */
export function checkSubset(
  document: JsonValue,
  at: string,
  bounds: { properties: number },
): asserts document is JsonSchema {
  let properties = 0;

  const members = (value: JsonValue | undefined, path: string): [string, JsonValue][] => {
    if (!isObject(value)) return refuseSchema(path, "must be an object");
    return Object.entries(value);
  };

  const propertiesOf = (value: JsonValue | undefined, path: string, field: boolean) => {
    for (const [name, schema] of members(value, path)) {
      const memberPath = `${path}/${pointerToken(name)}`;
      properties += 1;
      if (properties > bounds.properties) refuseSchema(memberPath, `is more than ${bounds.properties} properties`);
      if (FORBIDDEN_NAMES.has(name) || name === "" || name.length > 128)
        refuseSchema(memberPath, "is not allowed as a name");
      walk(schema, memberPath, field);
    }
  };

  const walk = (value: JsonValue, path: string, field: boolean) => {
    const entries = members(value, path);
    const schema = value as JsonSchema;
    for (const [keyword, content] of entries) {
      const keywordPath = `${path}/${pointerToken(keyword)}`;
      if (keyword === "properties") propertiesOf(content, keywordPath, false);
      else if (keyword === "items") walk(content, keywordPath, false);
      else if (keyword === "anyOf") alternatives(content, keywordPath);
      else if (keyword === "$ref") reference(content, keywordPath);
      else if (keyword !== ANNOTATIONS || !field) plain(keyword, content, keywordPath);
    }
    if (!SAYS_WHAT.some((keyword) => Object.hasOwn(schema, keyword)))
      refuseSchema(path, "must say a type, an enum, a const, an anyOf or a $ref");
    requiredNames(schema, path);
  };

  const alternatives = (value: JsonValue, path: string) => {
    if (!Array.isArray(value) || value.length === 0) return refuseSchema(path, "must be an array of Schemas");
    if (value.length > MOST_ALTERNATIVES) refuseSchema(path, `has more than ${MOST_ALTERNATIVES} alternatives`);
    for (const [index, one] of value.entries()) walk(one, `${path}/${index}`, false);
  };

  const reference = (value: JsonValue, path: string) => {
    if (typeof value !== "string" || !value.startsWith("#/$defs/"))
      refuseSchema(path, "must name a definition of this document, as #/$defs/name");
  };

  const plain = (keyword: string, value: JsonValue, path: string) => {
    const check = PLAIN_KEYWORDS.get(keyword);
    if (check === undefined) return refuseSchema(path, "is outside the supported part of JSON Schema");
    const problem = check(value);
    if (problem !== null) refuseSchema(path, problem);
  };

  const requiredNames = (schema: JsonSchema, path: string) => {
    if (!Array.isArray(schema.required)) return;
    const known = isObject(schema.properties) ? schema.properties : {};
    for (const [index, name] of schema.required.entries())
      if (!Object.hasOwn(known, name as string)) refuseSchema(`${path}/required/${index}`, "names no property");
  };

  const root = (value: JsonValue) => {
    for (const [keyword, content] of members(value, at)) {
      const path = `${at}/${pointerToken(keyword)}`;
      if (!ROOT_KEYWORDS.has(keyword)) refuseSchema(path, "is outside the supported part of JSON Schema");
      if (keyword === "$schema") {
        if (typeof content !== "string" || !DIALECT.test(content)) refuseSchema(path, "must be the dialect 2020-12");
      } else if (keyword === "$defs") {
        for (const [name, schema] of members(content, path)) {
          const memberPath = `${path}/${pointerToken(name)}`;
          if (FORBIDDEN_NAMES.has(name)) refuseSchema(memberPath, "is not allowed as a name");
          walk(schema, memberPath, false);
        }
      } else if (keyword === "properties") propertiesOf(content, path, true);
      else plain(keyword, content, path);
    }
    const schema = value as JsonSchema;
    if (schema.type !== "object") refuseSchema(`${at}/type`, "must be object");
    requiredNames(schema, at);
  };

  root(document);
}
