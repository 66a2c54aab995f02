import { expect, test } from "vitest";
import { caseValues, type Json, over, refusal, render, withEachHelm } from "./render.ts";

const plain = caseValues("postgres");

type Refused = [what: string, changes: Json, sentence: string];

const mixes: Refused[] = [
  ["no public origin", { publicOrigin: "" }, "publicOrigin is required"],
  ["no database", { postgresql: { host: "", existingSecret: "" } }, "No database: set postgresql.host"],
  ["no database password", { postgresql: { existingSecret: "" } }, "No password for core's database user"],
  ["no core key", { core: { existingSecret: "" } }, "core.existingSecret is required"],
  ["no webhooks key", { webhooks: { existingSecret: "" } }, "webhooks.existingSecret is required"],
  ["no runner key", { runner: { existingSecret: "" } }, "runner.existingSecret is required"],
  ["SASL without brokers", { kafka: { sasl: { mechanism: "plain" } } }, "without kafka.brokers"],
  [
    "SASL without credentials",
    { kafka: { brokers: ["a:9092"], sasl: { mechanism: "plain" } } },
    "needs kafka.sasl.existingSecret",
  ],
  [
    "ingress and route on one host",
    { ingress: { enabled: true }, httpRoute: { enabled: true, parentRefs: [{ name: "g" }] } },
    "ingress and httpRoute both serve the host openintents.example.com",
  ],
  ["a route to no Gateway", { httpRoute: { enabled: true } }, "httpRoute.parentRefs is required"],
  [
    "autoscaling with fixed replicas",
    { services: { rest: { replicas: 2, autoscaling: { enabled: true }, resources: { requests: { cpu: 1 } } } } },
    "services.rest has both replicas and autoscaling",
  ],
  [
    "autoscaling without a CPU request",
    { services: { rest: { autoscaling: { enabled: true } } } },
    "needs services.rest.resources.requests.cpu",
  ],
  [
    "an autoscaler with bounds the wrong way round",
    {
      services: {
        rest: { resources: { requests: { cpu: 1 } }, autoscaling: { enabled: true, minReplicas: 4, maxReplicas: 2 } },
      },
    },
    "minReplicas is above maxReplicas",
  ],
  ["two test shops", { testMode: { enabled: true }, services: { shop: { replicas: 2 } } }, "runs as one pod"],
  [
    "a foreign service account without a name",
    { services: { rest: { serviceAccount: { create: false } } } },
    "services.rest.serviceAccount.name is required",
  ],
  ["no time to stop", { services: { rest: { preStopSeconds: 25 } } }, "must be more than preStopSeconds"],
];

const malformed: Refused[] = [
  ["an unknown key", { replicas: 2 }, "replicas"],
  ["an unknown service", { services: { payments: {} } }, "payments"],
  ["an unknown key of a service", { services: { rest: { replica: 2 } } }, "replica"],
  ["a text for a number", { services: { rest: { replicas: "two" } } }, "replicas"],
  ["a number for a list", { kafka: { brokers: 9092 } }, "brokers"],
  ["a public origin with a path", { publicOrigin: "https://example.com/intents" }, "publicOrigin"],
  ["a public origin with a slash", { publicOrigin: "https://example.com/" }, "publicOrigin"],
  ["a public origin that is no web origin", { publicOrigin: "example.com" }, "publicOrigin"],
  ["a rate limit of none", { rateLimits: { perCredential: { requestsPerMinute: 0 } } }, "requestsPerMinute"],
  ["a broker without a port", { kafka: { brokers: ["kafka"] } }, "brokers"],
  ["the tag latest", { image: { tag: "latest" } }, "tag"],
  ["a password that breaks a URL", { postgresql: { passwords: { core: "a@b" } } }, "passwords"],
];

withEachHelm("refusals", (helm) => {
  test.each(mixes)("%s is refused in one sentence", (_what, changes, sentence) => {
    const message = refusal(helm, over(plain, changes));
    expect(message).toContain(sentence);
    // Helm puts the place before the sentence and a hint of its own below it.
    expect(message.split("\n")[0]).toMatch(/^Error: execution error at \(\S+\): [^.].*\.$/);
  });

  test.each(malformed)("%s is refused by the schema, which names it", (_what, changes, name) => {
    const message = refusal(helm, over(plain, changes));
    expect(message).toContain("values don't meet the specifications of the schema");
    expect(message).toContain(name);
  });

  test("global is allowed, and null takes a default away", () => {
    const changes = { global: { anything: 1 }, defaults: { podSecurityContext: null }, services: { rest: null } };
    expect(render(helm, over(plain, changes)).length).toBeGreaterThan(0);
  });
});
