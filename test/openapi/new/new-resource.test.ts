import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { describe, expect, test } from "vitest";
import { run as runProgram } from "../../support/process.ts";
import { copyTracked } from "./tracked-copy.ts";

// What CONTRIBUTING.md says of a new resource and of a new field is done in a copy of the repository: a resource of the
// scaffold, a reference of tickets to it, and then the checks that hold for every operation.
// Nobody will add lighthouses to this API: what somebody adds must not make this test fail.

const { folder: copy, read, edit, run, scaffold, edited, lint } = copyTracked();

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
      "server/operator/erase-workspace",
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
      ...(hasDatabase
        ? ["a list of .* is read in the order of its index"]
        : []),
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
        file.startsWith("server/store/migrations/"),
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
          "--project",
          project,
          "-t",
          tests.join("|"),
          // One worker, as each compiles the contract and the server for itself.
          "--maxWorkers",
          "1",
          "--testTimeout",
          "300000",
          "--reporter",
          "dot",
          "--reporter",
          "json",
          `--outputFile.json=${report}`,
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
