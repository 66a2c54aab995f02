import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { refuseSetting } from "./refuse-setting.ts";

/** Whom a request speaks for, or null for a credential that is none. */
export type Authenticate = (authorization: string | undefined) => string | null;

/** Without authentication everybody is one. */
export const ANYBODY = "";

const SHORTEST_TOKEN = 24;
const LINE = /^([A-Za-z0-9_.@-]{1,128})[ \t]+([\x21-\x7e]+)$/;

/**
 * Reads a token file: one `NAME TOKEN` a line, `#` begins a comment. A name may have several
 * tokens, so that one can be replaced without a gap. Throws CONFIG_INVALID/transport naming the
 * line, never the token.
 */
export async function readTokenFile(path: string): Promise<Authenticate> {
  const text = await readFile(path, "utf8").catch((error: NodeJS.ErrnoException) => {
    throw refuseSetting("--tokens", `${path} cannot be read (${error.code ?? "unknown reason"})`, error);
  });
  return parseTokens(text);
}

export function parseTokens(text: string): Authenticate {
  const principals = new Map<string, string>();
  for (const [index, line] of text.split(/\r?\n/).entries()) {
    const bare = line.trim();
    if (bare === "" || bare.startsWith("#")) continue;
    const [, name, token] = LINE.exec(bare) ?? [];
    const at = `line ${index + 1}`;
    if (name === undefined || token === undefined) throw refuseSetting("--tokens", `${at} is not NAME TOKEN`);
    if (token.length < SHORTEST_TOKEN)
      throw refuseSetting("--tokens", `${at}: a token has at least ${SHORTEST_TOKEN} characters`);
    const digest = digestOf(token);
    if (principals.has(digest)) throw refuseSetting("--tokens", `${at}: this token is given above already`);
    principals.set(digest, name);
  }
  if (principals.size === 0) throw refuseSetting("--tokens", "the file has no token");
  return (authorization) => {
    const [, token] = /^Bearer +([\x21-\x7e]+)$/i.exec(authorization ?? "") ?? [];
    // Looked up by digest: how long a comparison takes says nothing about a token.
    return token === undefined ? null : (principals.get(digestOf(token)) ?? null);
  };
}

function digestOf(token: string): string {
  return createHash("sha256").update(token).digest("base64");
}
