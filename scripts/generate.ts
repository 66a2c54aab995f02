// Generates packages/proto/src/gen from proto/: the code of protoc-gen-es, and the leading
// comments as data. `npm run generate`; `npm run check` proves both current.
import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { fromBinary } from "@bufbuild/protobuf";
import { type FileDescriptorProto, FileDescriptorSetSchema } from "@bufbuild/protobuf/wkt";

const root = join(import.meta.dirname, "..");
const target = join(root, "packages/proto/src/gen/comments.ts");

/** Runs buf in the repository and answers its standard output; ends this process when buf fails. */
function buf(args: string[]): Uint8Array {
  const result = spawnSync("buf", args, {
    cwd: root,
    stdio: ["ignore", "pipe", "inherit"],
    maxBuffer: 64 * 1024 * 1024,
  });
  if (result.error) throw result.error;
  if (result.status !== 0) process.exit(result.status ?? 1);
  return result.stdout;
}

/** A path of source info ("4,0,2,1") for each described element, with the element's full name. */
function elementNames(file: FileDescriptorProto): Map<string, string> {
  const names = new Map<string, string>();
  const enums = (list: FileDescriptorProto["enumType"], path: number[], scope: string) => {
    for (const [i, item] of list.entries()) {
      const name = `${scope}.${item.name}`;
      names.set([...path, i].join(), name);
      for (const [j, value] of item.value.entries()) names.set([...path, i, 2, j].join(), `${name}.${value.name}`);
    }
  };
  const messages = (list: FileDescriptorProto["messageType"], path: number[], scope: string) => {
    for (const [i, item] of list.entries()) {
      const here = [...path, i];
      const name = `${scope}.${item.name}`;
      names.set(here.join(), name);
      for (const [j, field] of item.field.entries()) names.set([...here, 2, j].join(), `${name}.${field.name}`);
      for (const [j, oneof] of item.oneofDecl.entries()) names.set([...here, 8, j].join(), `${name}.${oneof.name}`);
      messages(item.nestedType, [...here, 3], name);
      enums(item.enumType, [...here, 4], name);
    }
  };
  messages(file.messageType, [4], file.package);
  enums(file.enumType, [5], file.package);
  for (const [i, service] of file.service.entries()) {
    const name = `${file.package}.${service.name}`;
    names.set([6, i].join(), name);
    for (const [j, method] of service.method.entries()) names.set([6, i, 2, j].join(), `${name}.${method.name}`);
  }
  return names;
}

/** Joins the lines of a paragraph; an empty line stays a paragraph break. */
function reflow(comment: string): string {
  return comment
    .split(/\n[ \t]*\n/)
    .map((paragraph) => paragraph.trim().replace(/\s*\n\s*/g, " "))
    .filter((paragraph) => paragraph !== "")
    .join("\n\n");
}

function leadingComments(): [string, string][] {
  const set = fromBinary(FileDescriptorSetSchema, buf(["build", "-o", "-#format=binpb"]));
  const comments = new Map<string, string>();
  for (const file of set.file) {
    if (!file.package.startsWith("openintents.")) continue;
    const names = elementNames(file);
    for (const location of file.sourceCodeInfo?.location ?? []) {
      const name = names.get(location.path.join());
      const text = reflow(location.leadingComments);
      if (name !== undefined && text !== "") comments.set(name, text);
    }
  }
  return [...comments].sort(([a], [b]) => (a < b ? -1 : 1));
}

buf(["generate"]);
const lines = leadingComments().map(([name, text]) => `  [${JSON.stringify(name)}, ${JSON.stringify(text)}],`);
writeFileSync(
  target,
  [
    "// @generated from the leading comments of proto/ by scripts/generate.ts",
    "/* eslint-disable */",
    "",
    "/** Leading comment of each message, field, oneof, enum, enum value, service and method, by full name. */",
    "export const comments: ReadonlyMap<string, string> = new Map([",
    ...lines,
    "]);",
    "",
  ].join("\n"),
);
