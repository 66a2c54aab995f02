/** What a webhook URL must look like before anybody asks where its name leads. */
export type TargetUrl = { url: URL; hostname: string; plain: boolean };

/**
 * Checks the text of a URL: https or http, no credentials, port 443 or 1024 to 65535.
 * Answers the parsed target, or what is wrong in a sentence. Whether plain http and the
 * address are allowed depends on the addresses, so it is decided where they are known.
 */
export function parseTarget(text: string): TargetUrl | { wrong: string } {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null) return { wrong: "This is not an absolute URL." };
  if (url.protocol !== "https:" && url.protocol !== "http:") return { wrong: "A webhook URL starts with https://." };
  if (url.username !== "" || url.password !== "") return { wrong: "A webhook URL carries no credentials." };
  const plain = url.protocol === "http:";
  const port = url.port === "" ? (plain ? 80 : 443) : Number(url.port);
  if (port !== 443 && (port < 1024 || port > 65535)) {
    return { wrong: `A webhook URL uses port 443 or one from 1024 to 65535, not ${port}.` };
  }
  const hostname = url.hostname.replace(/^\[(.*)\]$/, "$1");
  if (hostname === "") return { wrong: "A webhook URL names a host." };
  return { url, hostname, plain };
}
