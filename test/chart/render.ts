import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe } from "vitest";
import { parse, parseAllDocuments } from "yaml";
import { type Helm, helms } from "../../scripts/helm.ts";

const root = join(import.meta.dirname, "..", "..");
export const chart = join(root, "charts", "openintents");

export type Json = { [key: string]: unknown };
export type Manifest = Json & { apiVersion: string; kind: string; metadata: { name: string; labels: Json } };

/** The values files that stand for how people install the chart, by name. */
export const cases: string[] = readdirSync(join(chart, "ci")).map((file) => file.replace("-values.yaml", ""));

/** The values of one case, to be changed by a test. */
export function caseValues(name: string): Json {
  return parse(readFileSync(join(chart, "ci", `${name}-values.yaml`), "utf8")) as Json;
}

/** Declares the same tests for each Helm release; they are skipped by name where it cannot be had. */
export function withEachHelm(title: string, body: (helm: Helm) => void, releases: readonly Helm[] = helms): void {
  for (const helm of releases) {
    describe.skipIf(!existsSync(helm.path))(`${title}, Helm ${helm.version}`, () => body(helm));
  }
}

/** Runs helm with the values on its standard input; throws with helm's message when it refuses. */
export function runHelm(helm: Helm, args: string[], values: Json): string {
  const home = join(root, ".cache", "helm", "home");
  mkdirSync(home, { recursive: true });
  const places = { HELM_CACHE_HOME: home, HELM_CONFIG_HOME: home, HELM_DATA_HOME: home, HOME: home, KUBECONFIG: "" };
  return execFileSync(helm.path, [...args, "--values", "-"], {
    // JSON is YAML in every version of it.
    input: JSON.stringify(values),
    env: { PATH: process.env.PATH, ...places },
    encoding: "utf8",
    stdio: ["pipe", "pipe", "pipe"],
    maxBuffer: 64 << 20,
  });
}

const capabilities = ["--kube-version", "1.34.0", "--api-versions", "gateway.networking.k8s.io/v1"];

const rendered = new Map<string, Manifest[]>();

/** The manifests that the chart makes of the values, hooks among them; the same values are rendered once. */
export function render(helm: Helm, values: Json): Manifest[] {
  const key = `${helm.version} ${JSON.stringify(values)}`;
  const manifests = rendered.get(key) ?? renderAnew(helm, values);
  rendered.set(key, manifests);
  return structuredClone(manifests);
}

/** As `render`, but helm works again each time. */
export function renderAnew(helm: Helm, values: Json): Manifest[] {
  const text = runHelm(helm, ["template", "oi", chart, "--namespace", "intents", ...capabilities], values);
  const documents = parseAllDocuments(text);
  if ("empty" in documents) return [];
  return documents
    .map((document) => {
      if (document.errors[0] !== undefined) throw document.errors[0];
      return document.toJS() as Manifest | null;
    })
    .filter((manifest) => manifest !== null);
}

/** Why helm refuses to render the values. Throws when it renders them. */
export function refusal(helm: Helm, values: Json): string {
  try {
    renderAnew(helm, values);
  } catch (error) {
    if (error instanceof Error && "stderr" in error) return String(error.stderr);
    throw error;
  }
  throw new Error("helm rendered values that it should refuse");
}

/** The manifest of a kind whose component is named so. Throws when there is none, or more than one. */
export function only(manifests: Manifest[], kind: string, component: string): Manifest {
  const found = manifests.filter((each) => each.kind === kind && componentOf(each) === component);
  if (found[0] === undefined || found.length > 1) throw new Error(`${found.length} ${kind} of ${component}`);
  return found[0];
}

export function componentOf(manifest: Manifest): string {
  return String(manifest.metadata.labels["app.kubernetes.io/component"]);
}

export type EnvVar = { name: string; value?: string; valueFrom?: { secretKeyRef: { name: string; key: string } } };
export type Container = Json & { name: string; env: EnvVar[]; args: string[]; securityContext: Json };
export type PodSpec = Json & { containers: Container[]; securityContext: Json; volumes: Json[] };

/** The pod that a Deployment or Job makes. */
export function podOf(manifest: Manifest): { metadata: { labels: Json; annotations?: Json }; spec: PodSpec } {
  return (manifest.spec as { template: { metadata: { labels: Json; annotations?: Json }; spec: PodSpec } }).template;
}

/** The environment of a service's container by name. */
export function environment(manifests: Manifest[], component: string): Record<string, EnvVar> {
  const container = podOf(only(manifests, "Deployment", component)).spec.containers[0];
  return Object.fromEntries((container?.env ?? []).map((variable) => [variable.name, variable]));
}

/** The values with others laid over them, maps joined, everything else replaced. */
export function over(values: Json, changes: Json): Json {
  const result: Json = { ...values };
  for (const [key, value] of Object.entries(changes)) {
    const before = result[key];
    result[key] = isMap(before) && isMap(value) ? over(before, value) : value;
  }
  return result;
}

function isMap(value: unknown): value is Json {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
