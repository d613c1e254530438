import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { decide } from "../../../openapi/diff/decide.ts";
import { run as diffBy } from "../../../openapi/diff/main.ts";
import { run } from "../../support/process.ts";
import { copyWith } from "../copy.ts";
import { temporaryFolder } from "../../support/folder.ts";

const folder = temporaryFolder(afterAll);

const contract = (paths: string, more = "") =>
  `openapi: 3.1.0\ninfo: { title: Notes, version: 1.0.0 }\npaths: { ${paths} }\n${more}`;
const get =
  '/n: { get: { operationId: getNotes, responses: { "200": { description: Done. } } } }';
/** The operation of a path, which takes a parameter of a schema. */
const schemaOf = (schema: string, name = "n") =>
  get
    .replace("/n", `/${name}`)
    .replace(
      "getNotes",
      `${name}, parameters: [{ name: q, in: query, schema: ${schema} }]`,
    );
const other =
  '/o: { get: { operationId: getOther, responses: { "200": { description: Done. } } } }';

const write = (name: string, text: string) => {
  const file = join(folder, name);
  writeFileSync(file, text);
  return file;
};
const two = write("two.yaml", contract(`${get}, ${other}`));
const one = write("one.yaml", contract(get));
const git = (cwd: string, ...args: string[]) =>
  execFileSync(
    "git",
    ["-c", "user.name=Test", "-c", "user.email=test@example.com", ...args],
    { cwd },
  );
/** Runs the command in this process. */
const diff = (...args: string[]) => diffBy(args);

describe("the exit code", () => {
  const json = JSON.stringify({
    openapi: "3.0.3",
    info: { title: "Notes", version: "1.0.0" },
    paths: {},
  });
  test.each([
    { is: "0 for an addition", code: 0, args: [one, two] },
    {
      is: "1 for a break in JSON",
      code: 1,
      args: [one, write("none.json", json)],
    },
    {
      is: "2 for a missing file",
      code: 2,
      args: [join(folder, "missing.yaml"), one],
    },
    { is: "2 for an unknown option", code: 2, args: ["--unknown", one] },
    { is: "2 for an unknown format", code: 2, args: ["--format=pdf", one] },
    { is: "2 for three contracts", code: 2, args: [one, one, one] },
  ])("is $is", ({ code, args }) => {
    const ended = diff(...args);
    expect(ended.code, ended.stderr).toBe(code);
    if (code === 2)
      expect(ended.stderr).toMatch(
        /^The contracts were not compared: [^\n]+\n$/,
      );
    else expect(ended.stderr).toBe("");
  });
});

test("what cannot be decided is reported as such, and counts as a break", () => {
  const matching = (pattern: string) =>
    contract(schemaOf(`{ type: string, pattern: ${pattern} }`));
  const { code, stdout } = diff(
    write("a.yaml", matching("^a")),
    write("b.yaml", matching("^b")),
  );
  expect([code, stdout]).toEqual([
    1,
    expect.stringContaining(
      "CANNOT TELL  `pattern` of `q` gained `^b` and lost `^a`.",
    ),
  ]);
  expect(stdout).toContain("the request of GET /n  (diff/cannot-tell)");
  expect(stdout).toContain("0 breaking, 1 undecided, 0 additions");
});

