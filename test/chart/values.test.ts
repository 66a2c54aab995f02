import { IntentService, TimelineService, WebhookService } from "@openintents/proto";
import { describe, expect, test } from "vitest";
import { caseValues, componentOf, environment, type Json, only, over, podOf, render, withEachHelm } from "./render.ts";

const plain = caseValues("postgres");

withEachHelm("values", (helm) => {
  test("rateLimits reach core, as whole numbers", () => {
    const values = over(plain, { rateLimits: { perCredential: { requestsPerMinute: 1_000_000, burst: 250 } } });
    expect(environment(render(helm, values), "core")).toMatchObject({
      RATE_LIMIT_PER_MINUTE: { value: "1000000" },
      RATE_LIMIT_BURST: { value: "250" },
    });
    expect(environment(render(helm, plain), "core")).toMatchObject({
      RATE_LIMIT_PER_MINUTE: { value: "600" },
      RATE_LIMIT_BURST: { value: "100" },
    });
  });

  test("publicOrigin reaches the services that users reach, and names the host of the entry", () => {
    const entry = { httpRoute: { enabled: true, parentRefs: [{ name: "public" }] } };
    const manifests = render(helm, over(plain, { publicOrigin: "https://oi.example.org:8443", ...entry }));
    for (const service of ["rest", "mcp"]) {
      expect(environment(manifests, service).PUBLIC_ORIGIN).toMatchObject({ value: "https://oi.example.org:8443" });
    }
    expect(only(manifests, "HTTPRoute", "mcp")).toHaveProperty("spec.hostnames", ["oi.example.org"]);
  });

  test("the entry sends each path to the service that owns it", () => {
    const values = over(plain, {
      httpRoute: { enabled: true, parentRefs: [{ name: "public" }], hostnames: ["gateway.example.org"] },
      ingress: { enabled: true, host: "ingress.example.org" },
    });
    const manifests = render(helm, values);
    const routes = manifests.filter((each) => each.kind === "HTTPRoute");
    const paths = routes.map((route) => {
      const [rule] = (route.spec as { rules: { matches: { path: { value: string } }[]; backendRefs: Json[] }[] }).rules;
      expect(rule?.backendRefs[0]).toMatchObject({ name: `oi-openintents-${componentOf(route)}` });
      return [componentOf(route), rule?.matches.map((match) => match.path.value)];
    });
    expect(Object.fromEntries(paths)).toEqual({
      mcp: ["/mcp", "/.well-known/oauth-protected-resource"],
      rest: ["/"],
    });
    expect(only(manifests, "Ingress", "mcp")).toHaveProperty("spec.rules.0.http.paths.0.path", "/mcp");
  });

  test("a database password comes from the named Secret and is put together with host and user", () => {
    const core = environment(render(helm, plain), "core");
    expect(core.DATABASE_PASSWORD?.valueFrom?.secretKeyRef).toEqual({ name: "openintents-database", key: "core" });
    expect(core.DATABASE_URL?.value).toBe(
      "postgresql://oi_core:$(DATABASE_PASSWORD)@db.example.internal:5432/openintents?sslmode=verify-full",
    );
    const names = Object.keys(core);
    expect(names.indexOf("DATABASE_PASSWORD")).toBeLessThan(names.indexOf("DATABASE_URL"));
  });

  test("without a host the whole URL comes from the Secret", () => {
    const manifests = render(helm, over(plain, { postgresql: { host: "" } }));
    expect(environment(manifests, "timeline").DATABASE_URL?.valueFrom?.secretKeyRef).toEqual({
      name: "openintents-database",
      key: "timeline",
    });
  });

  test("each owner of data has a database user of its own", () => {
    const manifests = render(helm, plain);
    const urls = ["core", "timeline", "webhooks"].map((service) => environment(manifests, service).DATABASE_URL?.value);
    expect(urls.map((url) => new URL(url ?? "").username)).toEqual(["oi_core", "oi_timeline", "oi_webhooks"]);
    for (const service of ["rest", "mcp", "runner"]) {
      expect(Object.keys(environment(manifests, service)).join()).not.toMatch(/DATABASE|EVENT_LOG/);
    }
  });

  test("events go through PostgreSQL until brokers are named, then through Kafka alone", () => {
    expect(environment(render(helm, plain), "timeline")).toHaveProperty("EVENT_LOG_URL");
    const kafka = environment(render(helm, over(plain, { kafka: { brokers: ["a:9092", "b:9092"] } })), "timeline");
    expect(kafka.KAFKA_BROKERS?.value).toBe("a:9092,b:9092");
    expect(kafka).not.toHaveProperty("EVENT_LOG_URL");
  });

  test("a trial's inline secrets reach the pods through one Secret, whose change restarts them", () => {
    const trial = caseValues("trial");
    const before = render(helm, trial);
    const after = render(helm, over(trial, { runner: { key: "oi_run_other" } }));
    const checksum = (manifests: typeof before, service: string) =>
      podOf(only(manifests, "Deployment", service)).metadata.annotations?.["checksum/secret"];
    expect(environment(before, "runner").RUNNER_KEY?.valueFrom?.secretKeyRef).toEqual({
      name: "oi-openintents",
      key: "runner-key",
    });
    expect(checksum(after, "runner")).not.toBe(checksum(before, "runner"));
    expect(render(helm, plain).filter((each) => each.kind === "Secret")).toEqual([]);
  });

  test("every value that a chart's Secret is asked for is in it", () => {
    const manifests = render(helm, caseValues("trial"));
    const secret = manifests.find((each) => each.kind === "Secret")?.stringData as Json;
    const keys = manifests
      .filter((each) => each.kind === "Deployment")
      .flatMap((each) => podOf(each).spec.containers.flatMap((container) => container.env))
      .flatMap((variable) => variable.valueFrom?.secretKeyRef ?? [])
      .filter((ref) => ref.name === "oi-openintents");
    expect(keys.length).toBeGreaterThan(0);
    for (const { key } of keys) expect(secret).toHaveProperty(key);
  });

  test("the test shop is deployed in test mode only, and the runner is told where it is", () => {
    expect(render(helm, plain).map(componentOf)).not.toContain("shop");
    const manifests = render(helm, over(plain, { testMode: { enabled: true } }));
    expect(environment(manifests, "runner").SHOP_URL?.value).toBe("http://oi-openintents-shop:8090");
    expect(only(manifests, "Deployment", "shop")).toHaveProperty("spec.strategy", { type: "Recreate" });
  });

  test("gRPC Services are headless, so that clients see every pod", () => {
    const manifests = render(helm, plain);
    for (const service of ["core", "timeline", "webhooks"]) {
      expect(only(manifests, "Service", service)).toHaveProperty("spec.clusterIP", "None");
    }
    expect(only(manifests, "Service", "rest")).not.toHaveProperty("spec.clusterIP");
  });

  test("probes ask gRPC where it is served, else /readyz, and liveness asks the process alone", () => {
    const manifests = render(helm, plain);
    const container = (service: string) => podOf(only(manifests, "Deployment", service)).spec.containers[0];
    for (const [service, { typeName }] of Object.entries({
      core: IntentService,
      timeline: TimelineService,
      webhooks: WebhookService,
    })) {
      expect(container(service)).toMatchObject({ readinessProbe: { grpc: { port: 50051, service: typeName } } });
    }
    expect(container("rest")).toMatchObject({ readinessProbe: { httpGet: { path: "/readyz", port: "metrics" } } });
    expect(container("core")).toMatchObject({ livenessProbe: { httpGet: { path: "/healthz", port: "metrics" } } });
  });
});

