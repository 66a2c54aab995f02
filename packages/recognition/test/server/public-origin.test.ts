import { expect, test } from "vitest";
import { parsePublicOrigin } from "../../src/server/public-origin.ts";

test.each([
  ["https://intents.example.com", "https://intents.example.com", ["intents.example.com", "intents.example.com:443"]],
  ["http://intents.example.com", "http://intents.example.com", ["intents.example.com", "intents.example.com:80"]],
  ["https://Intents.Example.COM:8443", "https://intents.example.com:8443", ["intents.example.com:8443"]],
  [
    "https://intents.example.com:443",
    "https://intents.example.com",
    ["intents.example.com", "intents.example.com:443"],
  ],
  ["http://[2001:db8::1]:3001", "http://[2001:db8::1]:3001", ["[2001:db8::1]:3001"]],
])("%s is read", (text, origin, hosts) => {
  const read = parsePublicOrigin(text);
  expect(read.origin).toBe(origin);
  expect([...read.hosts]).toEqual(hosts);
});

test.each([
  "intents.example.com",
  "//intents.example.com",
  "ftp://intents.example.com",
  "https://user@intents.example.com",
  "https://user:secret@intents.example.com",
  "https://*.example.com",
  "https://*",
  "*",
  "https://intents.example.com/",
  "https://intents.example.com/mcp",
  "https://intents.example.com?x=1",
  "https://intents.example.com?",
  "https://intents.example.com#x",
  "https://intents.example.com#",
  "https://intents.example.com:",
  "https://intents.example.com:99999",
  "https://intents.example.com\\@evil.example",
  " https://intents.example.com",
  "https://intents.example.com https://b.example",
  "http://0.0.0.0:3001",
  "http://[::]:3001",
  "https://",
  "",
  "null",
])("%j is refused as CONFIG_INVALID/transport", (text) => {
  expect(() => parsePublicOrigin(text)).toThrow(
    expect.objectContaining({ code: "CONFIG_INVALID", stage: "transport", message: expect.not.stringContaining("\n") }),
  );
});
