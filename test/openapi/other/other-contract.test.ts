import { mkdirSync, readFileSync, rmSync } from "node:fs";
import { join, resolve } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Json } from "../../support/at.ts";
import { run, start } from "../../support/process.ts";
import { copyRepository, tools } from "../copy.ts";

// Our tools know no resource of ours: with a contract of somebody else in its place, with one of
// our extensions, they work.

const library = readFileSync("test/openapi/other/openapi.yaml", "utf8");
const copy = copyRepository(tools, afterAll);
rmSync(join(copy.folder, "openapi/released"), { recursive: true });
mkdirSync(join(copy.folder, "openapi/released"));
for (const name of ["openapi.yaml", "released/openapi.yaml"])
  copy.write(`openapi/${name}`, library);
copy.write("openapi/approved-breaks.yaml", "");
copy.write("openapi/loan.json", '{ "book": { "title": "Ficciones" } }');
for (const name of ["examples", "scenarios", "introduction.md", "decisions.md"])
  rmSync(join(copy.folder, "openapi", name), { recursive: true });

test("lint says in one line each what the design guide asks for", async () => {
  const { code, stdout, stderr } = await copy.run("openapi/lint/main.ts");
  expect([code, stdout]).toEqual([1, ""]);
  expect(stderr).toContain(
    "contacts/described-fields: The field `title` has no description.",
  );
  expect(stderr).not.toMatch(/ failed: |undefined/);
});

const program = `
import { createClient, isApiError } from "./client/index.ts";
const api = createClient({ apiKey: "any:any", baseUrl: process.argv[2], retries: 0 });
const [first] = await api.books.list({ limit: 1 });
const { title } = await api.books.create({ title: "El Aleph" });
// @ts-expect-error a book has a title
const refused = await api.books.create({}).result();
const body = await api.operations.loans.delete("l1");
console.log(first?.title satisfies string | undefined, title, isApiError(refused.error), body === "");
`;

const ended = (stdout: RegExp) => ({
  code: 0,
  stdout: expect.stringMatching(stdout),
  stderr: "",
});
const samplesOf = (operation: Json): string[] =>
  operation["x-codeSamples"].map(({ source }: Json) => source);

test("docs are not made before generate, as the generated files are of another contract", async () => {
  expect(await copy.run("openapi/docs/main.ts")).toMatchObject({
    code: 1,
    stderr: expect.stringContaining("generated/ is not of this contract."),
  });
});

describe("after generate", () => {
  beforeAll(async () => {
    expect(await copy.run("openapi/generate/main.ts")).toEqual(
      ended(/wrote generated\/methods\.ts/),
    );
  });
  const paths = (): Json =>
    JSON.parse(copy.read("generated/openapi.json")).paths;

  test.each(["openapi.json", "openapi-3.0.json"])(
    "%s keeps names and values that look like extensions or keywords",
    (name) => {
      const bundle: Json = JSON.parse(copy.read(`generated/${name}`));
      const { securitySchemes, headers, responses, schemas } =
        bundle.components;
      expect(Object.keys(securitySchemes)).toEqual(["x-token"]);
      expect(Object.keys(headers)).toEqual(["x-next"]);
      expect(Object.keys(responses)).toEqual(["x-none"]);
      expect(bundle.security).toEqual([{ "x-token": [] }]);

      const { properties } = schemas.Book;
      expect(properties["x-shelf"].default).toEqual({ "x-row": 1 });
      expect(properties.const).toEqual({ type: "string" });
      expect(properties.anyOf).toEqual({ type: "string" });

      const response = bundle.paths["/books"].get.responses["200"];
      expect(response.headers).toHaveProperty("x-next");
      const { example } = response.content["application/json"].examples;
      expect(example.value[0]).toHaveProperty("x-shelf.x-row", 3);
    },
  );

  test("samples send the user and the password of the contract's scheme", () => {
    const [curl, typed, python, go] = samplesOf(paths()["/books"].get);
    expect(curl).toBe('curl "$LIBRARY_BASE_URL/books" \\\n  -u "$X_TOKEN"');
    expect(typed).toContain('apiKey: process.env.X_TOKEN ?? ""');
    expect(python).toContain("from library_client.api.books import list_books");
    expect(python).toContain(
      'token=b64encode(os.environ["X_TOKEN"].encode()).decode(), prefix="Basic")',
    );
    expect(go).toMatch(
      /"example\/library"[^]*"Basic "\+base64[^]*", response\.JSON200\)/,
    );
  });

  test("samples of a public operation send no credential", () => {
    for (const sample of samplesOf(paths()["/loans/{id}"].delete))
      expect(sample).not.toMatch(/Authoriz|Authenticated|X_TOKEN|JSON/);
  });

  test("methods and operations have the contract's own ids, defaults and deprecations", async () => {
    expect(copy.read("generated/methods.ts")).toMatch(
      /@deprecated[^/]*loans\.delete\("id"\)/,
    );
    const { operations } = await import(
      join(copy.folder, "generated/operations.ts")
    );
    expect(operations).toMatchObject({
      "Books/Create": { statuses: [201, 404] },
      deleteLoan: { defaults: { query: { depth: 5 } } },
    });
  });

  test("docs have its pages, without links to chapters that it does not have", async () => {
    expect(await copy.run("openapi/docs/main.ts")).toEqual(ended(/more pages/));
    const listBooks = copy.read("generated/docs/list-books.html");
    expect(listBooks).not.toMatch(/href="(errors|retries.*|scopes)\.html/);
    expect(listBooks).toContain("deprecated until 2099-12-31");
    expect(copy.read("generated/docs/postman.json")).toMatch(
      /"type": "basic"[^]*"noauth"[^]*"X_TOKEN_PASSWORD"/,
    );
  });

  test("diff compares it with its release", async () => {
    expect(await copy.run("openapi/diff/main.ts")).toEqual(
      ended(/0 breaking, 0 additions/),
    );
  });

  test(
    "the client compiles, and calls the mock",
    { timeout: 120_000 },
    async () => {
      copy.write("program.ts", program);
      const config = {
        extends: "./tsconfig.json",
        compilerOptions: { types: ["node"] },
        files: [
          "program.ts",
          "generated/operations.ts",
          "generated/constants.ts",
        ],
        include: [],
      };
      copy.write("program.json", JSON.stringify(config));
      const compiler = resolve("node_modules/typescript-7/bin/tsc");
      const compiled = ["-p", join(copy.folder, "program.json")];
      expect(await run(compiler, compiled)).toEqual(ended(/^$/));

      const mock = start(join(copy.folder, "openapi/mock/main.ts"), [], {
        PORT: "0",
      });
      const [, address = ""] = await mock.printed(
        /Prism is listening on (\S+)/,
      );
      expect(await copy.run("program.ts", address)).toEqual(
        ended(/^Ficciones string true true$/m),
      );
      expect(await mock.end()).toBe(0);
    },
  );
});
