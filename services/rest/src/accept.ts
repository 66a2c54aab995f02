/** What an Accept header allows of the two kinds of answer that the API has. */
export type Accepted = { json: boolean; eventStream: boolean };

const ANYTHING: Accepted = { json: true, eventStream: false };
const KEPT = 100;
const known = new Map<string, Accepted>();

/**
 * Reads an Accept header. An event stream is given only to those who name it, and only
 * when they do not prefer JSON to it: a wildcard is no wish for a stream.
 */
export function readAccept(header: string | undefined): Accepted {
  if (header === undefined || header === "*/*" || header === "application/json") return ANYTHING;
  const before = known.get(header);
  if (before !== undefined) return before;
  const accepted = parse(header);
  // Clients send few different headers; a stranger's varying ones must not fill memory.
  if (known.size < KEPT && header.length <= 256) known.set(header, accepted);
  return accepted;
}

function parse(header: string): Accepted {
  const json = { quality: 0, rank: 0 };
  let stream = 0;
  for (const part of header.split(",")) {
    const [range = "", ...parameters] = part.split(";").map((piece) => piece.trim().toLowerCase());
    const quality = qualityOf(parameters);
    if (range === "text/event-stream") stream = quality;
    const rank = ["*/*", "application/*", "application/json"].indexOf(range) + 1;
    if (rank > json.rank) Object.assign(json, { quality, rank });
  }
  return { json: json.quality > 0, eventStream: stream > 0 && stream >= json.quality };
}

function qualityOf(parameters: string[]): number {
  const text = parameters.find((parameter) => parameter.startsWith("q="))?.slice(2);
  const value = text === undefined ? 1 : Number(text);
  return Number.isFinite(value) ? value : 0;
}
