import { defineConfig } from "vitest/config";

// Whole systems: one file at a time, since each wants the machine for itself.
export default defineConfig({
  test: { name: "system", include: ["*.test.ts"], fileParallelism: false, testTimeout: 120_000, hookTimeout: 120_000 },
});
