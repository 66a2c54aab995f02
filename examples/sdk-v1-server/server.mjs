// An order desk on the v1 MCP SDK, as it was before, with the recognition tools beside its own.
import { Server } from "@modelcontextprotocol/sdk/server/index.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { CallToolRequestSchema, ErrorCode, ListToolsRequestSchema, McpError } from "@modelcontextprotocol/sdk/types.js";
import { createIntentMcpAdapter, Intent, rulesExecutor } from "@openintents/recognition";

// ---- what the server had ------------------------------------------------------------------------------------------

const orders = new Map([["000123", { id: "000123", state: "shipped", parcel: "PX-77" }]]);

const ownTools = [
  {
    name: "get_order",
    description: "One order by its ID.",
    inputSchema: {
      type: "object",
      properties: { id: { type: "string" } },
      required: ["id"],
      additionalProperties: false,
    },
  },
  {
    name: "list_orders",
    description: "The IDs of all orders.",
    inputSchema: { type: "object", properties: {}, additionalProperties: false },
  },
];

function callOwnTool(name, args) {
  if (name === "list_orders") return text(JSON.stringify([...orders.keys()]));
  if (name === "get_order") {
    const order = orders.get(args.id);
    return order === undefined ? { ...text("There is no such order."), isError: true } : text(JSON.stringify(order));
  }
  throw new McpError(ErrorCode.InvalidParams, `Unknown tool ${name}`);
}

function text(content) {
  return { content: [{ type: "text", text: content }] };
}

// ---- what recognition adds ----------------------------------------------------------------------------------------

const intent = new Intent({ description: "Requests about orders", executor: rulesExecutor() });
const adapter = createIntentMcpAdapter({ instances: { main: intent }, toolPrefix: "orders_" });

const taken = new Set(ownTools.map((tool) => tool.name));
const collision = adapter.tools.find((tool) => taken.has(tool.name));
if (collision !== undefined) throw new Error(`choose another toolPrefix: ${collision.name} is a tool of ours`);

/** One session for the connection. The recognition tools exist from 2025-06-18 on; before, the server is what it was. */
let session;

function negotiated(protocolVersion) {
  if (protocolVersion >= "2025-06-18") session = adapter.connect({ protocolVersion });
}

// ---- one server ---------------------------------------------------------------------------------------------------

const server = new Server({ name: "order-desk", version: "1.0.0" }, { capabilities: { tools: {} } });

server.setRequestHandler(ListToolsRequestSchema, () => ({
  tools: session === undefined ? ownTools : [...ownTools, ...adapter.tools],
}));

server.setRequestHandler(CallToolRequestSchema, async ({ params: { name, arguments: args = {} } }, { signal }) => {
  // undefined says that the tool is none of the adapter's.
  return (await session?.callTool(name, args, { signal })) ?? callOwnTool(name, args);
});

server.onclose = async () => {
  await session?.close();
  await adapter.close();
  intent.dispose();
};

const transport = new StdioServerTransport();
await server.connect(transport);

// SDK v1 keeps the negotiated revision to itself: it is read from the answer to `initialize`.
const send = transport.send.bind(transport);
transport.send = (message) => {
  if (message.result?.protocolVersion !== undefined) negotiated(message.result.protocolVersion);
  return send(message);
};
process.stdin.once("end", () => void server.close());
