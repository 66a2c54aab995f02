import { describe, expect, it } from "vitest";
import { clientAddress, createOriginPolicy, networkList } from "../src/index.ts";

const refused = expect.objectContaining({ reason: "origin_not_allowed" });

describe("origin policy", () => {
  const policy = createOriginPolicy({
    publicOrigin: "https://intents.example.com",
    hostedOrigin: "https://pages.example.net:8443",
    boundPort: () => 8080,
    extraOrigins: ["https://console.example.org"],
  });

  it.each([
    { host: "intents.example.com", peer: "10.0.0.9" },
    { host: "INTENTS.example.com:443", peer: "10.0.0.9" },
    { host: "intents.example.com", origin: "https://intents.example.com", peer: "10.0.0.9" },
    { host: "pages.example.net:8443", origin: "https://pages.example.net:8443", peer: "10.0.0.9" },
    { host: "intents.example.com", origin: "https://console.example.org", peer: "10.0.0.9" },
    { host: "localhost:8080", peer: "127.0.0.1" },
    { host: "127.0.0.1:8080", origin: "http://127.0.0.1:8080", peer: "::ffff:127.0.0.1" },
    { host: "[::1]:8080", origin: "http://localhost:8080", peer: "::1" },
  ])("allows $host from $peer (origin $origin)", (request) => {
    expect(() => policy.check(request)).not.toThrow();
  });

  it.each([
    { peer: "127.0.0.1" },
    { host: "", peer: "127.0.0.1" },
    { host: "evil.example", peer: "127.0.0.1" },
    { host: "localhost:8080", peer: "10.0.0.9" },
    { host: "localhost:8080" },
    { host: "localhost:9999", peer: "127.0.0.1" },
    { host: "localhost", peer: "127.0.0.1" },
    { host: "localhost.evil.example:8080", peer: "127.0.0.1" },
    { host: "evil.example@localhost:8080", peer: "127.0.0.1" },
    { host: "pages.example.net", peer: "10.0.0.9" },
    { host: "intents.example.com", origin: "null", peer: "10.0.0.9" },
    { host: "intents.example.com", origin: "http://intents.example.com", peer: "10.0.0.9" },
    { host: "intents.example.com", origin: "https://evil.example", peer: "10.0.0.9" },
    { host: "intents.example.com", origin: "http://localhost:8080", peer: "10.0.0.9" },
    { host: "localhost:8080", origin: "http://localhost:3000", peer: "127.0.0.1" },
    { host: "localhost:8080", origin: "https://localhost:8080", peer: "127.0.0.1" },
  ])("refuses $host from $peer (origin $origin)", (request) => {
    expect(() => policy.check(request)).toThrow(refused);
  });

  it("refuses a setting that is not an origin, naming it", () => {
    expect(() => createOriginPolicy({ publicOrigin: "intents.example.com", boundPort: 1 })).toThrow(
      /intents\.example\.com/,
    );
    expect(() => createOriginPolicy({ publicOrigin: "https://a.example/path", boundPort: 1 })).toThrow(RangeError);
  });
});

describe("client address", () => {
  const trusted = ["10.0.0.0/8", "fd00::/8"];

  it.each([
    ["the peer when no proxy is trusted", { peer: "203.0.113.7", forwardedFor: "1.1.1.1", trusted: [] }, "203.0.113.7"],
    ["the peer when it is not trusted", { peer: "203.0.113.7", forwardedFor: "1.1.1.1", trusted }, "203.0.113.7"],
    [
      "the last hop of a trusted peer",
      { peer: "10.1.1.1", forwardedFor: "6.6.6.6, 198.51.100.2", trusted },
      "198.51.100.2",
    ],
    [
      "the first untrusted hop from the right",
      { peer: "::ffff:10.1.1.1", forwardedFor: "6.6.6.6, 198.51.100.2, 10.2.2.2", trusted },
      "198.51.100.2",
    ],
    ["an IPv6 hop in brackets", { peer: "fd00::5", forwardedFor: "[2001:db8::1]", trusted }, "2001:db8::1"],
    ["a hop with a port", { peer: "10.1.1.1", forwardedFor: "198.51.100.2:4711", trusted }, "198.51.100.2"],
    ["the proxy itself when the hop is garbage", { peer: "10.1.1.1", forwardedFor: "unknown", trusted }, "10.1.1.1"],
    ["the peer without a header", { peer: "10.1.1.1", trusted }, "10.1.1.1"],
  ])("is %s", (_title, input, expected) => {
    expect(clientAddress(input)).toBe(expected);
  });

  it("names the entry that is no network", () => {
    expect(() => networkList(["10.0.0.0/33"])).toThrow(/10\.0\.0\.0\/33/);
    expect(() => networkList(["example.com"])).toThrow(RangeError);
  });
});
