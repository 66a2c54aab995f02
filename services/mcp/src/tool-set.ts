import type { DescMessage, DescMethod, DescService, Message } from "@bufbuild/protobuf";
import {
  IntentService,
  type JsonObject,
  TimelineService,
  type Tool,
  toolInputSchema,
  toolOutputSchema,
  tools,
} from "@openintents/proto";
import type { CallOptions, Client } from "@openintents/rpc";
import { featuresOf, LEGACY_REVISIONS, MODERN_REVISION, type Revision } from "./revisions.ts";

/** Typed clients of the services behind the tools. */
export type ToolClients = { intents: Client<typeof IntentService>; timeline: Client<typeof TimelineService> };

/** Everything about one tool that does not depend on the call, worked out once at start. */
export type ToolPlan = {
  name: string;
  tool: Tool;
  method: DescMethod;
  output: DescMessage;
  /** The request names the intent it is about, as `id`. */
  aboutIntent: boolean;
  /** The call may be held: it has wait_seconds. */
  holds: boolean;
  /** A read: repeating it changes nothing. */
  safe: boolean;
  invoke(request: Message, options: CallOptions): Promise<Message>;
};

export type ToolSet = {
  get(name: string): ToolPlan | undefined;
  /** Tools as a client of the revision may see them: the same objects and bytes on every call. */
  list(revision: Revision): JsonObject[];
};

type UnaryCalls = Record<string, ((request: Message, options: CallOptions) => Promise<Message>) | undefined>;

/** The tools that the contract gives to the intent services, in its order. */
export function createToolSet(clients: ToolClients): ToolSet {
  const byService = new Map<DescService, UnaryCalls>([
    [IntentService, clients.intents as unknown as UnaryCalls],
    [TimelineService, clients.timeline as unknown as UnaryCalls],
  ]);
  const plans = new Map<string, ToolPlan>();
  for (const { service, method, tool } of tools([IntentService, TimelineService])) {
    const calls = byService.get(service);
    const invoke = calls?.[method.localName]?.bind(calls);
    if (invoke === undefined) throw new Error(`no client offers ${service.typeName}.${method.name}`);
    const fields = new Set(method.input.fields.map((field) => field.name));
    plans.set(tool.name, {
      name: tool.name,
      tool,
      method,
      output: method.output,
      aboutIntent: fields.has("id"),
      holds: fields.has("wait_seconds") && !tool.omit.includes("wait_seconds"),
      safe: tool.readOnly,
      invoke,
    });
  }
  const described = (revision: Revision) => [...plans.values()].map((plan) => describe(plan, revision));
  const revisions: Revision[] = [...LEGACY_REVISIONS, MODERN_REVISION];
  const lists = new Map(revisions.map((revision) => [revision, described(revision)]));
  return {
    get: (name) => plans.get(name),
    list: (revision) => lists.get(revision) ?? [],
  };
}

function describe({ tool, method }: ToolPlan, revision: Revision): JsonObject {
  const { annotations, structured } = featuresOf(revision);
  return {
    name: tool.name,
    ...(structured ? { title: tool.title } : {}),
    description: tool.description,
    inputSchema: toolInputSchema(method, tool),
    ...(structured ? { outputSchema: toolOutputSchema(method) } : {}),
    ...(annotations ? { annotations: hints(tool) } : {}),
  };
}

/** Without `destructiveHint` a client takes every tool that writes for destructive, so it is always said. */
function hints(tool: Tool): JsonObject {
  if (tool.readOnly) return { title: tool.title, readOnlyHint: true };
  return { title: tool.title, readOnlyHint: false, destructiveHint: tool.destructive };
}
