import { expect, test } from "vitest";
import { type Answer, webhookReceiver } from "../src/index.ts";

test("records what arrives and answers as it is told to", async () => {
  const answers: Answer[] = [500, { status: 429, body: "later", headers: { "retry-after": "3" } }, 204, "reset"];
  const receiver = await webhookReceiver({ status: () => answers.shift() ?? 200 });
  const post = (body: string) => fetch(new URL("/hook?x=1", receiver.url), { method: "POST", body });
  const second = receiver.waitFor(({ body }) => body === "two");
  expect((await post("one")).status).toBe(500);
  const limited = await post("two");
  expect([limited.status, limited.headers.get("retry-after"), await limited.text()]).toEqual([429, "3", "later"]);
  expect((await second).headers["content-type"]).toMatch(/^text\/plain/);
  expect((await post("three")).status).toBe(204);
  await expect(post("four")).rejects.toThrow();
  expect((await post("five")).status).toBe(200);
  expect(receiver.deliveries.map(({ method, path, body }) => [method, path, body])).toEqual(
    ["one", "two", "three", "four", "five"].map((body) => ["POST", "/hook?x=1", body]),
  );
  expect((await receiver.waitFor(({ body }) => body === "one")).body).toBe("one");
  await expect(receiver.waitFor(({ body }) => body === "six", 20)).rejects.toThrow(/within 20 ms; 5 others/);
  await receiver.close();
});

test("closes while a request still hangs", async () => {
  const receiver = await webhookReceiver({ status: () => "hang" });
  const hanging = fetch(receiver.url, { method: "POST", body: "x" }).catch(() => "cut off");
  await receiver.waitFor(() => true);
  await receiver.close();
  expect(await hanging).toBe("cut off");
});
