import type { JsonSchema } from "../types/json.ts";

export interface IntentMcpToolAnnotations {
  readonly readOnlyHint: boolean;
  readonly destructiveHint: boolean;
  readonly idempotentHint: boolean;
  /** Whether answering may reach a model over the network. */
  readonly openWorldHint: boolean;
}

/** As `tools/list` shows it. Frozen all the way down. */
export interface IntentMcpToolDefinition {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly inputSchema: JsonSchema;
  readonly outputSchema: JsonSchema;
  readonly annotations: IntentMcpToolAnnotations;
}

export type IntentMcpMode = "executor" | "host";

/** One recogniser as the tool definitions tell of it. */
export interface IntentMcpInstance {
  readonly name: string;
  readonly description?: string | null;
  /** Whether its executor goes over the network; of no meaning in host mode, which calls no model. */
  readonly online?: boolean;
}

/** The tools' names without prefix. */
export const TOOL_NAMES = {
  executor: ["intent_parse"],
  host: ["intent_prepare", "intent_accept", "intent_cancel"],
} as const;

export type ToolName = (typeof TOOL_NAMES)[IntentMcpMode][number];
