import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    projects: [
      "packages/*",
      "services/*",
      "bench",
      "test",
      "test/chart",
      "test/recognition-package",
      "test/system",
      "test/long",
    ],
  },
});
