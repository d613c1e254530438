import { afterAll, describe, expect, test } from "vitest";
import { decide } from "../../../openapi/diff/decide.ts";
import { run as diff } from "../../../openapi/diff/run.ts";
import { temporaryFolder } from "../../support/folder.ts";
import { copyWith } from "../copy.ts";
import { git, hasGit } from "../../support/git.ts";
import { contract, get, other, writeIn } from "./notes.ts";

const folder = temporaryFolder(afterAll);
const write = (name: string, text: string) => writeIn(folder, name, text);
const one = write("one.yaml", contract(get));

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
      name: "an approval of another rule",
      code: 1,
      prints: "matches no break",
      released: before,
      working: major,
      approvals: approval().replace("operation-removed", "response-removed"),
    },
    {
      name: "an approval of another place",
      code: 1,
      prints: "matches no break",
      released: before,
      working: major,
      approvals: approval().replace("~1o", "~1n"),
    },
    {
      name: "an approval without an owner",
      code: 2,
      prints: "approvals.yaml:2: must have required property 'owner'",
      released: before,
      working: major,
      approvals: approval().replace(/ {2}owner: .*\n/, ""),
    },
    {
      name: "an approval with neither a reason nor an owner",
      code: 2,
      prints:
        "approvals.yaml:2: must have required property 'reason', must have required property 'owner'",
      released: before,
      working: major,
      approvals: approval().replace(/ {2}reason: .*\n {2}owner: .*\n/, ""),
    },
    {
      name: "an approval whose reason is a space",
      code: 2,
      prints: "approvals.yaml:2: `reason` must be filled in",
      released: before,
      working: major,
      approvals: approval().replace(/reason: .*/, 'reason: " "'),
    },
    {
      name: "an approval until more than a day",
      code: 2,
      prints: "approvals.yaml:2: `expires` must match",
      released: before,
      working: major,
      approvals: approval(undefined, "2999-12-31T00:00"),
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
      name: "an addition in a higher minor version than it needs",
      code: 0,
      prints: "ask for version 1.9.0",
      released: version(after, "1.8.0"),
      working: version(before, "1.10.0"),
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
    const ended = diff([
      ...files,
      "--approvals",
      approved,
      "--check-version",
      ...config,
    ]);
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

  test("a base alone is compared with the contract of the repository, by the levels of the repository", async () => {
    const tagged = (tag: string) =>
      after.replace("operationId", `tags: [${tag}], operationId`);
    const { run } = copyWith(tagged("Notes"), tagged("Texts"), "");
    const ended = await run(
      "openapi/diff/main.ts",
      "openapi/released/openapi.yaml",
    );
    expect(ended).toMatchObject({
      code: 1,
      stdout: expect.stringContaining("The tag was `Notes` and is `Texts`."),
    });
  });

  test.skipIf(!hasGit)(
    "without arguments, the command compares what is released, by the list of the repository",
    async () => {
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
    },
  );
});
