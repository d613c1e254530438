import { execFileSync } from "node:child_process";
import {
  existsSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { join, resolve } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { insertResource } from "../../../openapi/new/template.ts";
import { readResource } from "../../../openapi/new/resource.ts";
import { run as runProgram } from "../../support/process.ts";
import { copyRepository } from "../copy.ts";

// What CONTRIBUTING.md says of a new resource and of a new field is done in a copy of the repository: a resource of the
// scaffold, a reference of tickets to it, and then the checks that hold for every operation.
// Nobody will add lighthouses to this API: what somebody adds must not make this test fail.

const listed = ["ls-files", "--cached", "--others", "--exclude-standard"];
const tracked = execFileSync("git", listed, { encoding: "utf8" })
  .trim()
  .split("\n")
  .filter(existsSync);
const { folder: copy, read, edit, run } = copyRepository(tracked, afterAll);
const scaffold = (...args: string[]) =>
  run("openapi/new/main.ts", "resource", ...args);
const git = (...args: string[]) =>
  execFileSync("git", args, { cwd: copy, encoding: "utf8" });
git("init", "--quiet");
edited();

/** The files that were edited since the last call, without those that commands write. */
function edited(): string[] {
  git("add", "--all");
  const files = git("diff", "--cached", "--name-only", "--", ":!generated")
    .trim()
    .split("\n");
  const author = ["-c", "user.name=test", "-c", "user.email=test@example.com"];
  git(...author, "commit", "--allow-empty", "--quiet", "--message", "step");
  return files.filter(Boolean);
}

const { NIGHTLY, TEST_DATABASE_URL } = process.env;
const hasDatabase = Boolean(TEST_DATABASE_URL);

/**
 * The tests that a resource or a field can turn red, by the beginning or a part of their names. The
 * others are of what nobody has changed in the copy, and the repository itself runs them.
 */
const lawsOfResources = [
  {
    project: "embedded",
    files: ["contract/contract", "contract/prose", "openapi/docs/pages"],
    tests: ["^(?!no text of a contract becomes markup)"],
  },
  {
    project: hasDatabase ? "postgres" : "embedded",
    files: [
      ...["coverage", "examples", "operations"].map(
        (law) => `conformance/${law}`,
      ),
      "server/operator/transfer",
      "server/store/migration",
      "server/store/tables",
    ],
    tests: [
      "[Ll]ighthouse|[Tt]icket",
      "every operation responds with every status",
      "each change is an event that is delivered",
      "has every table with rows of workspaces",
      "makes the same workspace",
      "leaves nothing of the workspace in any table",
      "the tables of the code are those that the migrations make",
      "each list and each of its filters has an index",
      ...(hasDatabase ? ["a page is read in the order of its index"] : []),
    ],
  },
];

/** The names of the tests that passed, of vitest's report. */
function passedIn(report: string): string[] {
  const { testResults } = JSON.parse(readFileSync(report, "utf8")) as {
    testResults: {
      assertionResults: { fullName: string; status: string }[];
    }[];
  };
  return testResults
    .flatMap((file) => file.assertionResults)
    .filter(({ status }) => status === "passed")
    .map(({ fullName }) => fullName);
}

/** The messages of lint in the copy, each as often as a person sees it. */
async function lint(): Promise<string[]> {
  const { stderr } = await run("openapi/lint/main.ts");
  return [
    ...stderr.matchAll(/^openapi\/openapi\.yaml:\d+:\d+ error \S+: (.*)$/gm),
  ].map(([, message = ""]) => message);
}

test("without arguments it says what it can do", async () => {
  const stdout = expect.stringContaining("--name company");
  expect(await run("openapi/new/main.ts")).toMatchObject({ code: 0, stdout });
});

describe("what it cannot write, it refuses with the reason", () => {
  const valid = { name: "lighthouse", prefix: "lh", fields: "name" };
  test.each([
    [{ name: "Company" }, "--name must be one thing in snake_case"],
    [{ plural: "staff" }, "--plural must be several of them"],
    [
      { name: "lighthouses" },
      "--name must be one thing, and lighthouses seem to be several",
    ],
    [{ prefix: "c" }, "--prefix must be two or three letters"],
    [{ fields: "" }, "--fields must be names in snake_case"],
    [{ fields: "workspace_id" }, "Every resource has the field workspace_id."],
    [{ fields: "name,name?" }, "--fields has name twice."],
    [
      { fields: "plan=enum(Free)" },
      "enum(Free) is no type of a field: write enum(free,team)",
    ],
    [{ fields: "seats=integer(9,1)" }, "integer(9,1) is no type of a field"],
    [
      { fields: "seats=integer(1,9000000000)" },
      "integer(1,500) with two whole numbers of 32 bits",
    ],
    [{ fields: "seats=integer(1.5,9)" }, "integer(1.5,9) is no type"],
    [
      { fields: "plan=enum(free,free)" },
      "enum(free,team) with each value once",
    ],
    [{ fields: "open=boolean()" }, "boolean() is no type of a field"],
    [{ fields: "seats=integer" }, "integer is no type of a field"],
    [
      { fields: "name,response" },
      "No field is called response, as LighthouseResponse is another schema",
    ],
    [
      { fields: "parent_id=ref(lighthouse)" },
      "parent_id refers to lighthouse itself: write the resource first",
    ],
    [{ name: "record" }, "Record is a type of TypeScript itself"],
    [{ name: "series", plural: "series" }, "--plural must be another word"],
  ])("%o", (options, reason) => {
    expect(() => readResource({ ...valid, ...options })).toThrow(reason);
  });

  test("the plural is the regular one", () => {
    const plurals = ["company", "box", "survey", "branch"].map(
      (name) => readResource({ ...valid, name }).names,
    );
    expect(plurals).toEqual(["companies", "boxes", "surveys", "branches"]);
  });

  test("a resource is inserted at the end of a section, and everything else stays as it is written", () => {
    const contract =
      "openapi: 3.1.1\npaths:\n  /v1/notes: {} # ours\n\ncomponents: {}\n";
    const template = "## paths\n  /v1/lighthouses: {}\n";
    expect(insertResource(contract, template)).toBe(
      "openapi: 3.1.1\npaths:\n  /v1/notes: {} # ours\n  /v1/lighthouses: {}\n\ncomponents: {}\n",
    );
  });

  test.each([
    [
      ["--name", "contact", "--prefix", "lh", "--fields", "name"],
      "The contract has a path /v1/contacts.",
    ],
    [
      ["--name", "message", "--prefix", "lh", "--fields", "name"],
      "The contract has a schema MessageId.",
    ],
    [
      ["--name", "lighthouse", "--prefix", "tk", "--fields", "name"],
      "Ids of another kind begin with tk_",
    ],
    [
      ["--name", "cursor_position", "--prefix", "cp", "--fields", "name"],
      "There is a table cursor_positions.",
    ],
    [["--name", "lighthouse", "keeper"], "A resource takes no keeper."],
    [
      [
        ...["--name", "lighthouse", "--prefix", "lh"],
        ...["--fields", "keeper_id=ref(keeper)"],
      ],
      "keeper_id refers to keeper, and there is no schema KeeperId",
    ],
  ])("%j", async (args, reason) => {
    expect(await scaffold(...args)).toMatchObject({
      code: 1,
      stderr: expect.stringContaining(reason),
    });
    expect(edited()).toEqual([]);
  });

  test.each([
    [
      ["field", "--name", "ticket", "--fields", "summary?=Corto"],
      "The contract has a schema TicketSummary: give the field another name.",
    ],
    [
      ["field", "--name", "ticket", "--fields", "Due-At?=x"],
      "A field has one name in snake_case",
    ],
    [
      ["field", "--name", "article", "--fields", "teaser?=x"],
      "Article is made of other schemas, which this command does not edit",
    ],
    [
      ["filter", "--name", "ticket", "--fields", "tags"],
      "No filter by tags is like the others: write the parameter by hand.",
    ],
    [
      ["filter", "--name", "ticket", "--fields", "constructor"],
      "Ticket has no field constructor to filter by.",
    ],
  ])("%j is refused, and nothing is written", async (args, reason) => {
    const stderr = expect.stringContaining(reason);
    const result = await run("openapi/new/main.ts", ...args);
    expect(result).toMatchObject({ code: 1, stderr });
    expect(result.stderr.trim().split("\n")).toHaveLength(1);
    expect(edited()).toEqual([]);
  });

  test("what it wrote goes again when the rest cannot be written", async () => {
    const generated = join(copy, "generated");
    renameSync(generated, `${generated}-away`);
    writeFileSync(generated, "a file where a folder is");
    const args = ["--name", "lighthouse", "--prefix", "lh", "--fields", "name"];
    expect(await scaffold(...args)).toMatchObject({ code: 1 });
    rmSync(generated);
    renameSync(`${generated}-away`, generated);
    expect(edited()).toEqual([]);
  });

  test("a migration of its name stops it before it has written anything", async () => {
    await run("openapi/new/main.ts", "migration", "lighthouses");
    edited();
    const message = expect.stringContaining(
      "There is a migration lighthouses.",
    );
    const args = ["--name", "lighthouse", "--prefix", "lh", "--fields", "name"];
    expect(await scaffold(...args)).toMatchObject({ code: 1, stderr: message });
    expect(edited()).toEqual([]);
    git("reset", "--hard", "--quiet", "HEAD~2");
  });
});

describe("what it adds to the contract is whole but for texts that a person writes", () => {
  /** Returns the messages of lint after a command, without those about texts. */
  const problemsAfter = async (...args: string[]) => {
    expect(await run("openapi/new/main.ts", ...args)).toMatchObject({
      code: 0,
      stderr: "",
    });
    return (await lint()).filter((message) => !message.includes("TODO: "));
  };
  const written = () => {
    const files = edited();
    git("reset", "--hard", "--quiet", "HEAD~1");
    return files;
  };

  test("a field of a resource that exists, in its requests, its object and an example", async () => {
    const fields = "severity?=enum(minor,major)";
    expect(
      await problemsAfter("field", "--name", "ticket", "--fields", fields),
    ).toEqual([]);
    expect(read("openapi/openapi.yaml").match(/^ {8}severity:/gm)).toHaveLength(
      3,
    );
    expect(
      read("openapi/examples/tickets.yaml").match(/^ +severity: minor$/gm),
    ).toHaveLength(2);
    expect(written()).toEqual([
      "openapi/examples/tickets.yaml",
      "openapi/openapi.yaml",
    ]);
  });

  const filters = [
    { name: "ticket", field: "conversation_id", schema: "schemas/Reference" },
    {
      name: "ticket",
      field: "priority",
      schema: "enum: [low, normal, high, urgent]",
    },
    { name: "webhook", field: "status", schema: "enum: [enabled, disabled]" },
    { name: "contact", field: "created_at", schema: "schemas/Timestamp" },
  ] as const;
  test.each(NIGHTLY ? filters : filters.slice(0, 1))(
    "a filter by $field of the list of $name",
    async ({ name, field, schema }) => {
      const args = ["--name", name, "--fields", field];
      expect(await problemsAfter("filter", ...args)).toEqual([]);
      const added = git("diff", "--", "openapi/openapi.yaml");
      expect(added).toContain(`+        - name: ${field}\n`);
      expect(added).toContain(schema);
      expect(written()).toEqual(["openapi/openapi.yaml"]);
    },
  );

  test("a filter that the list has is refused", async () => {
    const args = ["filter", "--name", "ticket", "--fields", "status"];
    expect(await run("openapi/new/main.ts", ...args)).toMatchObject({
      code: 1,
      stderr: "listTickets has a filter status already.\n",
    });
  });

  // A test that a usual run never executes is a fault there.
  if (NIGHTLY)
    test("a resource that refers to another and can be deleted compiles, with its handlers", async () => {
      const fields = "name=Faro,article_id=ref(article),other_id?=ref(article)";
      expect(
        await problemsAfter(
          ...["resource", "--name", "lighthouse", "--prefix", "lh", "--delete"],
          ...["--fields", fields],
        ),
      ).toEqual([]);
      const compiler = resolve("node_modules/typescript-7/bin/tsc");
      const { stdout } = await run(compiler);
      expect(stdout).toBe("");
      written();
    });
});

describe(
  "lighthouses, and the lighthouse of a ticket",
  { timeout: 300_000 },
  () => {
    const [contract, decisions] = [
      "openapi/openapi.yaml",
      "openapi/decisions.md",
    ];
    test("lint names each text that only a person can write, at each place", async () => {
      // Two names that mean something else to the contract and to SQL.
      const fields =
        "name=Librería del Sur,domain?=libreria.example,example?=Un libro,order?=2," +
        "plan=enum(free,team),size?=enum(small,large),seats=integer(1,500),floor?=integer(-3,90)";
      const written = await scaffold(
        "--name",
        "lighthouse",
        "--prefix",
        "lh",
        "--fields",
        fields,
      );
      expect(written).toMatchObject({ code: 0, stderr: "" });
      edited();
      expect(read(contract)).toMatch(
        / {8}domain:\s+\{\s+type: \[string, "null"\]/,
      ); // D-36
      const marks = read(contract).match(/(?<=")TODO: [^"]*/g) ?? [];
      const todos = (await lint()).map(
        (message) => /TODO: [^"]*/.exec(message)?.[0],
      );
      expect(todos.sort()).toEqual(marks.sort());
    });

    test("a resource takes 2 files by hand", () => {
      edit(contract, /version: 1\.\d+/, "version: 1.99");
      const texts = {
        "TODO: say what lighthouses are.":
          "The lighthouses that contacts belong to.",
        "TODO: say what a lighthouse is.":
          "A lighthouse that contacts belong to.",
        // Nothing of this API is deprecated: the server, the docs and the laws treat one that is
        // here.
        "operationId: listLighthouses\n": `$&      deprecated: true
      x-deprecated-on: "2026-11-01"
      x-sunset: "2099-12-31"
`,
      };
      for (const [from, to] of Object.entries(texts)) edit(contract, from, to);
      edit(
        contract,
        /TODO: say what (\w+) is(;[^.]*)?\./g,
        "The $1 of the lighthouse$2.",
      );
      edit(
        decisions,
        "TODO: say what a reader must know of them.",
        "Two lighthouses may have the same name.",
      );
      edit(
        decisions,
        "TODO: say why the API has lighthouses.",
        "Teams ask for all contacts of a lighthouse.",
      );
      expect(edited()).toEqual([
        "openapi/decisions.md",
        "openapi/openapi.yaml",
      ]);
    });

    test("a field that refers to one takes 6 files by hand at most", async () => {
      for (const name of ["tickets-lighthouse", "lighthouse-of-ticket"])
        expect(
          await run("openapi/new/main.ts", "migration", name),
        ).toMatchObject({ code: 0, stderr: "" });
      const [column = "", reference = ""] = edited().filter((file) =>
        file.includes("-"),
      );
      const field = `        lighthouse_id:
          description: Where it comes from.
          anyOf: [{ $ref: "#/components/schemas/Reference" }, { type: "null" }]\n`;
      edit(
        contract,
        /\n {4}(Create|Update)?Ticket(Request)?:\n[^]*?properties:\n/g,
        `$&${field}`,
      );
      const id = "lighthouse_id: lh_01jqx0a4m2e7yrt9d6b8p5vw3n";
      edit(
        "openapi/examples/tickets.yaml",
        /^( +)conversation_id: cv_.*\n/gm,
        `$&$1${id}\n`,
      );
      edit(
        "openapi/examples/tickets.yaml",
        /( +)conversation_id: null\n/,
        "$&$1lighthouse_id: null\n",
      );
      edit(
        "openapi/examples/tickets.yaml",
        /^( +)priority: low\n/m,
        `$&$1${id}\n`,
      );
      for (const file of [column, reference])
        edit(file, "TODO: say what it adds.", "Where a ticket comes from.");
      edit(
        column,
        "TODO: alter table …",
        "alter table tickets add lighthouse_id text",
      );
      const definition = "(workspace_id, lighthouse_id) references lighthouses";
      edit(
        reference,
        /phase[^]*`/,
        `phase: "reference", table: "tickets", definition: ${JSON.stringify(definition)}`,
      );
      edit(
        "server/store/tables.ts",
        "subject: text(),\n    desc",
        "lighthouse_id: nullable(text()),\n$&",
      );
      const handlers = "server/api/tickets.ts";
      edit(
        handlers,
        "subject: fields.subject,",
        "$& lighthouse_id: fields.lighthouse_id ?? null,",
      );
      for (const [body, next] of [
        ["fields", "  if (!hasContact)"],
        ["change", "  const {\n    tags: _,"],
      ] as const)
        edit(
          handlers,
          next,
          `if (${body}.lighthouse_id && !(await lockRow(tx, "lighthouses", ${body}.lighthouse_id, "key share")))
        throw noContact("lighthouse_id");\n$&`,
        );
      expect(edited()).toHaveLength(6);
    });

    test("CONTRIBUTING names each of these files", () => {
      const contributing = readFileSync("CONTRIBUTING.md", "utf8");
      const contractual = [
        "openapi/openapi.yaml",
        "openapi/examples/",
        "openapi/decisions.md",
      ];
      const stored = ["server/store/migrations/", "server/store/tables.ts"];
      const files = [
        ...contractual,
        ...stored,
        "server/routes.ts",
        "server/api/",
      ];
      expect(
        files.filter((file) => !contributing.includes(`\`${file}\``)),
      ).toEqual([]);
    });

    test("types, lint and the diff pass, and at night the tests of every operation", async () => {
      const command = async (file: string, ...args: string[]) => {
        // A run of CI has a place of its own for the report.
        const env = { CI: "" };
        const ended = await runProgram(file, args, copy, env);
        const { code, stdout, stderr } = ended;
        expect(code, `${file} ${args.join(" ")}\n${stdout}${stderr}`).toBe(0);
      };
      await command("openapi/generate/main.ts");
      await command(resolve("node_modules/typescript-7/bin/tsc"));
      expect(await lint()).toEqual([]);
      await command("openapi/diff/main.ts");
      if (!NIGHTLY) return;
      const vitest = resolve("node_modules/vitest/vitest.mjs");
      for (const { files, project, tests } of lawsOfResources) {
        const report = join(copy, `${project}.json`);
        await command(
          vitest,
          "run",
          ...files.map((name) => `test/${name}`),
          ...["--project", project, "-t", tests.join("|")],
          // One worker, as each compiles the contract and the server for itself.
          ...["--maxWorkers", "1", "--testTimeout", "300000"],
          ...["--reporter", "dot"],
          ...["--reporter", "json", `--outputFile.json=${report}`],
        );
        const passed = passedIn(report);
        const unknown = tests.filter(
          (name) => !passed.some((passing) => new RegExp(name).test(passing)),
        );
        expect(unknown, "no test has these names").toEqual([]);
      }
    }, 600_000);
  },
);
