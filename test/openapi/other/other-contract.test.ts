import { mkdirSync, readFileSync, rmSync } from "node:fs";
import { join, resolve } from "node:path";
import { afterAll, expect, test } from "vitest";
import type { Json } from "../../support/at.ts";
import { start } from "../../support/process.ts";
import { run } from "../../support/process.ts";
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

test(
  "generate, docs, diff, the mock and the client work",
  { timeout: 120_000 },
  async () => {
    const ended = (stdout: RegExp) => ({
      code: 0,
      stdout: expect.stringMatching(stdout),
      stderr: "",
    });
    // The client and the types that are there are of another contract.
    expect(await copy.run("openapi/docs/main.ts")).toMatchObject({
      code: 1,
      stderr: expect.stringContaining("generated/ is not of this contract."),
    });
    expect(await copy.run("openapi/generate/main.ts")).toEqual(
      ended(/wrote generated\/methods\.ts/),
    );
    expect(await copy.run("openapi/docs/main.ts")).toEqual(ended(/more pages/));
    const listBooks = copy.read("generated/docs/list-books.html");
    expect(listBooks).not.toMatch(/href="(errors|retries.*|scopes)\.html/);
    expect(listBooks).toContain("deprecated until 2099-12-31");
    for (const name of ["openapi.json", "openapi-3.0.json"]) {
      const { security, components, paths } = JSON.parse(
        copy.read(`generated/${name}`),
      ) as Json;
      const componentNames = [
        components.securitySchemes,
        components.headers,
        components.responses,
      ].map(Object.keys);
      expect([...componentNames, security]).toEqual([
        ["x-token"],
        ["x-next"],
        ["x-none"],
        [{ "x-token": [] }],
      ]);
      const {
        "x-shelf": shelf,
        const: constant,
        anyOf,
      } = components.schemas.Book.properties;
      expect([shelf.default, constant, anyOf]).toEqual([
        { "x-row": 1 },
        { type: "string" },
        { type: "string" },
      ]);
      const { headers, content } = paths["/books"].get.responses["200"];
      expect(headers).toHaveProperty("x-next");
      const { value } = content["application/json"].examples.example;
      expect(value[0]).toHaveProperty("x-shelf.x-row", 3);
    }
    expect(await copy.run("openapi/diff/main.ts")).toEqual(
      ended(/0 breaking, 0 additions/),
    );
    const { "/books": books, "/loans/{id}": loan } = JSON.parse(
      copy.read("generated/openapi.json"),
    ).paths as Json;
    const samplesOf = (operation: Json) =>
      operation["x-codeSamples"].map(({ source }: Json) => source);
    const [curl, typed, python, go] = samplesOf(books.get);
    expect(curl).toBe('curl "$LIBRARY_BASE_URL/books" \\\n  -u "$X_TOKEN"');
    expect(typed).toContain('apiKey: process.env.X_TOKEN ?? ""');
    expect(python).toContain("from library_client.api.books import list_books");
    expect(python).toContain(
      'token=b64encode(os.environ["X_TOKEN"].encode()).decode(), prefix="Basic")',
    );
    expect(go).toMatch(
      /"example\/library"[^]*"Basic "\+base64[^]*", response\.JSON200\)/,
    );
    for (const sample of samplesOf(loan.delete))
      expect(sample).not.toMatch(/Authoriz|Authenticated|X_TOKEN|JSON/);
    expect(copy.read("generated/docs/postman.json")).toMatch(
      /"type": "basic"[^]*"noauth"[^]*"X_TOKEN_PASSWORD"/,
    );
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

    copy.write("program.ts", program);
    const files = [
      "program.ts",
      "generated/operations.ts",
      "generated/constants.ts",
    ];
    const config = {
      extends: "./tsconfig.json",
      compilerOptions: { types: ["node"] },
      files,
      include: [],
    };
    copy.write("program.json", JSON.stringify(config));
    const compiler = resolve("node_modules/typescript-7/bin/tsc");
    expect(
      await run(compiler, ["-p", join(copy.folder, "program.json")]),
    ).toEqual(ended(/^$/));
    const mock = start(join(copy.folder, "openapi/mock/main.ts"), [], {
      PORT: "0",
    });
    const [, address = ""] = await mock.printed(/Prism is listening on (\S+)/);
    const called = await copy.run("program.ts", address);
    expect([called, await mock.end()]).toEqual([
      ended(/^Ficciones string true true$/m),
      0,
    ]);
  },
);
