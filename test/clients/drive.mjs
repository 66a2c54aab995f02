// Drives a real MCP client against an endpoint and prints what it saw, as one line of JSON.
//   node drive.mjs v1|v2-legacy|v2-auto URL KEY 'STEPS'
// STEPS is a JSON array: {"do":"list"}, {"do":"ping"}, {"do":"call","name":…,"arguments":…,"progress":true}.
import { Client as ClientV2, StreamableHTTPClientTransport as TransportV2 } from "@modelcontextprotocol/client";
import { Client as ClientV1 } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport as TransportV1 } from "@modelcontextprotocol/sdk/client/streamableHttp.js";

const [generation, url, key, steps] = process.argv.slice(2);
const info = { name: "drive", version: "1.0.0" };
const headers = { Authorization: `Bearer ${key}` };

function build() {
  const target = new URL(url);
  if (generation === "v1") {
    return [new ClientV1(info, { capabilities: {} }), new TransportV1(target, { requestInit: { headers } })];
  }
  const mode = generation === "v2-auto" ? "auto" : "legacy";
  const client = new ClientV2(info, { capabilities: {}, versionNegotiation: { mode } });
  return [client, new TransportV2(target, { requestInit: { headers } })];
}

async function step(client, one) {
  switch (one.do) {
    case "list":
      return await client.listTools();
    case "ping":
      return await client.ping();
    case "call": {
      const progress = [];
      const options = one.progress ? { onprogress: (report) => progress.push(report) } : {};
      const params = { name: one.name, arguments: one.arguments };
      const result =
        generation === "v1"
          ? await client.callTool(params, undefined, options)
          : await client.callTool(params, options);
      return one.progress ? { result, progress } : { result };
    }
    default:
      throw new Error(`no step ${one.do}`);
  }
}

const failure = (error) => ({ failed: { name: error.name, message: error.message, code: error.code } });

const [client, transport] = build();
const seen = { steps: [] };
try {
  await client.connect(transport);
  seen.server = client.getServerVersion();
  seen.instructions = client.getInstructions();
  seen.version = transport.protocolVersion ?? client.getNegotiatedProtocolVersion?.();
  for (const one of JSON.parse(steps)) {
    try {
      seen.steps.push(await step(client, one));
    } catch (error) {
      seen.steps.push(failure(error));
    }
  }
  await client.close();
} catch (error) {
  seen.connect = failure(error);
}
console.log(JSON.stringify(seen));
