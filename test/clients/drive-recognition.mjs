// Drives a real MCP client against the recognition server and prints what it saw, as one line of JSON.
//   node drive-recognition.mjs v1|v2-legacy|v2-auto TARGET 'STEPS'
// TARGET is {"url":…,"headers":{…}} or {"command":…,"args":[…],"cwd":…,"env":{…}}.
// STEPS is a JSON array: {"do":"list"}, {"do":"ping"}, {"do":"call","name":…,"arguments":…}. An argument written as
// "$0.requestId" is a member of the structured content that step 0 answered.
import { Client as ClientV2, StreamableHTTPClientTransport as HttpV2 } from "@modelcontextprotocol/client";
import { StdioClientTransport as StdioV2 } from "@modelcontextprotocol/client/stdio";
import { Client as ClientV1 } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport as StdioV1 } from "@modelcontextprotocol/sdk/client/stdio.js";
import { StreamableHTTPClientTransport as HttpV1 } from "@modelcontextprotocol/sdk/client/streamableHttp.js";

const [generation, target, steps] = process.argv.slice(2);
const info = { name: "drive", version: "1.0.0" };
const { url, headers, ...stdio } = JSON.parse(target);
const v1 = generation === "v1";

function transportOf() {
  if (url === undefined) return new (v1 ? StdioV1 : StdioV2)({ ...stdio, stderr: "ignore" });
  return new (v1 ? HttpV1 : HttpV2)(new URL(url), { requestInit: { headers } });
}

function clientOf() {
  if (v1) return new ClientV1(info, { capabilities: {} });
  return new ClientV2(info, {
    capabilities: {},
    versionNegotiation: { mode: generation === "v2-auto" ? "auto" : "legacy" },
  });
}

function filled(value, seen) {
  if (typeof value === "string") {
    const [, step, member] = /^\$(\d+)\.(\w+)$/.exec(value) ?? [];
    return step === undefined ? value : seen[step].structuredContent[member];
  }
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, filled(member, seen)]));
}

async function step(client, one, seen) {
  if (one.do === "list") return await client.listTools();
  if (one.do === "ping") return await client.ping();
  const params = { name: one.name, arguments: filled(one.arguments, seen) };
  return await client.callTool(params);
}

const failure = (error) => ({ failed: { name: error.name, message: error.message, code: error.code } });

const seen = { steps: [] };
try {
  const client = clientOf();
  const transport = transportOf();
  await client.connect(transport);
  seen.server = client.getServerVersion();
  seen.instructions = client.getInstructions();
  seen.version = transport.protocolVersion ?? client.getNegotiatedProtocolVersion?.();
  for (const one of JSON.parse(steps)) {
    seen.steps.push(await step(client, one, seen.steps).catch(failure));
  }
  if (transport.terminateSession !== undefined) await transport.terminateSession();
  await client.close();
} catch (error) {
  seen.connect = failure(error);
}
console.log(JSON.stringify(seen));
process.exit(0);
