// P1's baseline: fastify, a schema for the body, the statement, an answer of the same bytes.
import fastify from "fastify";
import type { Pattern } from "../ground/pattern.ts";
import { entryInput, serveEntry } from "../harness/entry.ts";
import { bareStore } from "./bare-store.ts";

const { databaseUrl, pattern } = entryInput<{ databaseUrl: string; pattern: Pattern }>();
const store = bareStore(databaseUrl, pattern);
const app = fastify();

const body = {
  type: "object",
  additionalProperties: false,
  required: ["intent"],
  properties: {
    intent: { type: "string", minLength: 1, maxLength: 2_000 },
    max_amount: { type: "integer", minimum: 1, maximum: 99_999_999 },
    currency: { type: "string", pattern: "^[a-z]{3}$" },
    context: { type: "object" },
    shops: { type: "array", maxItems: 10, items: { type: "string" } },
    metadata: { type: "object", maxProperties: 20, additionalProperties: { type: "string", maxLength: 500 } },
  },
};

app.post("/v1/intents", { schema: { body } }, async (_request, reply) => {
  const id = await store.create();
  reply.code(201);
  return { ...pattern.answer, id };
});

await app.listen({ host: "127.0.0.1", port: 0 });
const address = app.server.address();

serveEntry({ port: typeof address === "object" ? address?.port : 0 }, {}, async () => {
  await app.close();
  await store.close();
});
