import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { todo } from "../../openapi/rules/finished-texts.ts";
import { block, importsOf, picture, roomsOf } from "./rooms.ts";

const read = (file: string) => readFileSync(file, "utf8");
const withoutIndents = (text: string) => text.replaceAll(/\s+/g, " ").trim();

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

test.each(["server", "client", "openapi"])(
  "no files of %s/ import each other in a circle",
  (folder) => {
    const names = readdirSync(folder, { recursive: true, encoding: "utf8" });
    const files = names
      .filter((name) => name.endsWith(".ts"))
      .map((name) => join(folder, name));
    expect(files.length).toBeGreaterThan(20);
    expect(circleIn(files)).toEqual([]);
  },
);

/** The folders that contain folders. */
const outerFolders = (folder: string): string[] => {
  const inner = readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => join(folder, name));
  return inner.length > 0 ? [folder, ...inner.flatMap(outerFolders)] : [];
};

test.each(["server", "client", "openapi"].flatMap(outerFolders))(
  "no folders of %s/ import each other in a circle",
  (folder) => {
    expect(() => roomsOf(folder)).not.toThrow();
  },
);

test("the picture in server/README.md is made of the imports: node --import tsx test/architecture/rooms.ts", () => {
  expect(block.exec(read("server/README.md"))?.[0]).toBe(
    picture(roomsOf("server")),
  );
});

test("server/README.md names files that exist", () => {
  const names = [
    ...read("server/README.md").matchAll(/`([\w/-]+\.(?:ts|json|yaml))`/g),
  ].map(([, name]) => name);
  const missing = names.filter(
    (name) =>
      !["", "server/", "generated/"].some((at) => existsSync(`${at}${name}`)),
  );
  expect(names.length).toBeGreaterThan(30);
  expect(missing).toEqual([]);
});

test("the lines of code in server/README.md are in the files that it names", () => {
  const excerpts = [
    ...read("server/README.md").matchAll(/^`(\S+\.ts)`\n\n```ts\n([^]*?)```/gm),
  ];
  expect(excerpts.length).toBeGreaterThan(10);
  const missing = excerpts.flatMap(([, file = "", excerpt = ""]) => {
    const code = withoutIndents(read(`server/${file}`));
    const parts = excerpt.split("// …").map(withoutIndents);
    return parts.filter((part) => !code.includes(part));
  });
  expect(missing).toEqual([]);
});

test("a start compares a database with what every migration makes: npm run schema", () => {
  const { migrations } = JSON.parse(
    read("server/store/schema/expected.json"),
  ) as { migrations: string[] };
  const files = readdirSync("server/store/migrations").sort();
  expect(migrations.map((name) => `${name}.ts`)).toEqual(files);
});

test("no migration has a text that somebody still has to write", () => {
  const folder = "server/store/migrations";
  expect(
    readdirSync(folder).filter((name) =>
      read(join(folder, name)).includes(todo),
    ),
  ).toEqual([]);
});
