import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { mark } from "../openapi/rules/no-marks.ts";

// The picture in server/README.md is true: the files exist, and no file imports a file that imports it.

const read = (file: string) => readFileSync(file, "utf8");

/** The files that a file imports, for their types too. */
const importsOf = (file: string) =>
  [...read(file).matchAll(/(?:\bfrom|\bimport)\s*\(?\s*"(\.[^"]+)"/g)].map(([, path = ""]) =>
    join(dirname(file), path),
  );

/** The first circle of imports, as a path of files; empty when there is none. */
function circleIn(files: string[]): string[] {
  const done = new Set<string>();
  const visit = (file: string, path: string[]): string[] => {
    if (path.includes(file)) return [...path.slice(path.indexOf(file)), file];
    if (done.has(file) || !existsSync(file)) return [];
    for (const imported of importsOf(file)) {
      const circle = visit(imported, [...path, file]);
      if (circle.length > 0) return circle;
    }
    done.add(file);
    return [];
  };
  for (const file of files) {
    const circle = visit(file, []);
    if (circle.length > 0) return circle;
  }
  return [];
}

test.each(["server", "client", "openapi"])("no files of %s/ import each other in a circle", (folder) => {
  const names = readdirSync(folder, { recursive: true, encoding: "utf8" });
  const files = names.filter((name) => name.endsWith(".ts")).map((name) => join(folder, name));
  expect(files.length).toBeGreaterThan(30);
  expect(circleIn(files)).toEqual([]);
});

test("server/README.md names files that exist", () => {
  const names = [...read("server/README.md").matchAll(/`([\w/-]+\.(?:ts|json|yaml))`/g)].map(
    ([, name]) => name,
  );
  const folders = ["", "server/", "server/middleware/", "server/delivery/", "openapi/tools/", "generated/"];
  const missing = names.filter((name) => !folders.some((folder) => existsSync(`${folder}${name}`)));
  expect(names.length).toBeGreaterThan(40);
  expect(missing).toEqual([]);
});

test("no migration has a text that somebody still has to write", () => {
  const folder = "server/store/migrations";
  expect(readdirSync(folder).filter((name) => read(join(folder, name)).includes(mark))).toEqual([]);
});
