import { describe, expect, test } from "vitest";
import { createAddressPolicy } from "../src/address-policy.ts";

describe("without allowed networks", () => {
  const policy = createAddressPolicy([]);

  test.each(["1.1.1.1", "93.184.216.34", "172.32.0.1", "2606:4700:4700::1111", "2a00:1450:4001:80b::200e"])(
    "%s is public",
    (address) => {
      expect(policy.allows(address)).toBe(true);
      expect(policy.allowsPlain(address)).toBe(false);
    },
  );

  test.each([
    ["unspecified", "0.0.0.0"],
    ["this network", "0.1.2.3"],
    ["private", "10.0.0.1"],
    ["private", "172.16.0.1"],
    ["private", "172.31.255.255"],
    ["private", "192.168.1.1"],
    ["loopback", "127.0.0.1"],
    ["loopback", "127.255.255.254"],
    ["link-local with metadata", "169.254.169.254"],
    ["shared", "100.64.0.1"],
    ["shared with metadata", "100.100.100.200"],
    ["metadata inside public space", "168.63.129.16"],
    ["protocol assignments with metadata", "192.0.0.192"],
    ["documentation", "192.0.2.1"],
    ["benchmarking", "198.18.0.1"],
    ["multicast", "224.0.0.1"],
    ["reserved", "240.0.0.1"],
    ["broadcast", "255.255.255.255"],
    ["unspecified v6", "::"],
    ["loopback v6", "::1"],
    ["link-local v6", "fe80::1"],
    ["link-local v6 with a zone", "fe80::1%eth0"],
    ["unique local", "fd00:ec2::254"],
    ["site-local", "fec0::1"],
    ["multicast v6", "ff02::1"],
    ["documentation v6", "2001:db8::1"],
    ["mapped loopback", "::ffff:127.0.0.1"],
    ["mapped private, in hex", "::ffff:a00:1"],
    ["mapped metadata", "::ffff:169.254.169.254"],
    ["compatible loopback", "::127.0.0.1"],
    ["translated loopback", "64:ff9b::7f00:1"],
    ["locally translated", "64:ff9b:1::a00:1"],
    ["6to4 of a private address", "2002:a00:1::1"],
    ["Teredo", "2001:0:4136:e378:8000:63bf:3fff:fdd2"],
    ["discard", "100::1"],
    ["no address at all", "hooks.example.com"],
    ["empty", ""],
  ])("%s (%s) is refused", (_what, address) => {
    expect(policy.allows(address)).toBe(false);
    expect(policy.allowsPlain(address)).toBe(false);
  });

  test("a mapped public address is the public address", () => {
    expect(policy.allows("::ffff:1.1.1.1")).toBe(true);
  });
});

describe("with allowed networks", () => {
  const policy = createAddressPolicy(["10.1.0.0/16", "::1", "fd12::/16"]);

  test("their addresses pass, by plain http too, and no others", () => {
    expect(policy.allows("10.1.2.3")).toBe(true);
    expect(policy.allowsPlain("10.1.2.3")).toBe(true);
    expect(policy.allows("::ffff:10.1.2.3")).toBe(true);
    expect(policy.allows("::1")).toBe(true);
    expect(policy.allows("fd12::9")).toBe(true);
    expect(policy.allows("10.2.0.1")).toBe(false);
    expect(policy.allows("127.0.0.1")).toBe(false);
    expect(policy.allowsPlain("1.1.1.1")).toBe(false);
  });

  test("a text that is no network is an error of the setting, by name", () => {
    expect(() => createAddressPolicy(["10.0.0.0/33"])).toThrow(/WEBHOOK_ALLOW_NETWORKS.*10\.0\.0\.0\/33/);
    expect(() => createAddressPolicy(["localhost"])).toThrow(/WEBHOOK_ALLOW_NETWORKS/);
  });
});
