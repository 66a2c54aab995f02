import type { Composition } from "./compose.ts";

/** Says in a few lines where everything is, the last one starting with `ready`, once every part answers. */
export function announce(composition: Composition): Composition {
  return {
    ...composition,
    async start() {
      await composition.start();
      const { credentials } = composition;
      const origin = composition.origin();
      console.log(
        [
          `REST      ${origin}/v1        docs ${origin}/docs`,
          `MCP       ${origin}/mcp`,
          `API key   ${credentials.api_key}   (test mode)`,
          `ready     ${origin}`,
        ].join("\n"),
      );
    },
  };
}
