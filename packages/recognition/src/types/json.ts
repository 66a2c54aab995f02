export type JsonValue = string | number | boolean | null | JsonValue[] | { [member: string]: JsonValue };
export type JsonObject = { [member: string]: JsonValue };
/** A JSON Schema 2020-12 document. */
export type JsonSchema = JsonObject;
