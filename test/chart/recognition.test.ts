import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { loadRecognitionConfig } from "@openintents/recognition/config";
import { expect, test } from "vitest";
import {
  caseValues,
  environment,
  type Json,
  type Manifest,
  only,
  over,
  type PodSpec,
  podOf,
  refusal,
  render,
  withEachHelm,
} from "./render.ts";

const plain = caseValues("postgres");
const config = {
  version: 1,
  toolPrefix: "oi_",
  instances: { shop: { description: "A shop: 24/7", defaults: { zone: "Europe/Oslo", currency: "NOK" } } },
};

type Mount = { name: string; mountPath: string };
const coreOf = (manifests: Manifest[], component = "core") => podOf(only(manifests, "Deployment", component));
const mountsOf = ({ containers }: PodSpec) => containers.flatMap((one) => one.volumeMounts as Mount[]);
const fileOf = (manifests: Manifest[]) =>
  manifests.find((one) => one.kind === "ConfigMap" && one.metadata.name.endsWith("-recognition"));

withEachHelm("recognition", (helm) => {
  test("without a configuration core works by rules, and nothing is mounted", () => {
    const manifests = render(helm, plain);
    expect(fileOf(manifests)).toBeUndefined();
    expect(environment(manifests, "core").RECOGNITION_MODE?.value).toBe("executor");
    expect(environment(manifests, "core").RECOGNITION_CONFIG).toBeUndefined();
    expect(JSON.stringify(coreOf(manifests))).not.toContain("recognition");
  });

  test("the configuration is a file that core reads, and the library takes it as it is", async () => {
    const manifests = render(helm, over(plain, { recognition: { mode: "host", config } }));
    const pod = coreOf(manifests);
    const path = environment(manifests, "core").RECOGNITION_CONFIG?.value ?? "";
    const mount = mountsOf(pod.spec).find(({ name }) => name === "recognition");
    expect(path).toBe(`${mount?.mountPath}/recognition.yaml`);
    expect(environment(manifests, "core").RECOGNITION_MODE?.value).toBe("host");
    for (const edge of ["rest", "mcp", "runner"]) {
      expect(JSON.stringify(coreOf(manifests, edge))).not.toContain("recognition");
    }
    const text = (fileOf(manifests) as unknown as { data: Record<string, string> }).data["recognition.yaml"] ?? "";
    const folder = mkdtempSync(join(tmpdir(), "chart-recognition-"));
    writeFileSync(join(folder, "recognition.yaml"), text);
    const loaded = await loadRecognitionConfig({
      path: join(folder, "recognition.yaml"),
      env: {},
      allowModuleExecutors: false,
    });
    expect([loaded.toolPrefix, Object.keys(loaded.instances)]).toEqual(["oi_", ["shop"]]);
    await loaded.close();
    rmSync(folder, { recursive: true });
  });

  test("core's pods are new when the configuration changes", () => {
    const sum = (changes: Json) =>
      coreOf(render(helm, over(plain, { recognition: { config: changes } }))).metadata.annotations?.[
        "checksum/recognition"
      ];
    expect(sum(config)).toEqual(expect.any(String));
    expect(sum({ ...config, toolPrefix: "x_" })).not.toBe(sum(config));
  });

  test("an unknown mode is refused", () => {
    expect(refusal(helm, over(plain, { recognition: { mode: "model" } }))).toContain("mode");
  });
});
