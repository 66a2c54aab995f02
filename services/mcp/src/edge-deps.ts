import type { AuthService } from "@openintents/proto";
import type { Client } from "@openintents/rpc";
import type { HeldDeps } from "./held-call.ts";
import type { RecognitionTools } from "./recognition-tools.ts";
import type { ToolLists } from "./tool-lists.ts";

/** What both eras of the protocol are served from. */
export type EdgeDeps = HeldDeps & {
  auth: Client<typeof AuthService>;
  recognition: RecognitionTools;
  /** The tools of both kinds, as each revision lists them. */
  lists: ToolLists;
  publicOrigin: string;
  trustedProxies: string[];
  /** Counts a tool call by its outcome: `ok`, `error` (a failed result) or `refused` (by HTTP). */
  countCall(tool: string, outcome: "ok" | "error" | "refused"): void;
};
