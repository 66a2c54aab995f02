import { type ChildProcess, execFile, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { kafkaAvailable, kafkaClassPath } from "./kafka-jars.ts";

export type Broker = {
  brokers: string[];
  /** The listener that asks for a password; empty without `sasl`. */
  saslBrokers: string[];
  /** Ends the broker properly and removes its data. */
  stop(): Promise<void>;
  /** Ends the broker at once, as a power cut would; its data stays. */
  kill(): Promise<void>;
  /** Starts it again on the same ports and data, after a proper stop if it runs. */
  restart(): Promise<void>;
};

const START_MS = 60_000;
const STOP_MS = 20_000;

// Ends the broker when this process is gone, however it went: then its standard input closes.
const WITH_PARENT = `exec 3<&0
"$@" </dev/null & pid=$!
(cat <&3 >/dev/null; kill -9 $pid) 2>/dev/null & watcher=$!
echo "pid $pid"
wait $pid; code=$?
kill $watcher 2>/dev/null
exit $code`;

async function freePorts(count: number): Promise<number[]> {
  const servers = await Promise.all(
    Array.from({ length: count }, async () => {
      const server = createServer().listen(0, "127.0.0.1");
      await once(server, "listening");
      return server;
    }),
  );
  return servers.map((server) => {
    const address = server.address();
    server.close();
    if (address === null || typeof address === "string") throw new Error("no port");
    return address.port;
  });
}

type User = { username: string; password: string };
type Ports = { plain: number; sasl: number; controller: number };

/** A listener where the user signs in by password, in each of the three ways. */
function saslSettings(user: User): Record<string, string> {
  const login = (module: string, rest = "") => `org.apache.kafka.common.security.${module} required ${rest};`;
  const at = "listener.name.sasl";
  return {
    "sasl.enabled.mechanisms": "PLAIN,SCRAM-SHA-256,SCRAM-SHA-512",
    [`${at}.plain.sasl.jaas.config`]: login("plain.PlainLoginModule", `user_${user.username}="${user.password}"`),
    [`${at}.scram-sha-256.sasl.jaas.config`]: login("scram.ScramLoginModule"),
    [`${at}.scram-sha-512.sasl.jaas.config`]: login("scram.ScramLoginModule"),
  };
}

function properties(directory: string, ports: Ports, extra: Record<string, string>): string {
  const open = `PLAINTEXT://127.0.0.1:${ports.plain},SASL://127.0.0.1:${ports.sasl}`;
  const settings: Record<string, string> = {
    "process.roles": "broker,controller",
    "node.id": "1",
    listeners: `${open},CONTROLLER://127.0.0.1:${ports.controller}`,
    "advertised.listeners": open,
    "controller.listener.names": "CONTROLLER",
    "controller.quorum.bootstrap.servers": `127.0.0.1:${ports.controller}`,
    "listener.security.protocol.map": "PLAINTEXT:PLAINTEXT,SASL:SASL_PLAINTEXT,CONTROLLER:PLAINTEXT",
    "log.dirs": join(directory, "data"),
    "offsets.topic.replication.factor": "1",
    "offsets.topic.num.partitions": "4",
    "transaction.state.log.replication.factor": "1",
    "transaction.state.log.min.isr": "1",
    "share.coordinator.state.topic.replication.factor": "1",
    "share.coordinator.state.topic.min.isr": "1",
    "group.initial.rebalance.delay.ms": "0",
    "auto.create.topics.enable": "false",
    // A killed broker that comes back should not wait for its own old session.
    "broker.session.timeout.ms": "3000",
    "broker.heartbeat.interval.ms": "500",
    ...extra,
  };
  return Object.entries(settings)
    .map(([name, value]) => `${name}=${value}\n`)
    .join("");
}

/**
 * Starts a real Kafka broker (KRaft, one node) on loopback ports with data of its own.
 * `properties` are settings of the broker to add or replace; with `sasl` there is a second
 * listener where that user signs in by PLAIN or SCRAM.
 */
export async function startBroker(o: { properties?: Record<string, string>; sasl?: User } = {}): Promise<Broker> {
  if (!kafkaAvailable()) throw new Error("there is no Kafka here: its jars or Java are missing");
  const directory = await mkdtemp(join(tmpdir(), "openintents-kafka-"));
  const [plain = 0, sasl = 0, controller = 0] = await freePorts(3);
  const user = o.sasl ?? { username: "nobody", password: randomBytes(16).toString("hex") };
  const config = join(directory, "server.properties");
  await writeFile(
    config,
    properties(directory, { plain, sasl, controller }, { ...saslSettings(user), ...o.properties }),
  );
  const id = randomBytes(16).toString("base64url");
  const scram = ["SCRAM-SHA-256", "SCRAM-SHA-512"].flatMap((mechanism) => [
    "--add-scram",
    `${mechanism}=[name="${user.username}",password="${user.password}"]`,
  ]);
  const format = ["-Xmx128m", "-XX:TieredStopAtLevel=1", "-cp", kafkaClassPath, "kafka.tools.StorageTool"];
  await promisify(execFile)("java", [...format, "format", "--standalone", "-t", id, "-c", config, ...scram]);

  let child: ChildProcess | undefined;
  let pid = 0;

  async function start(): Promise<void> {
    const log = "-Dorg.slf4j.simpleLogger";
    const started = spawn(
      "sh",
      [
        ...["-c", WITH_PARENT, "sh", "java", "-Xms128m", "-Xmx512m", "-XX:+UseSerialGC"],
        ...[`${log}.defaultLogLevel=warn`, `${log}.log.kafka.server.KafkaRaftServer=info`],
        ...["-cp", kafkaClassPath, "kafka.Kafka", config],
      ],
      { cwd: directory, stdio: ["pipe", "pipe", "pipe"] },
    );
    child = started;
    let output = "";
    await new Promise<void>((resolve, reject) => {
      const timer = setTimeout(() => reject(new Error(`Kafka does not start: ${output.slice(-2000)}`)), START_MS);
      const hear = (chunk: Buffer) => {
        output = (output + chunk.toString()).slice(-20_000);
        pid = Number(/^pid (\d+)$/m.exec(output)?.[1] ?? pid);
        if (!output.includes("Kafka Server started")) return;
        clearTimeout(timer);
        resolve();
      };
      started.stdout?.on("data", hear);
      started.stderr?.on("data", hear);
      started.once("exit", (code) => {
        clearTimeout(timer);
        reject(new Error(`Kafka ended with code ${code}: ${output.slice(-2000)}`));
      });
    });
  }

  async function end(signal: NodeJS.Signals): Promise<void> {
    const ending = child;
    if (ending === undefined) return;
    child = undefined;
    const ended = ending.exitCode === null ? once(ending, "exit") : Promise.resolve();
    process.kill(pid, signal);
    const timer = setTimeout(() => process.kill(pid, "SIGKILL"), STOP_MS);
    await ended;
    clearTimeout(timer);
    ending.stdin?.destroy();
  }

  await start();
  return {
    brokers: [`127.0.0.1:${plain}`],
    saslBrokers: o.sasl === undefined ? [] : [`127.0.0.1:${sasl}`],
    async stop() {
      await end("SIGTERM");
      await rm(directory, { recursive: true, force: true });
    },
    kill: () => end("SIGKILL"),
    async restart() {
      await end("SIGTERM");
      await start();
    },
  };
}
