import { expect, test } from "vitest";
import { parseTokens } from "../../src/server/tokens.ts";

const FIRST = "first-token-of-alpha-000001";
const SECOND = "second-token-of-alpha-00002";
const OTHER = "a-token-of-beta-0000000003";
const file = `# who may come in\n\nalpha ${FIRST}\nalpha\t${SECOND}\r\n  beta ${OTHER}  \n`;

test("a token names its principal, who may have several", () => {
  const authenticate = parseTokens(file);
  expect(authenticate(`Bearer ${FIRST}`)).toBe("alpha");
  expect(authenticate(`bearer ${SECOND}`)).toBe("alpha");
  expect(authenticate(`Bearer ${OTHER}`)).toBe("beta");
});

test.each([
  undefined,
  "",
  "Bearer",
  "Bearer ",
  `Basic ${FIRST}`,
  FIRST,
  `Bearer ${FIRST}x`,
  `Bearer ${FIRST.slice(1)}`,
  `Bearer ${FIRST} ${OTHER}`,
  "Bearer alpha",
])("%j is nobody", (authorization) => {
  expect(parseTokens(file)(authorization)).toBeNull();
});

test.each([
  ["no token", "# nobody\n", /no token/],
  ["a line without a name", `${FIRST}\n`, /line 1 /],
  ["a line of three words", `alpha ${FIRST} x\n`, /line 1 /],
  ["a short token", "\nalpha short-secret\n", /line 2: .*24/],
  ["a token twice", `alpha ${FIRST}\nbeta ${FIRST}\n`, /line 2: .*already/],
])("a file with %s is refused, and no token is repeated", (_what, text, message) => {
  expect(() => parseTokens(text)).toThrow(
    expect.objectContaining({ code: "CONFIG_INVALID", stage: "transport", message: expect.stringMatching(message) }),
  );
  expect(() => parseTokens(text)).not.toThrow(new RegExp(`${FIRST}|short-secret`));
});
