import { describe, expect, test } from "vitest";
import { scriptedExecutor } from "../../src/executors/scripted.ts";
import { Intent } from "../../src/intent.ts";
import { createIntentMcpAdapter, type IntentMcpAdapterConfig } from "../../src/mcp/adapter.ts";
import { gate } from "../parse/gate.ts";

const withExecutor = () => new Intent({ executor: scriptedExecutor([]) });
const create = (config: unknown) => createIntentMcpAdapter(config as IntentMcpAdapterConfig);
const configInvalid = (path: string) =>
  expect.objectContaining({
    name: "IntentError",
    code: "CONFIG_INVALID",
    stage: "config",
    issues: [expect.objectContaining({ path })],
  });

describe("the adapter's configuration", () => {
  test("mode is executor unless it says host, and the prefix is empty unless given", () => {
    const names = (config: Partial<IntentMcpAdapterConfig>) =>
      create({ instances: { main: withExecutor() }, ...config }).tools.map(({ name }) => name);
    expect(names({})).toEqual(["intent_parse"]);
    expect(names({ mode: "executor", toolPrefix: "" })).toEqual(["intent_parse"]);
    expect(names({ mode: "host", toolPrefix: "a-b_c.9" })).toEqual(
      ["prepare", "accept", "cancel"].map((step) => `a-b_c.9intent_${step}`),
    );
  });

  test.each([["A"], ["a.b-c_D9"], ["x".repeat(64)], ["valueOf"]])("takes an instance named %s", (name) => {
    expect(create({ mode: "host", instances: { [name]: new Intent() } }).tools).toHaveLength(3);
  });

  test.each([
    [""],
    ["x".repeat(65)],
    ["two words"],
    ["größe"],
    ["a/b"],
    ["main\n"],
    ["proto"],
    ["prototype"],
    ["constructor"],
  ])("refuses an instance named %j", (name) => {
    expect(() => create({ mode: "host", instances: { [name]: new Intent() } })).toThrow(
      configInvalid(`/instances/${name}`),
    );
  });

  test("refuses an instance named __proto__, and does not see one that is only a prototype", () => {
    const own = JSON.parse('{"__proto__":1}');
    expect(() => create({ mode: "host", instances: own })).toThrow(configInvalid("/instances/__proto__"));
    expect(() => create({ mode: "host", instances: Object.create({ main: new Intent() }) })).toThrow(
      configInvalid("/instances"),
    );
  });

  test.each([[undefined], [null], [{}], [[]], ["main"]])("refuses the instances %j", (instances) => {
    expect(() => create({ mode: "host", instances })).toThrow(configInvalid("/instances"));
  });

  test.each([
    ["the configuration of an instance", { language: "en" }],
    ["something like an Intent", { parse: () => undefined, prepare: () => undefined, dispose: () => undefined }],
    ["null", null],
    ["a prototype's child", Object.create(Intent.prototype)],
  ])("refuses %s where an Intent belongs", (_what, instance) => {
    expect(() => create({ mode: "host", instances: { main: instance } })).toThrow(configInvalid("/instances/main"));
  });

  test("an object that throws when read is refused", () => {
    const instances = Object.defineProperty({}, "main", {
      enumerable: true,
      get: () => {
        throw new Error("secret");
      },
    });
    expect(() => create({ mode: "host", instances })).toThrow(configInvalid("/instances"));
  });

  test("in executor mode an instance without executor is refused, in host mode it is not", () => {
    const instances = { main: withExecutor(), bare: new Intent() };
    expect(() => create({ instances })).toThrow(configInvalid("/instances/bare"));
    expect(create({ mode: "host", instances }).tools).toHaveLength(3);
  });

  test.each([
    [{ mode: "both" }, "/mode"],
    [{ mode: null }, "/mode"],
    [{ toolPrefix: "with space" }, "/toolPrefix"],
    [{ toolPrefix: "x".repeat(65) }, "/toolPrefix"],
    [{ toolPrefix: 5 }, "/toolPrefix"],
    [{ server: {} }, "/server"],
    [{ config: "./file.yaml" }, "/config"],
  ])("refuses %j", (members, path) => {
    expect(() => create({ instances: { main: withExecutor() }, ...members })).toThrow(configInvalid(path));
  });

  test.each([[undefined], [null], [[]], ["main"]])("refuses %j in place of a configuration", (config) => {
    expect(() => create(config)).toThrow(configInvalid(""));
  });

  test("what the embedder changes afterwards changes nothing", async () => {
    const instances: Record<string, Intent> = { main: withExecutor() };
    const adapter = create({ instances });
    instances.other = withExecutor();
    delete instances.main;
    const session = adapter.connect({ protocolVersion: "2025-11-25" });
    const reply = await session.callTool("intent_parse", { instance: "other", input: "Hello" });
    expect(reply?.content[0].text).toContain("INSTANCE_UNKNOWN");
    expect(() => Object.assign(adapter, { tools: [] })).toThrow(TypeError);
  });

  test("openWorldHint follows the executors", () => {
    const online = { ...gate(), features: { schema: "none", abort: true, offline: false } as const };
    const hints = (instances: Record<string, Intent>) =>
      create({ instances }).tools.map(({ annotations }) => annotations.openWorldHint);
    expect(hints({ main: withExecutor() })).toEqual([false]);
    expect(hints({ main: withExecutor(), far: new Intent({ executor: online }) })).toEqual([true]);
  });
});

describe("beside a server's own tools", () => {
  const own = new Set(["lookup_order", "intent_parse"]);
  const collisions = (adapter: { tools: readonly { name: string }[] }) =>
    adapter.tools.map(({ name }) => name).filter((name) => own.has(name));

  test("a collision shows before anything is registered, and a prefix ends it", () => {
    const instances = { main: withExecutor() };
    expect(collisions(create({ instances }))).toEqual(["intent_parse"]);
    expect(collisions(create({ instances, toolPrefix: "recognise." }))).toEqual([]);
  });

  test("two adapters stand side by side under two prefixes", async () => {
    const one = create({ mode: "host", instances: { main: new Intent() }, toolPrefix: "one." });
    const two = create({ mode: "host", instances: { main: new Intent() }, toolPrefix: "two." });
    const names = [...one.tools, ...two.tools].map(({ name }) => name);
    expect(new Set(names).size).toBe(6);
    const session = one.connect({ protocolVersion: "2025-11-25" });
    expect(await session.callTool("two.intent_prepare", { input: "Hello" })).toBeUndefined();
  });
});
