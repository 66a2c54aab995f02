import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { allowedImports, breaches, readWorkspaces, root, type SourceFile, type Workspace } from "./house.ts";

test("every import, file and name keeps the rules of the house", () => {
  expect(breaches(readWorkspaces())).toEqual([]);
});

test("every workspace lists only packages that the table lets it import", () => {
  const listed = readWorkspaces().flatMap((workspace) =>
    Object.keys(workspace.manifest.dependencies ?? {})
      .filter((name) => name.startsWith("@openintents/"))
      .map((name) => name.replace("@openintents/", ""))
      .filter((name) => !allowedImports(workspace.name).includes(name))
      .map((name) => `${workspace.directory}/package.json lists ${name}`),
  );
  expect(listed).toEqual([]);
});

test("what a service's packages load only when configured is installed without development packages", () => {
  const workspaces = readWorkspaces();
  const lock = JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8"));
  const optional = workspaces.flatMap(({ manifest }) => Object.keys(manifest.peerDependencies ?? {}));
  expect(optional).not.toEqual([]);
  const developmentOnly = optional.filter((name) => {
    const { dev, devOptional } = lock.packages[`node_modules/${name}`] ?? { dev: true };
    return dev || devOptional;
  });
  expect(developmentOnly).toEqual([]);
});

function planted(name: string, directory: string, file: Partial<SourceFile>): string[] {
  const source: SourceFile = { path: `${directory}/src/planted.ts`, text: "", imports: [], ...file };
  const workspace: Workspace = {
    directory,
    name,
    manifest: {
      dependencies: { "@openintents/core": "*", pg: "*", "@openintents/rpc": "*", "@openintents/recognition": "*" },
    },
    sources: [source],
  };
  return breaches([workspace]);
}

const importing = (specifier: string) => ({ imports: [{ specifier, typeOnly: false }] });

test.each([
  [
    "a service that imports another service",
    "rest",
    "services/rest",
    importing("@openintents/core"),
    /does not let rest import core/,
  ],
  [
    "an adapter that imports another adapter",
    "events",
    "packages/events",
    importing("@openintents/rpc"),
    /does not let events import rpc/,
  ],
  ["a library outside its place", "rest", "services/rest", importing("pg"), /pg is confined to postgres/],
  [
    "a relative import out of the workspace",
    "rest",
    "services/rest",
    importing("../../core/src/feed.ts"),
    /leaves its workspace/,
  ],
  ["an import of a package's inside", "rest", "services/rest", importing("@openintents/rpc/src/x.ts"), /only the root/],
  [
    "recognition that needs the house",
    "recognition",
    "packages/recognition",
    importing("@openintents/rpc"),
    /does not let recognition import rpc/,
  ],
  [
    "an import of a subpath that its package does not export",
    "core",
    "services/core",
    importing("@openintents/recognition/server/http.ts"),
    /only the root/,
  ],
  ["an unlisted dependency", "rest", "services/rest", importing("undici"), /not listed/],
  ["a file of more than 300 lines", "rest", "services/rest", { text: "\n".repeat(301) }, /300 is the most/],
  ["a file named utils", "rest", "services/rest", { path: "services/rest/src/utils.ts" }, /named after nothing/],
  [
    "a domain that reaches outside",
    "core",
    "services/core",
    { path: "services/core/src/domain/planted.ts", ...importing("@openintents/rpc") },
    /domain is pure/,
  ],
])("the rules refuse %s", (_what, name, directory, file, message) => {
  expect(planted(name, directory, file).join("\n")).toMatch(message);
});

test("a subpath that a package's manifest exports may be imported where the package may", () => {
  expect(planted("core", "services/core", importing("@openintents/recognition/config"))).toEqual([]);
  expect(planted("events", "packages/events", importing("@openintents/recognition/config")).join("\n")).toMatch(
    /does not let events import recognition/,
  );
});
