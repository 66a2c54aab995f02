import { expect, test } from "vitest";
import { helms } from "../../scripts/helm.ts";
import {
  caseValues,
  chart,
  type Json,
  type Manifest,
  only,
  over,
  refusal,
  render,
  runHelm,
  withEachHelm,
} from "./render.ts";

const plain = caseValues("postgres");
const routed = over(plain, { httpRoute: { enabled: true, parentRefs: [{ name: "public" }] } });
const ingress = over(plain, { ingress: { enabled: true, annotations: { "example.com/buffering": "off" } } });

function sticky(values: Json, mode: string, more: Json = {}): Json {
  return over(over(values, { mcp: { stickySessions: mode } }), more);
}

function annotations(manifests: Manifest[], component: string): unknown {
  return only(manifests, "Ingress", component).metadata["annotations" as keyof Manifest["metadata"]];
}

withEachHelm("sticky sessions", (helm) => {
  const policies = (values: Json) => render(helm, values).filter((each) => each.kind === "BackendTrafficPolicy");

  test("are off by default: no route, policy or Service keeps a session", () => {
    const text = JSON.stringify(render(helm, routed));
    expect(text).not.toMatch(/sessionPersistence|ConsistentHash|sessionAffinity/);
  });

  test("by cookie become the route's sessionPersistence, of /mcp alone", () => {
    const manifests = render(helm, sticky(routed, "cookie", { httpRoute: { stickyWith: "sessionPersistence" } }));
    expect(only(manifests, "HTTPRoute", "mcp")).toHaveProperty("spec.rules.0.sessionPersistence", {
      type: "Cookie",
      sessionName: "openintents-mcp",
    });
    expect(JSON.stringify(only(manifests, "HTTPRoute", "rest"))).not.toContain("sessionPersistence");
  });

  test("by header become a hash of Mcp-Session-Id at Envoy Gateway, for the route of /mcp", () => {
    const [policy, ...more] = policies(sticky(routed, "header", { httpRoute: { stickyWith: "envoyGateway" } }));
    expect(more).toEqual([]);
    expect(policy?.spec).toEqual({
      targetRefs: [{ group: "gateway.networking.k8s.io", kind: "HTTPRoute", name: "oi-openintents-mcp" }],
      loadBalancer: { type: "ConsistentHash", consistentHash: { type: "Header", header: { name: "Mcp-Session-Id" } } },
    });
  });

  test("by cookie become a hash of a cookie at Envoy Gateway", () => {
    const [policy] = policies(sticky(routed, "cookie", { httpRoute: { stickyWith: "envoyGateway" } }));
    expect(policy).toHaveProperty("spec.loadBalancer.consistentHash.cookie.name", "openintents-mcp");
  });

  test("by header are refused with sessionPersistence, which would overwrite the session's id", () => {
    const values = sticky(routed, "header", { httpRoute: { stickyWith: "sessionPersistence" } });
    expect(refusal(helm, values)).toContain("writes its own value over the header");
  });

  test("are refused when the route is not told how", () => {
    expect(refusal(helm, sticky(routed, "cookie"))).toContain("httpRoute.stickyWith is empty");
  });

  test("at an Ingress take the annotations of the chosen kind, on the Ingress of /mcp alone", () => {
    const stickyAnnotations = {
      header: { "example.com/hash": "mcp-session-id" },
      cookie: { "example.com/cookie": "mcp" },
    };
    const given = { ingress: { stickyAnnotations } };
    const byHeader = render(helm, sticky(ingress, "header", given));
    expect(annotations(byHeader, "mcp")).toEqual({
      "example.com/buffering": "off",
      "example.com/hash": "mcp-session-id",
    });
    expect(annotations(byHeader, "rest")).toEqual({ "example.com/buffering": "off" });
    expect(annotations(render(helm, sticky(ingress, "cookie", given)), "mcp")).toHaveProperty(["example.com/cookie"]);
    expect(annotations(render(helm, sticky(ingress, "none", given)), "mcp")).toEqual({
      "example.com/buffering": "off",
    });
  });

  test("at an Ingress without annotations are refused, unless the Service carries them", () => {
    expect(refusal(helm, sticky(ingress, "header"))).toContain("ingress.stickyAnnotations.header is empty");
    const onService = { services: { mcp: { service: { annotations: { "example.com/sticky": "true" } } } } };
    const manifests = render(helm, sticky(ingress, "cookie", onService));
    expect(only(manifests, "Service", "mcp").metadata).toHaveProperty("annotations", { "example.com/sticky": "true" });
  });

  test("are refused when the mode is unknown", () => {
    expect(refusal(helm, sticky(routed, "client-ip"))).toMatch(/stickySessions/);
  });
});

// Helm 3 makes notes only against a cluster.
const newest = helms.filter((helm) => helm.version.startsWith("4."));
withEachHelm(
  "the notes",
  (helm) => {
    test.each(["none", "header"])("call sticky sessions an optimisation, with %s", (mode) => {
      const notes = runHelm(helm, ["install", "oi", chart, "--dry-run=client"], sticky(plain, mode));
      expect(notes).toContain(
        `Sticky sessions: ${mode}. They are only an optimisation: every MCP replica serves every session.`,
      );
    });

    test("warn of what is insecure in the values, and of nothing in secure ones", () => {
      const notes = (values: Json) =>
        runHelm(helm, ["install", "oi", chart, "--dry-run=client"], values).split("NOTES:")[1];
      expect(notes(caseValues("production"))).not.toContain("WARNING");
      const trial = notes(caseValues("trial"));
      for (const warning of ["secrets are given inline", "test mode is on", "plain http"])
        expect(trial).toContain(warning);
    });
  },
  newest,
);
