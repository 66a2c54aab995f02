import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    projects: ["packages/*", "services/*", "bench", "test", "test/chart", "test/system", "test/long"],
  },
});
