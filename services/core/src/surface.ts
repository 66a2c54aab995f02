import { CancelledBy, Via } from "@openintents/proto";

/** How the timeline and a cancellation name the way by which a caller came. */
export function surfaceName(via: Via): string {
  if (via === Via.MCP) return "mcp";
  return via === Via.DASHBOARD ? "dashboard" : "api";
}

export function cancelledBy(via: Via): CancelledBy {
  if (via === Via.MCP) return CancelledBy.MCP;
  return via === Via.DASHBOARD ? CancelledBy.DASHBOARD : CancelledBy.API;
}
