import { defineConfig } from "vitest/config";

// Each bench starts servers and a database of its own: one after the other.
export default defineConfig({
  test: { name: "bench", include: ["test/*.test.ts"], fileParallelism: false, testTimeout: 180_000 },
});
