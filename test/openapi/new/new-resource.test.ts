import { execFileSync, spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { parse } from "yaml";
import { insertResource } from "../../../openapi/new/insert.ts";
import { readResource } from "../../../openapi/new/resource.ts";
import { run } from "../../support/run.ts";

// What CONTRIBUTING.md says of a new resource and of a new field is done in a copy of the repository: a resource of the
// scaffold, a column of contacts, and then the checks that hold for every operation.

const copy = mkdtempSync(join(tmpdir(), "contacts-new-resource-"));
const read = (file: string) => readFileSync(join(copy, file), "utf8");
const scaffold = (...args: string[]) => run("openapi/new/main.ts", ["resource", ...args], copy);
const git = (...args: string[]) => execFileSync("git", args, { cwd: copy, encoding: "utf8" });

/** The files that were edited since the last call, without those that commands write. */
function edited(): string[] {
  git("add", "--all");
  const files = git("diff", "--cached", "--name-only", "--", ":!generated").trim().split("\n");
  const author = ["-c", "user.name=test", "-c", "user.email=test@example.com"];
  git(...author, "commit", "--allow-empty", "--quiet", "--message", "step");
  return files.filter(Boolean);
}

/** The messages of lint in the copy, each as often as a person sees it. */
function lint(): string[] {
  const command = ["--import", "tsx", "openapi/lint/main.ts"];
  const { stderr } = spawnSync(process.execPath, command, { cwd: copy, encoding: "utf8" });
  return [...stderr.matchAll(/^openapi\/openapi\.yaml:\d+:\d+ error \S+: (.*)$/gm)].map(
    ([, message = ""]) => message,
  );
}

/** Edits a file by hand. */
function edit(file: string, ...changes: [from: string | RegExp, to: string][]): void {
  const text = changes.reduce((soFar, [from, to]) => {
    const after = soFar.replace(from, to);
    if (after === soFar) throw new Error(`${file} has no ${String(from)}.`);
    return after;
  }, read(file));
  writeFileSync(join(copy, file), text);
}

beforeAll(() => {
  const list = (...kinds: string[]) =>
    execFileSync("git", ["ls-files", ...kinds], { encoding: "utf8" })
      .trim()
      .split("\n");
  const gone = list("--deleted");
  for (const file of list("--cached", "--others", "--exclude-standard"))
    if (!gone.includes(file)) cpSync(file, join(copy, file));
  symlinkSync(resolve("node_modules"), join(copy, "node_modules"));
  git("init", "--quiet");
  edited();
});
afterAll(() => rmSync(copy, { recursive: true }));

test("without arguments it says what it can do", async () => {
  expect(await run("openapi/new/main.ts", [], copy)).toMatchObject({
    code: 0,
    stdout: expect.stringContaining("--name company"),
  });
});

describe("what it cannot write, it refuses with the reason", () => {
  const known = { name: "company", prefix: "co", fields: "name" };
  test.each([
    [{ name: "Company" }, "--name must be one thing in snake_case"],
    [{ plural: "staff" }, "--plural must be several of them"],
    [{ prefix: "c" }, "--prefix must be two or three letters"],
    [{ fields: "" }, "--fields must be texts in snake_case"],
    [{ fields: "workspace_id" }, "Every resource has the field workspace_id."],
    [{ fields: "name,name?" }, "--fields has name twice."],
  ])("%o", (options, reason) => {
    expect(() => readResource({ ...known, ...options })).toThrow(reason);
  });

  test("the plural is the regular one", () => {
    const plurals = ["company", "box", "survey", "branch"].map(
      (name) => readResource({ ...known, name }).names,
    );
    expect(plurals).toEqual(["companies", "boxes", "surveys", "branches"]);
  });

  test("a resource is inserted where the format has wrapped the list of examples", () => {
    const wrapped = read("openapi/openapi.yaml").replace("errors]", "errors,\n  ]");
    const template = "## paths\n  /v1/companies: {}\n";
    expect(parse(insertResource(wrapped, template, "companies"))).toMatchObject({
      "x-example-files": expect.arrayContaining(["errors", "companies"]),
      paths: { "/v1/companies": {} },
    });
  });

  test.each([
    [["--name", "contact", "--prefix", "co", "--fields", "name"], "The contract has a path /v1/contacts."],
    [["--name", "message", "--prefix", "co", "--fields", "name"], "The contract has a schema MessageId."],
    [["--name", "company", "--prefix", "tk", "--fields", "name"], "Ids of another kind begin with tk_"],
    [
      ["--name", "cursor_position", "--prefix", "cp", "--fields", "name"],
      "There is a table cursor_positions.",
    ],
    [["--nme", "company"], "Unknown option '--nme'"],
  ])("%j", async (args, reason) => {
    expect(await scaffold(...args)).toMatchObject({ code: 1, stderr: expect.stringContaining(reason) });
    expect(edited()).toEqual([]);
  });

  test("a migration of its name stops it before it has written anything", async () => {
    await run("openapi/new/main.ts", ["migration", "companies"], copy);
    edited();
    const said = expect.stringContaining("There is a migration companies.");
    const args = ["--name", "company", "--prefix", "co", "--fields", "name"];
    expect(await scaffold(...args)).toMatchObject({ code: 1, stderr: said });
    expect(edited()).toEqual([]);
    git("reset", "--hard", "--quiet", "HEAD~2");
  });
});

describe("companies and a time zone of contacts", { timeout: 300_000 }, () => {
  test("lint names each text that only a person can write, once", async () => {
    // Two names that mean something else to the contract and to SQL.
    const fields = "name=Librería del Sur,domain?=libreria.example,example?=Un libro,order?=2";
    const written = await scaffold("--name", "company", "--prefix", "co", "--fields", fields);
    expect(written).toMatchObject({ code: 0, stderr: "" });
    edited();
    const texts = read("openapi/openapi.yaml") + read("openapi/examples/companies.yaml");
    const marks = texts.match(/(?<=")TODO: [^"]*/g) ?? [];
    const said = lint().map((message) => /TODO: [^"]*/.exec(message)?.[0]);
    expect(said.sort()).toEqual([...new Set(marks)].sort());
  });

  test("a resource takes 7 files by hand at most", () => {
    const minor = Number(/version: 1\.(\d+)\.0/.exec(read("openapi/openapi.yaml"))?.[1]);
    edit(
      "openapi/openapi.yaml",
      ["TODO: say what companies are.", "The companies that contacts belong to."],
      ["TODO: say what a company is.", "A company that contacts belong to."],
      [/TODO: say what (\w+) is(; empty when unknown)?\./g, "The $1 of the company$2."],
      [`version: 1.${minor}.0`, `version: 1.${minor + 1}.0`],
    );
    edit(
      "openapi/decisions.md",
      ["TODO: say what a reader must know of them.", "Two companies may have the same name."],
      ["TODO: say why the API has companies.", "Teams ask for all contacts of a company."],
    );
    expect(edited()).toEqual(["openapi/decisions.md", "openapi/openapi.yaml"]);
  });

  test("a field takes 5 files by hand at most", async () => {
    const added = await run("openapi/new/main.ts", ["migration", "contacts-timezone"], copy);
    expect(added).toMatchObject({ code: 0, stderr: "" });
    const migration = edited().find((file) => file.endsWith("-contacts-timezone.ts")) ?? "";
    edit(
      "openapi/openapi.yaml",
      [
        "        city:\n          $ref",
        "        timezone: { type: string, maxLength: 64, pattern: *text, description: Time zone; may be empty. }\n" +
          "        city:\n          $ref",
      ],
      [
        "        country:\n          description: Country of the contact.\n",
        "        timezone: { type: string, maxLength: 64, pattern: *text, description: Time zone. }\n" +
          "        country:\n          description: Country of the contact.\n",
      ],
    );
    edit("openapi/examples/contacts.yaml", [/^( +)city: "?[A-Z"].*\n/gm, '$&$1timezone: ""\n']);
    edit(
      migration,
      ["TODO: say what it adds.", "The time zone of a contact."],
      ["TODO: alter table …", "alter table contacts add timezone text not null default ''"],
    );
    edit("server/store/tables.ts", ["    city: text(),\n", "$&    timezone: text(),\n"]);
    edit("server/api/contact-rows.ts", ['city: "",', 'city: "", timezone: "",']);
    expect(edited()).toHaveLength(5);
  });

  test("an operation takes 5 files by hand at most", () => {
    const decision = read("openapi/decisions.md")
      .match(/(?<=^## )D-\d+/gm)
      ?.at(-1);
    edit(
      "openapi/openapi.yaml",
      [
        /^# Requests that the server makes/m,
        `  /v1/company_counts:
    get:
      operationId: countCompanies
      tags: [Companies]
      summary: Count companies
      description: Returns how many companies the workspace has.
      deprecated: true
      x-deprecated-on: "2026-11-01"
      x-sunset: "2099-12-31"
      x-decision: [${decision}]
      security:
        - apiKey: ["companies:read"]
      responses:
        "200":
          description: The number of companies.
          content:
            application/json:
              schema: { $ref: "#/components/schemas/CompanyCountResponse" }

$&`,
      ],
      [
        /^ {4}# Errors$/m,
        `    CompanyCountResponse:
      description: The number of companies.
      properties:
        data:
          description: The number of companies.
          type: object
          required: [count]
          properties:
            count:
              description: How many companies there are.
              type: integer
              format: int32
              minimum: 0
              maximum: *int32

$&`,
      ],
    );
    edit("openapi/examples/companies.yaml", [
      /$/,
      "countCompanies.200:\n  some: { summary: Some companies, value: { data: { count: 3 } } }\n",
    ]);
    edit("openapi/decisions.md", [
      "Teams ask for all contacts of a company.",
      "$& They also ask how many there are.",
    ]);
    edit(
      "server/routes.ts",
      ["createCompany,", "countCompanies,\n  createCompany,"],
      [/ {2}getMe,/, "  countCompanies,\n$&"],
    );
    const handler = `/** Contract: countCompanies. */
export const countCompanies: Handler<"countCompanies"> = async (_input, { store, workspaceId }) => {
  const { count } = await store.database
    .selectFrom("companies")
    .select(({ fn }) => fn.countAll<string>().as("count"))
    .where("workspace_id", "=", workspaceId)
    .executeTakeFirstOrThrow();
  return { status: 200, body: { data: { count: Number(count) } } };
};

`;
    edit("server/api/companies.ts", [/^\/\*\* Contract: createCompany/m, `${handler}$&`]);
    expect(edited()).toHaveLength(5);
  });

  test("CONTRIBUTING names each of these files", () => {
    const contributing = readFileSync("CONTRIBUTING.md", "utf8");
    const own = ["openapi.yaml", "examples/", "decisions.md"].map((name) => `openapi/${name}`);
    const server = ["store/migrations/", "store/tables.ts", "routes.ts", "api/"].map(
      (name) => `server/${name}`,
    );
    const files = [...own, ...server, "test/contract/witnesses.txt"];
    expect(files.filter((file) => !contributing.includes(`\`${file}\``))).toEqual([]);
  });

  test("types, lint, the diff and the tests of every operation pass", () => {
    const command = (...line: string[]) => {
      const options = { cwd: copy, encoding: "utf8" } as const;
      const { status, stdout, stderr } = spawnSync(process.execPath, line, options);
      expect(status, `${line.join(" ")}\n${stdout}${stderr}`).toBe(0);
    };
    command("--import", "tsx", "openapi/generate/main.ts");
    command(resolve("node_modules/typescript-7/bin/tsc"));
    expect(lint()).toEqual([]);
    command("--import", "tsx", "openapi/diff/main.ts");
    // The laws of every operation show what the texts of these say.
    command("--import", "tsx", "test/contract/witnesses.ts", "write");
    edit("test/contract/witnesses.txt", [/ \| \?.*$/gm, " | conformance/operations: $operation.id: $mode"]);
    const tests = ["contract", "conformance/coverage", "conformance/operations", "openapi/docs/pages"];
    // The harness, named "'operation': 'mode'", is spared the operations that it tries in the repository itself.
    const unlessTried = "Compan|^(?!'\\w+': '\\w+'$)";
    const vitest = resolve("node_modules/vitest/vitest.mjs");
    // One worker, as each compiles the contract and the server for itself.
    const options = ["-t", unlessTried, "--reporter", "dot", "--testTimeout", "300000", "--maxWorkers", "1"];
    command(vitest, "run", ...tests.map((name) => `test/${name}`), ...options);
  }, 600_000);
});
