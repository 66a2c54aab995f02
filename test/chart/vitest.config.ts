import { defineConfig } from "vitest/config";

export default defineConfig({
  test: { name: "chart", include: ["*.test.ts"], globalSetup: "./install-helm.ts", testTimeout: 30_000 },
});
