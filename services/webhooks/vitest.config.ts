import { defineConfig } from "vitest/config";

export default defineConfig({
  // Killing a process and waiting for its lease to end takes seconds.
  test: { name: "webhooks", include: ["test/**/*.test.ts"], testTimeout: 60_000, hookTimeout: 120_000 },
});
