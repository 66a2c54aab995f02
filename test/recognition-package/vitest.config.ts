import { defineConfig } from "vitest/config";

// The recognition package as others get it: packed, installed into an empty folder, and used as its README says.
export default defineConfig({
  test: {
    name: "recognition-package",
    include: ["*.test.ts"],
    globalSetup: "./install.ts",
    testTimeout: 120_000,
    hookTimeout: 300_000,
  },
});
