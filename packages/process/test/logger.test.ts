import { describe, expect, it } from "vitest";
import { createLogger, serviceError } from "../src/index.ts";

function capture(level = "info") {
  const lines: string[] = [];
  const logger = createLogger({ service: "core", level, destination: { write: (line: string) => lines.push(line) } });
  return { logger, last: () => JSON.parse(lines.at(-1) ?? "null"), lines };
}

describe("createLogger", () => {
  it("writes one JSON line with service, level, time and bindings", () => {
    const { logger, last, lines } = capture();
    logger.child({ request_id: "req_1" }).child({ intent_id: "int_1" }).warn({ attempt: 2 }, "two\nlines");
    expect(lines[0]?.match(/\n/g)).toHaveLength(1);
    expect(last()).toMatchObject({
      service: "core",
      level: "warn",
      request_id: "req_1",
      intent_id: "int_1",
      attempt: 2,
      msg: "two\nlines",
    });
    expect(new Date(last().time).toISOString()).toBe(last().time);
  });

  it("keeps below its level silent", () => {
    const { logger, lines } = capture("warn");
    logger.info("no");
    expect(lines).toEqual([]);
  });

  it("redacts credentials, secrets and answers in fields and bindings", () => {
    const { logger, lines } = capture();
    const secret = "s3cr3t";
    logger.info({ authorization: secret, answers: { name: secret }, api_key: secret });
    logger.info({ headers: { authorization: secret, cookie: secret, "set-cookie": secret } });
    logger.info({ req: { headers: { authorization: secret, "x-api-key": secret } }, body: { card: { secret } } });
    logger.info({ list: [{ accessToken: secret }, { deep: { deeper: { password: secret } } }] });
    logger
      .child({ token: secret })
      .child({ a: { privateKey: secret } })
      .info("child");
    expect(lines.join("")).not.toContain(secret);
    expect(lines.join("").match(/\[redacted\]/g)).toHaveLength(13);
  });

  it("changes nothing in the objects that it is given", () => {
    const { logger, last } = capture();
    const fields = { when: new Date(0), nested: { token: "t", kept: [1, { a: null }] } };
    logger.info(fields);
    expect(fields.nested.token).toBe("t");
    expect(last()).toMatchObject({
      when: "1970-01-01T00:00:00.000Z",
      nested: { token: "[redacted]", kept: [1, { a: null }] },
    });
  });

  it("survives a circle and leaves out what is too deep", () => {
    const { logger, last } = capture();
    const circle: Record<string, unknown> = { name: "x" };
    circle.self = circle;
    logger.info({ circle });
    expect(JSON.stringify(last())).toContain("[too deep]");
  });

  it("prints an error with its causes and without what hangs on it", () => {
    const { logger, last } = capture();
    const inner = Object.assign(new TypeError("inner"), { code: "ECONNRESET", request: { authorization: "x" } });
    logger.error({ err: serviceError("unavailable", "gone", { param: "p", details: { email: "a@b" }, cause: inner }) });
    const { err } = last();
    expect(err).toMatchObject({ type: "ServiceError", message: "gone", reason: "unavailable", param: "p" });
    expect(err.cause).toMatchObject({ type: "TypeError", message: "inner", code: "ECONNRESET" });
    expect(err.stack).toContain("logger.test.ts");
    expect(err.details).toBeUndefined();
    expect(err.cause.request).toBeUndefined();
  });

  it("survives a chain of causes that bites its tail", () => {
    const { logger, last } = capture();
    const error = new Error("loop");
    error.cause = error;
    logger.error({ err: error }, "failed");
    expect(last().err.cause.cause.message).toBe("loop");
  });
});
