import { defineConfig } from "vitest/config";

export default defineConfig({
  test: { name: "long", include: ["*.test.ts"], fileParallelism: false, testTimeout: 900_000, hookTimeout: 120_000 },
});
