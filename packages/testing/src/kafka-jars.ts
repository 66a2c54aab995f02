import { execFile, spawnSync } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import { mkdir, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

const root = fileURLToPath(new URL("../../..", import.meta.url));
// KAFKA_LIBS names a folder with the jars of another version of the broker.
const jars = process.env.KAFKA_LIBS ?? join(root, ".cache/kafka/libs");

const works = (program: string, flag: string): boolean => spawnSync(program, [flag]).status === 0;

/** The class path of the broker. */
export const kafkaClassPath = join(jars, "*");

/** Whether a real broker can be started here: its jars have been fetched and Java is installed. */
export function kafkaAvailable(): boolean {
  return existsSync(jars) && readdirSync(jars).some((name) => name.startsWith("kafka_")) && works("java", "-version");
}

/**
 * Fetches the broker's jars with Maven into `.cache/kafka/libs` when they are not there.
 * Answers why there can be no broker, or null when there can.
 */
export async function fetchKafka(): Promise<string | null> {
  if (kafkaAvailable()) return null;
  if (!works("java", "-version")) return "Java is not installed";
  if (!works("mvn", "--version")) return "Maven is not installed";
  const incoming = `${jars}.${process.pid}`;
  await mkdir(incoming, { recursive: true });
  try {
    const pom = join(root, "test/kafka/pom.xml");
    await promisify(execFile)("mvn", [
      "-q",
      "-B",
      "-f",
      pom,
      "dependency:copy-dependencies",
      `-DoutputDirectory=${incoming}`,
    ]);
    await rm(jars, { recursive: true, force: true });
    await rename(incoming, jars);
  } catch (error) {
    await rm(incoming, { recursive: true, force: true });
    // Another process may have been faster.
    if (!kafkaAvailable()) return `Maven could not fetch the jars: ${error instanceof Error ? error.message : error}`;
  }
  return null;
}
