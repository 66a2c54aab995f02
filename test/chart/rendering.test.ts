import { existsSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { helms } from "../../scripts/helm.ts";
import { problems, withoutModel } from "./models.ts";
import {
  cases,
  caseValues,
  chart,
  componentOf,
  type Manifest,
  podOf,
  render,
  renderAnew,
  runHelm,
  withEachHelm,
} from "./render.ts";

const workloads = ["Deployment", "Job"];

withEachHelm("the chart", (helm) => {
  describe.each(cases)("with the values of %s", (name) => {
    const values = caseValues(name);

    test("passes lint --strict", () => {
      expect(runHelm(helm, ["lint", "--strict", chart], values)).toContain("0 chart(s) failed");
    });

    test("renders the same twice", () => {
      expect(renderAnew(helm, values)).toEqual(renderAnew(helm, values));
    });

    test("fits the published schemas, without an unknown field", () => {
      for (const manifest of render(helm, values)) {
        const kind = `${manifest.apiVersion} ${manifest.kind}`;
        expect(problems(manifest) ?? (withoutModel.includes(kind) ? [] : [`no model of ${kind}`]), kind).toEqual([]);
      }
    });

    test("names every object once and gives each its component", () => {
      const names = render(helm, values).map((each) => `${each.kind}/${each.metadata.name}`);
      expect(new Set(names).size).toBe(names.length);
    });

    test("selects by labels that no upgrade changes", () => {
      for (const manifest of render(helm, values).filter((each) => each.kind === "Deployment")) {
        const stable = {
          "app.kubernetes.io/name": "openintents",
          "app.kubernetes.io/instance": "oi",
          "app.kubernetes.io/component": componentOf(manifest),
        };
        expect(manifest.spec).toHaveProperty("selector.matchLabels", stable);
        expect(podOf(manifest).metadata.labels).toEqual(stable);
      }
    });

    test("gives no pod more rights than it needs", () => {
      for (const manifest of render(helm, values).filter((each) => workloads.includes(each.kind))) {
        const { spec } = podOf(manifest);
        expect(spec).toMatchObject({ automountServiceAccountToken: false });
        expect(spec.securityContext).toMatchObject({ runAsNonRoot: true, seccompProfile: { type: "RuntimeDefault" } });
        for (const container of spec.containers) {
          expect(container.securityContext).toEqual({
            allowPrivilegeEscalation: false,
            readOnlyRootFilesystem: true,
            capabilities: { drop: ["ALL"] },
          });
        }
        for (const volume of spec.volumes) expect(Object.keys(volume)).not.toContain("hostPath");
      }
    });

    test("gives each service an account of its own", () => {
      const manifests = render(helm, values);
      const deployments = manifests.filter((each) => each.kind === "Deployment");
      const accounts = manifests.filter((each) => each.kind === "ServiceAccount").map((each) => each.metadata.name);
      expect(deployments.map((each) => podOf(each).spec.serviceAccountName)).toEqual(accounts);
      expect(new Set(accounts).size).toBe(deployments.length);
    });
  });
});

describe.skipIf(helms.some((helm) => !existsSync(helm.path)))("all Helm releases", () => {
  test.each(cases)("make the same of the values of %s", (name) => {
    const [first, ...others] = helms.map((helm) => sorted(render(helm, caseValues(name))));
    expect(others.length).toBeGreaterThan(0);
    for (const other of others) expect(other).toEqual(first);
  });
});

// Helm orders what it prints by kind; the order of two releases need not be the same.
function sorted(manifests: Manifest[]): Manifest[] {
  const key = (each: Manifest) => `${each.kind}/${each.metadata.name}`;
  return [...manifests].sort((a, b) => key(a).localeCompare(key(b)));
}