withEachHelm("per service values", (helm) => {
  test("win over the defaults, which reach every other service", () => {
    const values = over(plain, {
      defaults: { replicas: 2, nodeSelector: { pool: "apps" } },
      services: { rest: { replicas: 0, nodeSelector: { pool: "edge" } } },
    });
    const spec = (service: string) => only(render(helm, values), "Deployment", service).spec;
    expect(spec("rest")).toMatchObject({ replicas: 0, template: { spec: { nodeSelector: { pool: "edge" } } } });
    expect(spec("core")).toMatchObject({ replicas: 2, template: { spec: { nodeSelector: { pool: "apps" } } } });
  });

  test("extraEnv adds variables, wins over the chart's and can take one away", () => {
    const extraEnv = { LOG_LEVEL: "debug", POOL_SIZE: 5, PUBLIC_ORIGIN: null, TOKEN: { valueFrom: { x: {} } } };
    const rest = environment(render(helm, over(plain, { services: { rest: { extraEnv } } })), "rest");
    expect(rest).toMatchObject({ LOG_LEVEL: { value: "debug" }, POOL_SIZE: { value: "5" } });
    expect(rest.TOKEN).toEqual({ name: "TOKEN", valueFrom: { x: {} } });
    expect(rest).not.toHaveProperty("PUBLIC_ORIGIN");
  });

  test("with autoscaling there are no replicas in the Deployment, and the autoscaler has the bounds", () => {
    const services = {
      rest: { resources: { requests: { cpu: "100m" } }, autoscaling: { enabled: true, maxReplicas: 7 } },
    };
    const manifests = render(helm, over(plain, { services }));
    expect(only(manifests, "Deployment", "rest").spec).not.toHaveProperty("replicas");
    expect(only(manifests, "HorizontalPodAutoscaler", "rest").spec).toMatchObject({
      scaleTargetRef: { name: "oi-openintents-rest" },
      minReplicas: 2,
      maxReplicas: 7,
    });
    expect(manifests.filter((each) => each.kind === "HorizontalPodAutoscaler")).toHaveLength(1);
  });

  test("a disruption budget stands only where there is more than one pod", () => {
    const manifests = render(helm, over(plain, { services: { mcp: { replicas: 3 } } }));
    const budgets = manifests.filter((each) => each.kind === "PodDisruptionBudget");
    expect(budgets.map(componentOf)).toEqual(["mcp"]);
    expect(budgets[0]?.spec).toMatchObject({ maxUnavailable: 1, unhealthyPodEvictionPolicy: "AlwaysAllow" });
  });

  test("a memory limit bounds the heap", () => {
    const services = { rest: { resources: { limits: { memory: "512Mi" } } } };
    expect(environment(render(helm, over(plain, { services })), "rest")).toHaveProperty("NODE_OPTIONS");
    expect(environment(render(helm, plain), "rest")).not.toHaveProperty("NODE_OPTIONS");
  });

  test("a service that is switched off leaves nothing behind", () => {
    const manifests = render(helm, over(plain, { services: { webhooks: { enabled: false } } }));
    expect(manifests.map(componentOf)).not.toContain("webhooks");
  });
});

