import { HTTPRoute } from "@kubernetes-models/gateway-api/gateway.networking.k8s.io/v1";
import { Deployment } from "kubernetes-models/apps/v1";
import { HorizontalPodAutoscaler } from "kubernetes-models/autoscaling/v2";
import { Job } from "kubernetes-models/batch/v1";
import { Ingress, NetworkPolicy } from "kubernetes-models/networking.k8s.io/v1";
import { PodDisruptionBudget } from "kubernetes-models/policy/v1";
import { ConfigMap, Secret, Service, ServiceAccount } from "kubernetes-models/v1";
import type { Json, Manifest } from "./render.ts";

type Model = { apiVersion: string; kind: string; new (data: never): { validate(): void } };

const models = new Map<string, Model>(
  [
    ConfigMap,
    Deployment,
    HorizontalPodAutoscaler,
    HTTPRoute,
    Ingress,
    Job,
    NetworkPolicy,
    PodDisruptionBudget,
    Secret,
    Service,
    ServiceAccount,
  ].map((model: Model) => [`${model.apiVersion} ${model.kind}`, model]),
);

/** Kinds of operators that no model is published for in the tests; their content has tests of its own. */
export const withoutModel = [
  "monitoring.coreos.com/v1 PodMonitor",
  "gateway.envoyproxy.io/v1alpha1 BackendTrafficPolicy",
];

/**
 * What is wrong with a manifest by its published schema: types, missing fields, and, which the schemas themselves
 * let pass, fields that they do not know. Empty when nothing is; undefined when there is no model for its kind.
 */
export function problems(manifest: Manifest): string[] | undefined {
  const model = models.get(`${manifest.apiVersion} ${manifest.kind}`);
  if (model === undefined) return undefined;
  const instance = new model(manifest as never);
  const validate = (instance as unknown as { validate(): void }).validate;
  const watched = watch(instance as unknown as Json);
  try {
    validate.call(watched.proxy);
  } catch (error) {
    return [error instanceof Error ? error.message : String(error)];
  }
  return watched.unread();
}

// The validators read each field that their schema knows, so a field that stays unread is unknown to it.
function watch(value: object, path = ""): { proxy: object; unread: () => string[] } {
  const read = new Set<PropertyKey>();
  const children = new Map<PropertyKey, ReturnType<typeof watch>>();
  const proxy = new Proxy(value, {
    get(target, key) {
      read.add(key);
      const found: unknown = Reflect.get(target, key);
      if (typeof found !== "object" || found === null) return found;
      const child = children.get(key) ?? watch(found, `${path}/${String(key)}`);
      children.set(key, child);
      return child.proxy;
    },
  });
  const unread = (): string[] => [
    ...Object.keys(value)
      .filter((key) => !read.has(key))
      .map((key) => `unknown field ${path}/${key}`),
    ...[...children.values()].flatMap((child) => child.unread()),
  ];
  return { proxy, unread };
}
