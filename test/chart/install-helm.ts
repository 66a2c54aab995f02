import { ensureHelm } from "../../scripts/helm.ts";

/** Puts Helm in place before the chart's tests. Without it they are skipped by name, but under CI that is a failure. */
export default async function installHelm(): Promise<void> {
  try {
    console.log(await ensureHelm());
  } catch (error) {
    if (process.env.CI === "true") throw error;
    console.log(`helm: not available, the chart's tests are skipped (${String(error)})`);
  }
}
