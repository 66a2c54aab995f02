import { expect, test } from "vitest";
import { responseEnd } from "../src/load/http-response.ts";

const sized = "HTTP/1.1 201 Created\r\nContent-Length: 5\r\n\r\nhello";
const chunked = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n";

test.each([
  ["a sized answer", sized],
  ["a chunked answer", chunked],
])("%s is whole when its last byte is there and not before", (_, text) => {
  const bytes = Buffer.from(text);
  const cuts = Array.from({ length: bytes.length }, (_, at) => responseEnd(bytes.subarray(0, at)));
  expect(cuts).toEqual(cuts.map(() => false));
  expect(responseEnd(bytes)).toBe(true);
});