describe("a contract of several files", () => {
  const parts = join(folder, "parts");
  const copy = join(parts, "in/git");
  const note = (fields: string) => `type: object\nproperties: { ${fields} }\n`;
  const schema =
    'content: { application/json: { schema: { $ref: "../note.yaml" } } }';
  const item = `get: { operationId: getNotes, responses: { "200": { description: Done., ${schema} } } }\n`;
  mkdirSync(copy, { recursive: true });
  writeFileSync(join(copy, "item.yaml"), item);
  const split = join(copy, "split.yaml");
  writeFileSync(split, contract("/n: { $ref: item.yaml }"));
  writeFileSync(join(parts, "in/note.yaml"), note("a: {}, b: {}"));
  git(parts, "init", "--quiet");
  git(parts, "add", ".");
  git(parts, "commit", "--quiet", "--message=before");
  const whole = write(
    "whole.yaml",
    contract(
      `/n: { ${item.trim().replace('{ $ref: "../note.yaml" }', "{ properties: { a: {}, b: {} } }")} }`,
    ).replace("properties: { a", "type: object, properties: { a"),
  );
  const broken = expect.stringContaining("Property `b` of `note` was removed");

  test("is compared as one of one file is, and with its parts as they were in a revision of git", async () => {
    expect(diff(split, whole)).toMatchObject({ code: 0, stderr: "" });
    writeFileSync(join(parts, "in/note.yaml"), note("a: {}"));
    expect(diff(whole, split)).toMatchObject({
      code: 1,
      stdout: expect.stringContaining("Property `b` was removed"),
    });
    for (const [base, from] of [
      ["HEAD:in/git/split.yaml", parts],
      ["HEAD:./split.yaml", copy],
    ] as const) {
      const { code, stdout } = await run(
        resolve("openapi/diff/main.ts"),
        [base, split],
        from,
      );
      expect([base, code, stdout]).toEqual([base, 1, broken]);
    }
  }, 120_000);
});

describe("the report", () => {
  test("for people says where, what, for whom and what instead", () => {
    expect(diff(two, one).stdout).toBe(`BREAKING  Path \`/o\` was removed.
          ${two}:3:96  GET /o  (operation-removed)
          ${one}:3:1
          - ${other} }
          Callers get a 404, or wait for its requests in vain.
          Instead: Mark it \`deprecated\` with an \`x-sunset\` date, and remove it when that has passed.

To change it on purpose, append the entries to the approved breaks, and fill in reason, owner and day of expiry:
npm run -s diff -- --format approvals >> openapi/approved-breaks.yaml

Failed: ${two} → ${one}: 1 breaking, 0 additions. They ask for version 2.0.0.
`);
  });

  test("for machines is one JSON document", () => {
    const decision = JSON.parse(diff(two, one, "--format=json").stdout);
    const removed = {
      rule: "operation-removed",
      at: "#/paths/~1o",
      file: two,
      line: 3,
      in: ["GET /o"],
    };
    const versions = {
      base: "1.0.0",
      head: "1.0.0",
      needed: "2.0.0",
      enough: false,
    };
    expect(decision).toMatchObject({
      passes: false,
      breaks: [removed],
      versions,
    });
  });

  test("for GitHub's annotations names file, line and column", () => {
    const { stdout } = diff(two, one, "--format", "github-actions");
    expect(stdout).toContain(
      `::error title=operation-removed,file=${one},line=3,col=1::Path \`/o\` was removed. In GET /o (before: ${two}:3). `,
    );
  });

  test("for a reviewer is a page that needs no other file", () => {
    const file = join(folder, "review.html");
    expect(diff(two, one, "--html", file).code).toBe(1);
    const page = readFileSync(file, "utf8");
    expect(page).toContain("<h3>Path <code>/o</code> was removed.</h3>");
    expect(page).toContain(
      '<pre class="gone">- /o: { get: { operationId: getOther, responses: { &quot;200&quot;:',
    );
    expect(page).not.toMatch(/<script|<link|src=|href=|undefined/);
  });

  test("shows what was written there and what is", () => {
    const limited = (limit: number) =>
      contract(schemaOf(`{\nmaxLength: ${limit}\n}`));
    const { stdout } = diff(
      write("nine.yaml", limited(9)),
      write("eight.yaml", limited(8)),
    );
    expect(stdout).toContain(
      "\n          - maxLength: 9\n          + maxLength: 8\n",
    );
  });

  test("reports equal findings once, with their count", () => {
    const names = Array.from({ length: 40 }, (_, i) => `n${i}`);
    const paths = (limit: number) =>
      contract(
        names
          .map((name) => schemaOf(`{ maxLength: ${limit} }`, name))
          .join(", "),
      );
    const files = [write("long.yaml", paths(9)), write("short.yaml", paths(8))];
    const { stdout } = diff(...files);
    expect(stdout).toContain(
      "BREAKING  40 times: `maxLength` of `q` was 9 and is 8.\n",
    );
    expect(stdout).toContain("GET /n0, GET /n1, GET /n2 and 37 more");
    expect(stdout.match(/^BREAKING/gm)).toHaveLength(1);
    expect(
      JSON.parse(diff(...files, "--format=json").stdout).breaks,
    ).toHaveLength(40);
  });

  test("shows a line that is gone, however far it is from its subject", () => {
    const names = Array.from({ length: 25 }, (_, i) => `f${i}`);
    const schema = (required: string[]) =>
      contract(
        get.replace(
          "description: Done.",
          `description: Done., content: { application/json: { schema: {
required: [
${required.map((name) => `  ${name},\n`).join("")}],
properties: {
${names.map((name) => `  ${name}: {},\n`).join("")}} } } }`,
        ),
      );
    const { stdout } = diff(
      write("all.yaml", schema(names)),
      write("most.yaml", schema(names.slice(1))),
    );
    expect(stdout).toContain("\n          - f0,\n");
  });

  test("reports once what the root asks of every operation", () => {
    const scheme =
      "components: { securitySchemes: { k: { type: http, scheme: bearer } } }";
    const secured = write(
      "secured.yaml",
      contract(`${get}, ${other}`, `security: [{ k: [] }]\n${scheme}`),
    );
    const { breaks } = JSON.parse(diff(two, secured, "--format=json").stdout);
    expect(breaks).toMatchObject([
      { rule: "diff/security-tightened", in: ["GET /n", "GET /o"] },
    ]);
  });
});

