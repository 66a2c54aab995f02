import { expect, test } from "vitest";
import { problems } from "./models.ts";
import type { Manifest } from "./render.ts";

function deployment(container: Record<string, unknown>, spec: Record<string, unknown> = {}): Manifest {
  const labels = { a: "b" };
  return {
    apiVersion: "apps/v1",
    kind: "Deployment",
    metadata: { name: "x", labels },
    spec: {
      ...spec,
      selector: { matchLabels: labels },
      template: { metadata: { labels }, spec: { containers: [{ name: "x", ...container }] } },
    },
  };
}

test("a manifest that fits its schema has no problems", () => {
  expect(
    problems(deployment({ image: "x", ports: [{ containerPort: 1 }], resources: { limits: { cpu: 1 } } })),
  ).toEqual([]);
});

test("a misspelt field is a problem, wherever it stands", () => {
  expect(problems(deployment({ imagee: "x" }))).toEqual(["unknown field /spec/template/spec/containers/0/imagee"]);
  expect(problems(deployment({ image: "x" }, { replica: 1 }))).toEqual(["unknown field /spec/replica"]);
});

test("a wrong type is a problem", () => {
  expect(problems(deployment({ image: "x" }, { replicas: "two" }))?.join()).toContain("must be integer");
});

test("a kind without a model is told apart from one without problems", () => {
  expect(problems({ ...deployment({}), kind: "Teapot" })).toBeUndefined();
});
