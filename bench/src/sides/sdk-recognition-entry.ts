// R1's baseline: the SDK's high-level server with one tool of the same schemas and the same call.
import { fromJsonSchema, McpServer } from "@modelcontextprotocol/server";
import { RecognitionService } from "@openintents/proto";
import { requestSchema, resultOutput } from "@openintents/recognition/edge";
import { createClient, grpcTransport } from "@openintents/rpc";
import { entryInput } from "../harness/entry.ts";
import { serveSdk } from "./serve-sdk.ts";

type Arguments = Record<string, unknown>;

const { coreAddress } = entryInput<{ coreAddress: string }>();
const transport = grpcTransport({ address: coreAddress });
const recognition = createClient(RecognitionService, transport);

const inputSchema = fromJsonSchema<Arguments>(requestSchema([{ name: "main", description: null, online: false }]));
const outputSchema = fromJsonSchema(resultOutput());
const text = new TextDecoder();

function build(): McpServer {
  const server = new McpServer({ name: "bare", version: "1.0.0" });
  server.registerTool(
    "intent_parse",
    {
      title: "Recognise an intent",
      description: "Turns a request in natural language into a structured intent.",
      inputSchema,
      outputSchema,
      annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
    },
    async (args: Arguments, context) => {
      const authorization = context.http?.req?.headers.get("authorization") ?? undefined;
      const argumentsJson = Buffer.from(JSON.stringify({ instance: "main", ...args }));
      const { resultJson } = await recognition.parse({ argumentsJson }, { metadata: { authorization } });
      const result = text.decode(resultJson);
      return { content: [{ type: "text", text: result }], structuredContent: JSON.parse(result) as Arguments };
    },
  );
  return server;
}

await serveSdk(build, () => transport.close());
