import packageJson from "../package.json" with { type: "json" };

/** How the server introduces itself. */
export const SERVER_INFO = { name: "openintents", title: "OpenIntents", version: packageJson.version };

/** What it offers: tools, whose list does not change while a client is connected. */
export const CAPABILITIES = { tools: {} };