withEachHelm("migrations", (helm) => {
  const job = (values: Json) => only(render(helm, values), "Job", "migrations");

  test("are a hook before install and upgrade, which needs nothing that the release creates", () => {
    const hook = job(over(caseValues("trial"), { migrations: { hook: true } }));
    expect(hook.metadata).toHaveProperty(["annotations", "helm.sh/hook"], "pre-install,pre-upgrade");
    expect(JSON.stringify(podOf(hook))).not.toContain("secretKeyRef");
    expect(podOf(hook).spec).not.toHaveProperty("serviceAccountName");
  });

  test("are a plain Job of the revision where hooks are off, and absent where switched off", () => {
    const plainJob = job(over(plain, { migrations: { hook: false } }));
    expect(plainJob.metadata.name).toBe("oi-openintents-migrate-1");
    expect(plainJob.metadata).not.toHaveProperty("annotations");
    const off = render(helm, over(plain, { migrations: { enabled: false } }));
    expect(off.filter((each) => each.kind === "Job")).toEqual([]);
  });

  test("run once for each owner, each with its own user, the event log only without Kafka", () => {
    const owners = (values: Json) => podOf(job(values)).spec.containers.map((container) => container.args.at(-1));
    expect(owners(plain)).toEqual(["event_log", "core", "timeline", "webhooks"]);
    expect(owners(over(plain, { kafka: { brokers: ["a:9092"] } }))).not.toContain("event_log");
    for (const { env, args } of podOf(job(plain)).spec.containers) {
      expect(args.slice(0, 2)).toEqual(["openintents", "migrate"]);
      expect(env.map((variable) => variable.name)).toEqual(["DATABASE_PASSWORD", "DATABASE_URL"]);
    }
  });

  test("have a deadline, a back-off and a time to live", () => {
    expect(job(plain).spec).toMatchObject({
      activeDeadlineSeconds: 600,
      backoffLimit: 3,
      ttlSecondsAfterFinished: 3600,
    });
  });
});

describe("network policies", () => {
  withEachHelm("with networkPolicy.enabled", (helm) => {
    const values = over(plain, { networkPolicy: { enabled: true }, webhooks: { allowNetworks: ["10.9.0.0/16"] } });
    const policy = (service: string) => JSON.stringify(only(render(helm, values), "NetworkPolicy", service).spec);

    test("let webhooks reach the internet and what is allowed, never other private networks", () => {
      expect(policy("webhooks")).toContain('"cidr":"0.0.0.0/0","except":["0.0.0.0/8","10.0.0.0/8"');
      expect(policy("webhooks")).toContain('"169.254.0.0/16"');
      expect(policy("webhooks")).toContain('"cidr":"10.9.0.0/16"');
      expect(policy("rest")).not.toContain("ipBlock");
    });

    test("let core be called by its callers only", () => {
      expect(policy("core")).toContain('"app.kubernetes.io/component":"rest"');
      expect(policy("core")).not.toContain('"app.kubernetes.io/component":"shop"');
      expect(policy("timeline")).not.toContain('"app.kubernetes.io/component":"runner"');
    });

    test("cover every pod", () => {
      const manifests = render(helm, values);
      const pods = manifests.filter((each) => ["Deployment", "Job"].includes(each.kind)).map(componentOf);
      const covered = manifests.filter((each) => each.kind === "NetworkPolicy").map(componentOf);
      expect(covered.sort()).toEqual(pods.sort());
    });
  });
});
