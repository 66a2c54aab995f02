import { defineConfig } from "vitest/config";

export default defineConfig({
  test: { name: "events", include: ["test/**/*.test.ts"], testTimeout: 90_000, hookTimeout: 120_000 },
});
