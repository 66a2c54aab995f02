import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";

export type Metrics = {
  readonly registry: Registry;
  counter(name: string, help: string, labels?: readonly string[]): Counter;
  gauge(name: string, help: string, labels?: readonly string[]): Gauge;
  /** `buckets` are upper bounds in the metric's unit; default 1 ms to 60 s, in seconds. */
  histogram(name: string, help: string, labels?: readonly string[], buckets?: readonly number[]): Histogram;
};

const SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60];

/**
 * Metrics of one process in the Prometheus text format. Asking for the same name twice
 * gives the same instrument, so several services in one process may share it. Every
 * sample carries the label `component` with the service's name. `collectDefault` adds
 * memory, event loop and garbage collection; set it once a process.
 */
export function createMetrics(o: { service: string; collectDefault?: boolean }): Metrics {
  const registry = new Registry();
  registry.setDefaultLabels({ component: o.service });
  if (o.collectDefault === true) collectDefaultMetrics({ register: registry });

  // Two services that mean different things by one name would overwrite each other in one
  // process, and fail at the first sample with a label that the other does not know.
  const labelsOf = new Map<string, string>();
  function once<T>(
    name: string,
    labels: readonly string[],
    kind: abstract new (...args: never[]) => T,
    make: () => T,
  ): T {
    const existing = registry.getSingleMetric(name);
    const given = labels.join();
    if (existing === undefined) {
      labelsOf.set(name, given);
      return make();
    }
    const same = existing instanceof kind && labelsOf.get(name) === given;
    if (same) return existing;
    throw new Error(`the metric ${name} exists with another type or other labels`);
  }

  return {
    registry,
    counter: (name, help, labels = []) =>
      once(name, labels, Counter, () => new Counter({ name, help, labelNames: [...labels], registers: [registry] })),
    gauge: (name, help, labels = []) =>
      once(name, labels, Gauge, () => new Gauge({ name, help, labelNames: [...labels], registers: [registry] })),
    histogram: (name, help, labels = [], buckets = SECONDS) =>
      once(
        name,
        labels,
        Histogram,
        () => new Histogram({ name, help, labelNames: [...labels], buckets: [...buckets], registers: [registry] }),
      ),
  };
}
