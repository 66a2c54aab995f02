// The example: a server on the v1 SDK with the recognition tools beside its own, driven by both generations of clients.
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { SEED_INPUT, SEED_TEXT } from "../../packages/recognition/test/server/seed.ts";
import { root } from "../house.ts";
import { drive, env } from "./processes.ts";

const example = join(root, "examples/sdk-v1-server");
const target = { command: process.execPath, args: [join(example, "server.mjs")], cwd: example, env };

describe.each(["v1", "v2-auto"])("the %s client", (generation) => {
  test("finds both toolsets in one list and calls each", async () => {
    const seen = await drive(generation, target, [
      { do: "list" },
      { do: "call", name: "get_order", arguments: { id: "000123" } },
      { do: "call", name: "orders_intent_parse", arguments: { input: SEED_INPUT } },
      { do: "call", name: "list_orders", arguments: {} },
      { do: "call", name: "get_order", arguments: { id: "9" } },
      { do: "call", name: "orders_intent_parse", arguments: {} },
      { do: "call", name: "intent_parse", arguments: {} },
    ]);
    expect(seen.connect).toBeUndefined();
    const [list, order, parsed, orders, none, refused, unknown] = seen.steps;
    expect(list?.tools?.map((tool) => tool.name)).toEqual(["get_order", "list_orders", "orders_intent_parse"]);
    expect(JSON.parse(order?.content[0]?.text ?? "")).toMatchObject({ id: "000123", state: "shipped" });
    expect(parsed).toMatchObject({
      isError: false,
      content: [{ type: "text", text: SEED_TEXT }],
      structuredContent: JSON.parse(SEED_TEXT),
    });
    expect(orders?.content[0]?.text).toBe('["000123"]');
    expect(none).toMatchObject({ isError: true });
    expect(JSON.parse(refused?.content[0]?.text ?? "")).toMatchObject({ error: { code: "INPUT_INVALID" } });
    expect(unknown?.failed?.code).toBe(-32602);
  });
});
