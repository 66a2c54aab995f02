import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { chartReadme, chartValues } from "../../scripts/chart-readme.ts";
import { chart } from "./render.ts";

const values = readFileSync(join(chart, "values.yaml"), "utf8");

/** Dotted paths of all values that are not maps with content. */
function leaves(value: unknown, path: string[] = []): string[] {
  const isMap = typeof value === "object" && value !== null && !Array.isArray(value) && Object.keys(value).length > 0;
  return isMap ? Object.entries(value).flatMap(([key, child]) => leaves(child, [...path, key])) : [path.join(".")];
}

test("every value has a comment that ends like a sentence", () => {
  for (const value of chartValues(values)) expect(value.comment, value.path).toMatch(/^.{10,}\.$/);
});

test("the comments are read for every value there is", () => {
  const paths = chartValues(values).map((value) => value.path);
  // A map written on one line, such as a security context, is one value to its reader.
  for (const leaf of leaves(parse(values))) {
    expect(
      paths.some((path) => leaf === path || leaf.startsWith(`${path}.`)),
      leaf,
    ).toBe(true);
  }
  expect(new Set(paths).size).toBe(paths.length);
});

test("the README's table is what values.yaml says", () => {
  const readme = readFileSync(join(chart, "README.md"), "utf8");
  expect(chartReadme(readme, values)).toBe(readme);
});
