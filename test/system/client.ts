// A plain REST client of the system under test.
import type { System } from "./system.ts";

export type Json = Record<string, unknown>;
export type IntentJson = Json & {
  id: string;
  status: string;
  sequence: number;
  result: (Json & { total: number; confirmation: string }) | null;
  error: (Json & { code: string }) | null;
  input_request: (Json & { id: string; kind: string; options: { id: string; label: string }[] }) | null;
  purchase_state: string;
};
export type Answer<T = Json> = { status: number; body: T; headers: Headers };

export type RestClient = {
  request<T = Json>(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer<T>>;
  create(body: Json, headers?: Record<string, string>, wait?: number): Promise<Answer<IntentJson>>;
  get(id: string, wait?: number): Promise<IntentJson>;
  /** Waits until the intent is final or pauses. */
  settled(id: string, seconds?: number): Promise<IntentJson>;
  events(id: string): Promise<(Json & { sequence: number; type: string; data: Json | null })[]>;
};

export function restClient(system: System, key: string = system.credentials.api_key): RestClient {
  async function request<T>(
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<Answer<T>> {
    const response = await fetch(`${system.rest}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${key}`,
        ...(body === undefined ? {} : { "content-type": "application/json" }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: typeof body === "string" ? body : JSON.stringify(body) }),
    });
    const text = await response.text();
    return { status: response.status, body: (text === "" ? {} : JSON.parse(text)) as T, headers: response.headers };
  }
  const get = async (id: string, wait = 0) =>
    (await request<IntentJson>("GET", `/v1/intents/${id}?wait_seconds=${wait}`)).body;
  return {
    request,
    create: (body, headers, wait = 0) => request("POST", `/v1/intents?wait_seconds=${wait}`, body, headers),
    get,
    async settled(id, seconds = 60) {
      const deadline = Date.now() + seconds * 1000;
      let intent = await get(id);
      while (["queued", "running"].includes(intent.status) && Date.now() < deadline) intent = await get(id, 20);
      return intent;
    },
    async events(id) {
      const all: (Json & { sequence: number; type: string; data: Json | null })[] = [];
      let cursor: string | null = null;
      do {
        const path: string = `/v1/intents/${id}/events?limit=100${cursor ? `&cursor=${encodeURIComponent(cursor)}` : ""}`;
        const { body } = await request<{ data: typeof all; next_cursor: string | null }>("GET", path);
        all.push(...body.data);
        cursor = body.next_cursor;
      } while (cursor);
      return all;
    },
  };
}

export type BookEntry = { order: string; host: string; total: number; placed_at: string; customer_reference: string };

/** What the test shop's own books say was bought. */
export async function books(system: System): Promise<BookEntry[]> {
  const body = (await (await fetch(`${system.shop}/books`)).json()) as { orders?: BookEntry[] } | BookEntry[];
  return Array.isArray(body) ? body : (body.orders ?? []);
}

/** Orders in the books that belong to one intent, told by the reference in its timeline. */
export async function ordersOf(system: System, client: RestClient, id: string): Promise<BookEntry[]> {
  const references = new Set(
    (await client.events(id))
      .map((event) => event.data?.reference)
      .filter((reference) => typeof reference === "string"),
  );
  return (await books(system)).filter((entry) => references.has(entry.customer_reference));
}
