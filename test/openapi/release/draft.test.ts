import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { stringify } from "yaml";
import { decide } from "../../../openapi/diff/decide.ts";
import { ourLevels } from "../../../openapi/diff/levels.ts";
import { draft } from "../../../openapi/release/changelog.ts";

const folder = mkdtempSync(join(tmpdir(), "draft-"));
afterAll(() => rmSync(folder, { recursive: true }));

type Node = Record<string, unknown>;

/** Writes a contract, and returns its file. */
function contractFile(version: string, rest: Node): string {
  const file = join(folder, `${version}.yaml`);
  const contract = {
    openapi: "3.1.0",
    info: { title: "A library", version },
    ...rest,
  };
  writeFileSync(file, stringify(contract, { aliasDuplicateObjects: false }));
  return file;
}

/** Drafts the entry for a change, and returns its lines. */
function draftOf(base: Node, head: Node): string[] {
  const decision = decide({
    base: contractFile("1.0.0", base),
    head: contractFile("1.1.0", head),
    checkVersion: true,
  });
  const entry = draft("# Changelog\n", decision)?.entry ?? "";
  return entry.split("\n").filter((line) => /^(###|- )/.test(line));
}

const json = (schema: Node) => ({ "application/json": { schema } });
const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const success = (schema: Node, headers: Node = {}) => ({
  "200": { description: "Done.", headers, content: json(schema) },
});
const header = { schema: { type: "string" } };

test("one line lists all that an operation gained", () => {
  const book = { type: "object", properties: {} };
  const before = { "/books": { get: { responses: success(book) } } };
  const after = {
    "/books": {
      get: {
        parameters: [{ name: "author", in: "query", schema: {} }],
        responses: {
          ...success(book, { RateLimit: header, ETag: header }),
          "404": { description: "Missing." },
          "410": { description: "Gone." },
        },
      },
    },
  };

  const lines = draftOf({ paths: before }, { paths: after });

  expect(lines).toEqual([
    "### Added",
    "- The `author` query parameter, headers `RateLimit` and `ETag` and responses `404` and `410` were added. (`GET /books`)",
  ]);
});

test("one line lists all operations that gained the same", () => {
  const paths = (responses: Node) =>
    Object.fromEntries(
      ["/a", "/b", "/c", "/d"].map((path) => [path, { get: { responses } }]),
    );
  const before = success({ type: "string" });
  const after = { ...before, "404": { description: "Missing." } };

  const lines = draftOf({ paths: paths(before) }, { paths: paths(after) });

  expect(lines).toEqual([
    "### Added",
    "- Response `404` was added. (4 operations)",
  ]);
});

test("a line names three operations", () => {
  const paths = (responses: Node) =>
    Object.fromEntries(
      ["/a", "/b", "/c"].map((path) => [path, { get: { responses } }]),
    );
  const before = success({ type: "string" });
  const after = { ...before, "404": { description: "Missing." } };

  const lines = draftOf({ paths: paths(before) }, { paths: paths(after) });

  expect(lines).toEqual([
    "### Added",
    "- Response `404` was added. (`GET /a`, `GET /b`, `GET /c`)",
  ]);
});

test("what two operations gained has two lines", () => {
  const paths = (ofA: Node, ofB: Node) => ({
    "/a": { get: { responses: { ...success({}), ...ofA } } },
    "/b": { get: { responses: { ...success({}), ...ofB } } },
  });
  const gained = { description: "Gained." };

  const lines = draftOf(
    { paths: paths({}, {}) },
    { paths: paths({ "404": gained }, { "410": gained }) },
  );

  expect(lines).toEqual([
    "### Added",
    "- Response `404` was added. (`GET /a`)",
    "- Response `410` was added. (`GET /b`)",
  ]);
});

test("a lower limit is a change that asks for a migration", () => {
  const paths = { "/books": { get: { responses: success({}) } } };
  const decision = decide({
    base: contractFile("1.0.0", { "x-limits": { tags: 20 }, paths }),
    head: contractFile("2.0.0", { "x-limits": { tags: 10 }, paths }),
    levels: ourLevels,
    checkVersion: true,
  });

  const drafted = draft("# Changelog\n", decision);

  expect(drafted?.entry).toBe(
    "## 2.0.0\n\n### Changed\n\n- The limit of tags (`x-limits.tags`) was 20 and is 10. (`x-limits`)\n  Migration:\n",
  );
});

test("one line lists all schemas that gained a property, and one all properties of a schema", () => {
  const contract = (properties: Node, more: Node = {}) => ({
    paths: {
      "/books": { get: { responses: success(ref("Book")) } },
      "/authors": { get: { responses: success(ref("Author")) } },
    },
    components: {
      schemas: {
        Book: { type: "object", properties },
        Author: { type: "object", properties: { ...properties, ...more } },
      },
    },
  });
  const text = { type: "string" };

  const lines = draftOf(
    contract({}),
    contract({ version: text }, { born: text, died: text }),
  );

  expect(lines).toEqual([
    "### Added",
    "- Property `version` of `Book` and `Author` was added. (`GET /books`, `GET /authors`)",
    "- Properties `born` and `died` of `Author` were added. (`GET /authors`)",
  ]);
});

test("one line lists the fields that accept null", () => {
  const contract = (type: unknown, ofPages: string) => ({
    paths: {
      "/books": {
        post: {
          requestBody: {
            content: json({
              type: "object",
              properties: {
                title: { type },
                subtitle: { type },
                pages: { type: ofPages },
              },
            }),
          },
          responses: success({ type: "string" }),
        },
      },
    },
  });

  const lines = draftOf(
    contract("string", "integer"),
    contract(["string", "null"], "number"),
  );

  expect(lines).toEqual([
    "### Changed",
    "- `null` is a possible value of `title` and `subtitle`. (`POST /books`)",
    "- The type of `pages` was `integer` and is `number`. (`POST /books`)",
  ]);
});

test("one line lists the constants of a field, each of another webhook", () => {
  const names = ["book.lent", "book.returned"];
  const contract = (typeOf: (name: string) => Node) => ({
    paths: {},
    webhooks: Object.fromEntries(
      names.map((name) => [
        name,
        {
          post: {
            requestBody: {
              content: json({
                type: "object",
                required: ["type"],
                properties: { type: typeOf(name) },
              }),
            },
            responses: { "200": { description: "Received." } },
          },
        },
      ]),
    ),
  });

  const lines = draftOf(
    contract(() => ({ type: "string" })),
    contract((name) => ({ type: "string", const: name })),
  );

  expect(lines).toEqual([
    "### Changed",
    "- The value of `type` is constant: `book.lent`, `book.returned`. (`webhook book.lent`, `webhook book.returned`)",
  ]);
});

test("a pattern that is gone says that more values are accepted", () => {
  const parameter = (name: string, schema: Node) => ({
    name,
    in: "query",
    schema: { type: "string", ...schema },
  });
  const contract = (schema: Node) => ({
    paths: {
      "/books": {
        get: {
          parameters: [parameter("isbn", schema), parameter("issn", schema)],
          responses: success({ type: "string" }),
        },
      },
    },
  });

  const lines = draftOf(contract({ pattern: "^[0-9]+$" }), contract({}));

  expect(lines).toEqual([
    "### Changed",
    "- More values of `isbn` and `issn` are accepted: `pattern` lost `^[0-9]+$`. (`GET /books`)",
  ]);
});

test("a schema with a new name and a new field has one line for its name", () => {
  const contract = (name: string, properties: Node) => ({
    paths: {
      "/books": {
        get: {
          responses: success({
            type: "object",
            properties: { error: ref(name) },
          }),
        },
      },
    },
    components: { schemas: { [name]: { type: "object", properties } } },
  });
  const text = { type: "string" };

  const lines = draftOf(
    contract("Error", { code: text }),
    contract("ErrorObject", { code: text, reason: text }),
  );

  expect(lines).toEqual([
    "### Added",
    "- Property `reason` of `ErrorObject` was added. (`GET /books`)",
    "### Changed",
    "- The schema `Error` is called `ErrorObject`. (`schemas`)",
  ]);
});

describe("what an older draft says to callers of a break", () => {
  const lang = {
    name: "lang",
    in: "query",
    required: true,
    schema: { type: "string" },
  };
  const contract = (parameter: (path: string) => Node[]) => ({
    paths: Object.fromEntries(
      ["/books", "/films", "/maps"].map((path) => [
        path,
        {
          get: {
            parameters: parameter(path),
            responses: success({ type: "string" }),
          },
        },
      ]),
    ),
    components: { parameters: { Lang: lang } },
  });
  const change = "- The required `lang` query parameter was added.";

  /** Drafts the entry of a required parameter that some operations gained, beside an older draft. */
  function draftBeside(older: string, parameters: Record<string, Node>) {
    const decision = decide({
      base: contractFile(
        "1.0.0",
        contract(() => []),
      ),
      head: contractFile(
        "2.0.0",
        contract((path) => [parameters[path] ?? []].flat()),
      ),
      checkVersion: true,
    });
    const changelog = `# Changelog\n\n## 2.0.0\n\n### Breaking\n\n${older}`;
    return draft(changelog, decision);
  }

  test("stays when the break has another operation", () => {
    const older = `${change} (\`GET /maps\`)\n  Migration: Send "en".\n`;
    const drafted = draftBeside(older, { "/films": lang });
    expect(drafted?.entry).toContain(
      `${change} (\`GET /films\`)\n  Migration: Send "en".\n`,
    );
    expect(drafted?.withoutMigration).toEqual([]);
  });

  test("stays with its break, and does not go to another one of the same words", () => {
    const older = `${change} (\`GET /books\`)\n  Migration: Send "en".\n`;
    const drafted = draftBeside(older, { "/books": lang, "/films": lang });
    expect(drafted?.entry).toContain(
      `${older}${change} (\`GET /films\`)\n  Migration:\n`,
    );
    expect(drafted?.withoutMigration).toEqual([
      `${change.slice(2)} (GET /films)`,
    ]);
  });

  test("is asked for again where it could be that of two breaks", () => {
    const older =
      `${change} (\`GET /books\`)\n  Migration: Send "en".\n` +
      `${change} (\`GET /films\`)\n  Migration: Send "fr".\n`;
    const drafted = draftBeside(older, { "/maps": lang });
    expect(drafted?.withoutMigration).toEqual([
      `${change.slice(2)} (GET /maps)`,
    ]);
  });
});
