// P5's baseline: the SDK's high-level server behind its own HTTP handler, as its
// documentation serves it (a fresh server a request), with the same tools and the same call.
import type { DescMessage, Message } from "@bufbuild/protobuf";
import { fromJsonSchema, McpServer } from "@modelcontextprotocol/server";
import {
  fromArguments,
  IntentService,
  TimelineService,
  toolInputSchema,
  toolOutputSchema,
  tools,
  toWire,
} from "@openintents/proto";
import { type CallOptions, createClient, grpcTransport } from "@openintents/rpc";
import { entryInput } from "../harness/entry.ts";
import { serveSdk } from "./serve-sdk.ts";

type Call = (request: Message, options: CallOptions) => Promise<Message>;
type Arguments = Record<string, unknown>;

const { coreAddress } = entryInput<{ coreAddress: string }>();
const transport = grpcTransport({ address: coreAddress });
const clients = new Map<string, unknown>([
  [IntentService.typeName, createClient(IntentService, transport)],
  [TimelineService.typeName, createClient(TimelineService, transport)],
]);

const table = tools([IntentService, TimelineService]).map(({ service, method, tool }) => {
  const call = (clients.get(service.typeName) as Record<string, Call>)[method.localName];
  if (!call) throw new Error(`no client offers ${method.name}`);
  return {
    tool,
    method,
    call,
    output: method.output as DescMessage,
    inputSchema: fromJsonSchema<Arguments>(toolInputSchema(method, tool)),
    outputSchema: fromJsonSchema(toolOutputSchema(method)),
  };
});

function build(): McpServer {
  const server = new McpServer({ name: "bare", version: "1.0.0" });
  for (const { tool, method, call, output, inputSchema, outputSchema } of table) {
    const { title, description, readOnly, destructive } = tool;
    const annotations = { readOnlyHint: readOnly, destructiveHint: destructive };
    server.registerTool(
      tool.name,
      { title, description, inputSchema, outputSchema, annotations },
      async (args: Arguments, context) => {
        const { request } = fromArguments(method, tool, args);
        const authorization = context.http?.req?.headers.get("authorization") ?? undefined;
        const structuredContent = toWire(output, await call(request, { metadata: { authorization } })) as Arguments;
        return { content: [{ type: "text", text: JSON.stringify(structuredContent) }], structuredContent };
      },
    );
  }
  return server;
}

await serveSdk(build, () => transport.close());
