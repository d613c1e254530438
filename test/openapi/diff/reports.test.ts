import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { run as diff } from "../../../openapi/diff/run.ts";
import { temporaryFolder } from "../../support/folder.ts";
import { contract, get, other, pathWithParameter, writeIn } from "./notes.ts";

const folder = temporaryFolder(afterAll);
const write = (name: string, text: string) => writeIn(folder, name, text);
const two = write("two.yaml", contract(`${get}, ${other}`));
const one = write("one.yaml", contract(get));

describe("the report", () => {
  test("for people says where, what, for whom and what instead", () => {
    expect(diff([two, one]).stdout).toBe(`BREAKING  Path \`/o\` was removed.
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

  test("for people names the line of a keyword, not that of a later title of the same text", () => {
    const withType = (type: string) =>
      contract(pathWithParameter(`{ type: ${type},\n  title: type }`));
    const text = write("text.yaml", withType("string"));
    const number = write("number.yaml", withType("integer"));
    expect(diff([text, number]).stdout).toContain(`${number}:3:`);
  });

  test.each(["text", "markdown", "github"])(
    "as %s shows invisible characters as escapes",
    (format) => {
      const hidden = other.replace("/o", '"/o\\u200B"');
      const invisible = write("hidden.yaml", contract(`${get}, ${hidden}`));
      const { stdout } = diff([two, invisible, "--format", format]);
      expect(stdout).toContain("`/o\\u{200B}`");
    },
  );

  test("for machines is one JSON document", () => {
    const decision = JSON.parse(diff([two, one, "--format=json"]).stdout);
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
    const { stdout } = diff([two, one, "--format", "github-actions"]);
    expect(stdout).toContain(
      `::error title=operation-removed,file=${one},line=3,col=1::Path \`/o\` was removed. In GET /o (before: ${two}:3). `,
    );
  });

  test("for GitHub's annotations has an addition as a notice", () => {
    const { stdout } = diff([one, two, "--format", "github"]);
    expect(stdout).toMatch(
      /^::notice title=added,file=.*two\.yaml,line=3,col=\d+::Path `\/o` was added\./,
    );
  });

  test("for a reviewer is a page that needs no other file", () => {
    const file = join(folder, "review.html");
    expect(diff([two, one, "--html", file]).code).toBe(1);
    const page = readFileSync(file, "utf8");
    expect(page).toContain("<h3>Path <code>/o</code> was removed.</h3>");
    expect(page).toContain(
      '<pre class="gone">- /o: { get: { operationId: getOther, responses: { &quot;200&quot;:',
    );
    expect(page).not.toMatch(/<script|<link|src=|href=|undefined/);
  });

  test("for a reviewer lists what was approved and what was added, too", () => {
    const moved = write(
      "moved.yaml",
      contract(other.replace("/o", "/p").replace("getOther", "getP")),
    );
    const file = join(folder, "approved.html");
    const approvals = write(
      "approvals.yaml",
      diff([two, moved, "--format", "approvals"])
        .stdout.replaceAll(/(reason|owner): ""/g, "$1: x")
        .replaceAll('expires: ""', "expires: 2999-12-31"),
    );
    expect(
      diff([two, moved, "--approvals", approvals, "--html", file]).code,
    ).toBe(0);
    const [, approved = "", added = ""] = readFileSync(file, "utf8").split(
      "<h2>",
    );
    expect(approved).toMatch(/^Approved<.*/);
    for (const path of ["/n", "/o"])
      expect(approved).toContain(`Path <code>${path}</code> was removed.`);
    expect(added).toMatch(/^Additions<.*/);
    expect(added).toContain("Path <code>/p</code> was added.");
  });

  test("shows what was written there and what is", () => {
    const limited = (limit: number) =>
      contract(pathWithParameter(`{\nmaxLength: ${limit}\n}`));
    const page = join(folder, "limited.html");
    const { stdout } = diff([
      write("nine.yaml", limited(9)),
      write("eight.yaml", limited(8)),
      "--html",
      page,
    ]);
    expect(stdout).toContain(
      "\n          - maxLength: 9\n          + maxLength: 8\n",
    );
    expect(readFileSync(page, "utf8")).toContain(
      '<pre class="gone">- maxLength: 9</pre><pre class="new">+ maxLength: 8</pre>',
    );
  });

  test.each([
    { attempts: 5, paths: get, counts: "1 warning, 0 additions" },
    {
      attempts: 4,
      paths: `${get}, ${other}`,
      counts: "2 warnings, 1 addition",
    },
  ])("ends with $counts", ({ attempts, paths, counts }) => {
    const before = "x-limits: { eventDays: 30, attempts: 5 }";
    const after = `x-limits: { eventDays: 7, attempts: ${attempts} }`;
    const { stdout } = diff([
      write("more.yaml", contract(get, before)),
      write("less.yaml", contract(paths, after)),
    ]);
    expect(stdout).toContain(`: 0 breaking, ${counts}.`);
  });

  test("for GitHub says of what cannot be decided that nobody can tell", () => {
    const matching = (pattern: string) =>
      contract(pathWithParameter(`{ type: string, pattern: ${pattern} }`));
    const { stdout } = diff([
      write("begins-with-a.yaml", matching("^a")),
      write("begins-with-b.yaml", matching("^b")),
      "--format=github",
    ]);
    expect(stdout).toContain("). Nobody can tell whether this breaks.");
  });

  test("reports equal findings once, with their count", () => {
    const names = Array.from({ length: 40 }, (_, i) => `n${i}`);
    const paths = (limit: number) =>
      contract(
        names
          .map((name) => pathWithParameter(`{ maxLength: ${limit} }`, name))
          .join(", "),
      );
    const files = [write("long.yaml", paths(9)), write("short.yaml", paths(8))];
    const { stdout } = diff(files);
    expect(stdout).toContain(
      "BREAKING  40 times: `maxLength` of `q` was 9 and is 8.\n",
    );
    expect(stdout).toContain("GET /n0, GET /n1, GET /n2 and 37 more");
    expect(stdout.match(/^BREAKING/gm)).toHaveLength(1);
    expect(
      JSON.parse(diff([...files, "--format=json"]).stdout).breaks,
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
    const { stdout } = diff([
      write("all.yaml", schema(names)),
      write("most.yaml", schema(names.slice(1))),
    ]);
    expect(stdout).toContain("\n          - f0,\n");
  });

  test("reports once what the root asks of every operation", () => {
    const scheme =
      "components: { securitySchemes: { k: { type: http, scheme: bearer } } }";
    const secured = write(
      "secured.yaml",
      contract(`${get}, ${other}`, `security: [{ k: [] }]\n${scheme}`),
    );
    const { breaks } = JSON.parse(diff([two, secured, "--format=json"]).stdout);
    expect(breaks).toMatchObject([
      { rule: "diff/security-tightened", in: ["GET /n", "GET /o"] },
    ]);
  });
});