const approval = (
  change = "Path `/o` was removed.",
  expires = "2999-12-31",
) => `
- rule: operation-removed
  at: "#/paths/~1o"
  change: "${change}"
  reason: Nobody called it.
  owner: The API team
  expires: ${expires}
`;
const version = (text: string, expected: string) =>
  text.replace("1.0.0", expected);

describe("with approvals and the check of the version", () => {
  const before = contract(`${get}, ${other}`);
  const after = contract(get);
  const major = version(after, "2.0.0");
  const body = (schema: string) =>
    after.replace(
      "Done.",
      `Done., content: { application/json: { schema: ${schema} } }`,
    );
  const stored = body("{ type: object, required: [a], properties: { a: {} } }");
  const warned = approval(
    "Property `a` is always there, and what is stored may lack it.",
  )
    .replace("operation-removed", "diff/response-property-required")
    .replace(
      "~1o",
      "~1n/get/responses/200/content/application~1json/schema/properties/a",
    );
  const minor = version(after, "1.1.0");
  const expired = approval(undefined, "2020-01-01");
  const another = approval("Path `/n` was removed.");
  const unreasoned = approval().replace(/reason: .*/, "reason:");
  const hole = `${approval()}  security: true\n`;
  const plain = body("{ type: object }");
  const next = version(stored, "1.1.0");
  test.each([
    {
      name: "nothing changed",
      code: 0,
      prints: "0 breaking",
      released: after,
      working: after,
      approvals: "",
    },
    {
      name: "a break",
      code: 1,
      prints: "BREAKING",
      released: before,
      working: major,
      approvals: "",
    },
    {
      name: "an approved break in a major version",
      code: 0,
      prints: "approved",
      released: before,
      working: major,
      approvals: approval(),
    },
    {
      name: "an approved break in a minor version",
      code: 3,
      prints: "ask for 2.0.0",
      released: before,
      working: minor,
      approvals: approval(),
    },
    {
      name: "an approved break that closes a hole, in a minor version",
      code: 0,
      prints: "approved",
      released: before,
      working: minor,
      approvals: hole,
    },
    {
      name: "an approval that has expired",
      code: 1,
      prints: "expired on 2020-01-01",
      released: before,
      working: major,
      approvals: expired,
    },
    {
      name: "an approval of another change",
      code: 1,
      prints: "matches no break",
      released: before,
      working: major,
      approvals: another,
    },
    {
      name: "an approval without a break",
      code: 3,
      prints: "matches no break",
      released: after,
      working: after,
      approvals: approval(),
    },
    {
      name: "an approval without a reason",
      code: 2,
      prints: "approvals.yaml:2: `reason` must be",
      released: before,
      working: major,
      approvals: unreasoned,
    },
    {
      name: "an approval that may close a hole",
      code: 2,
      prints: "approvals.yaml:2: `security` must be",
      released: before,
      working: major,
      approvals: hole.replace("true", "maybe"),
    },
    {
      name: "approvals that are no list",
      code: 2,
      prints: "must be array",
      released: before,
      working: major,
      approvals: "rule: operation-removed",
    },
    {
      name: "a warning",
      code: 1,
      prints: "WARNING",
      released: plain,
      working: next,
      approvals: "",
    },
    {
      name: "an approved warning in a minor version",
      code: 0,
      prints: "approved",
      released: plain,
      working: next,
      approvals: warned,
    },
    {
      name: "an addition in the same version",
      code: 3,
      prints: "ask for 1.1.0",
      released: after,
      working: before,
      approvals: "",
    },
    {
      name: "an addition in a minor version",
      code: 0,
      prints: "1 addition",
      released: after,
      working: version(before, "1.1.0"),
      approvals: "",
    },
    {
      name: "a break below 1.0.0",
      code: 0,
      prints: "approved",
      released: version(before, "0.3.1"),
      working: version(after, "0.4.0"),
      approvals: approval(),
    },
    {
      name: "versions that are no numbers",
      code: 3,
      prints: "three numbers",
      released: version(after, "new"),
      working: version(after, "old"),
      approvals: "",
    },
  ])("$name", ({ code, prints, released, working, approvals }) => {
    const files = [
      write("released.yaml", released),
      write("working.yaml", working),
    ];
    const approved = write("approvals.yaml", approvals);
    const config = ["--config", "openapi/diff-levels.yaml"];
    const ended = diff(
      ...files,
      ...["--approvals", approved, "--check-version"],
      ...config,
    );
    expect([ended.code, ended.stdout + ended.stderr]).toEqual([
      code,
      expect.stringContaining(prints),
    ]);
  });

  test("an approval holds until the end of its day", () => {
    const approvals = write("dated.yaml", approval(undefined, "2026-11-22"));
    const on = (today: string) =>
      decide({ base: one, head: one, approvals, today }).issues;
    expect(on("2026-11-22")).toEqual([
      expect.stringContaining("matches no break"),
    ]);
    expect(on("2026-11-23")).toEqual([
      expect.stringContaining("expired on 2026-11-22"),
    ]);
  });

  test("without arguments, the command compares what is released, by the list of the repository", async () => {
    const copy = copyWith(before, major, approval());
    const command = (...args: string[]) =>
      copy.run("openapi/diff/main.ts", ...args);
    expect(await command()).toMatchObject({
      code: 0,
      stdout: expect.stringContaining("approved"),
      stderr: "",
    });
    git(copy.folder, "init", "--quiet");
    git(copy.folder, "add", "openapi");
    git(copy.folder, "commit", "--quiet", "--message=before");
    copy.write("openapi/openapi.yaml", version(before, "2.0.0"));
    for (const base of ["HEAD", "HEAD:openapi/released/openapi.yaml"]) {
      const name = base === "HEAD" ? "HEAD:openapi/openapi.yaml" : base;
      const stdout = expect.stringContaining(
        `: ${name} → openapi/openapi.yaml: 0 breaking`,
      );
      expect(await command(base)).toMatchObject({ code: 0, stdout });
    }
    expect(await command("no-such-revision")).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("neither a file, nor a revision"),
    });
  });
});
