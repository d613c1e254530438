import { mkdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { parse, stringify } from "yaml";
import { run as diffBy } from "../../../openapi/diff/run.ts";
import {
  forOthers,
  readContract,
} from "../../../openapi/model/read-contract.ts";
import { copyRepository, copyWith } from "../copy.ts";

const comment = "# The approved breaks.\n# Each has an owner.\n";

/** A repository with a released and a working contract, and what its commands say. */
function openRepository(released: string, working: string) {
  const copy = copyWith(released, working, comment);
  const path = (file: string) => join(copy.folder, file);
  const outputOf = ({ code, stdout, stderr }: ReturnType<typeof diffBy>) => ({
    code,
    text: stdout + stderr,
  });
  return {
    ...copy,
    path,
    /** Compares its contracts as `npm run diff` does, in this process. */
    diff: (...args: string[]) => {
      const files = ["released/openapi", "openapi"].map((name) =>
        path(`openapi/${name}.yaml`),
      );
      const approvals = path("openapi/approved-breaks.yaml");
      return outputOf(
        diffBy([
          ...files,
          "--approvals",
          approvals,
          "--check-version",
          ...args,
        ]),
      );
    },
    release: async (...args: string[]) =>
      outputOf(await copy.run("openapi/release/main.ts", ...args)),
  };
}

const library = readFileSync("test/openapi/other/openapi.yaml", "utf8");

test("the first release has nothing before it", async () => {
  const { release, read, path } = openRepository(library, library);
  rmSync(path("openapi/released"), { recursive: true });
  expect(await release("--draft")).toEqual({
    code: 0,
    text: "No entry is needed: this is the first release.\n",
  });
  expect(await release()).toEqual({
    code: 0,
    text: "Released 2.0.0. Run npm run generate, and commit all of it. Tag that commit v2.0.0.\n",
  });
  const record = read("openapi/released/releases.yaml");
  expect(Object.keys(parse(record) as object)).toEqual(["2.0.0"]);
});

test("a designer adds a field, breaks one, approves the break, and releases", async () => {
  const { edit, diff, release, read, write, path } = openRepository(
    library,
    library,
  );
  const contract = "openapi/openapi.yaml";
  mkdirSync(path("client"));
  const readmes = ["README.md", "client/README.md"];
  for (const name of readmes) write(name, "npm i contacts-client-2.0.0.tgz");
  edit(contract, "        id: {", "        nickname: { type: string }\n$&");
  expect(diff()).toEqual({
    code: 3,
    text: expect.stringContaining("ask for 2.1.0"),
  });
  edit(contract, "version: 2.0.0", "version: 2.1.0");
  expect(diff()).toEqual({
    code: 0,
    text: expect.stringContaining("`nickname` of `Book` was added"),
  });

  edit(contract, "default: 10", "default: 20");
  const broken = diff();
  const changed = "The default of `limit` was `10` and is `20`.";
  expect(broken).toEqual({ code: 1, text: expect.stringContaining(changed) });
  const approved = diff("--format", "approvals")
    .text.replace('reason: ""', "reason: Pages of 10 were slow.")
    .replace('owner: ""', "owner: The API team")
    .replace('expires: ""', "expires: 2999-12-31");
  edit("openapi/approved-breaks.yaml", /$/, approved);
  edit(contract, "version: 2.1.0", "version: 3.0.0");
  expect(diff()).toEqual({
    code: 0,
    text: expect.stringContaining("approved"),
  });

  expect(await release()).toEqual({
    code: 1,
    text: expect.stringContaining("npm run release -- --draft"),
  });
  const unsaid = expect.stringContaining(
    "does not say what callers have to do",
  );
  edit(
    "CHANGELOG.md",
    "## 1.0.0",
    "## Unreleased\n\nPages are longer, because\nthey were slow.\n\n$&",
  );
  expect(await release("--draft")).toEqual({ code: 1, text: unsaid });
  expect(await release()).toEqual({
    code: 1,
    text: expect.stringContaining('behind "Migration:"'),
  });
  edit(
    "CHANGELOG.md",
    "  Migration:",
    "  Migration: Send `limit=10` to keep the old size.",
  );
  expect(await release("--draft")).toMatchObject({ code: 0 });
  expect(read("CHANGELOG.md")).toMatch(
    /^# Changelog\n\n## 3\.0\.0\n\nPages are longer, because\nthey were slow\.\n\n### Breaking\n\n- The default of .*\n {2}Migration: Send `limit=10` to keep the old size\.\n\n### Added\n\n- Property `nickname` of `Book` was added\.[^]*\n\n## 1\.0\.0\n\nThe first one\.\n$/,
  );

  expect(await release()).toEqual({
    code: 0,
    text: expect.stringMatching(
      /^This is a new major version\.[^]*that commit v3\.0\.0/,
    ),
  });
  expect(await release()).toEqual({
    code: 1,
    text: expect.stringContaining("3.0.0 is released already"),
  });
  expect(parse(read("openapi/released/openapi.yaml"))).toEqual(
    forOthers((await readContract(path(contract))).contract),
  );
  expect(read("openapi/released/2.0.0.yaml")).toBe(library);
  for (const name of readmes)
    expect(read(name)).toBe("npm i contacts-client-3.0.0.tgz");
  expect(read("openapi/approved-breaks.yaml")).toBe(comment);
  expect(diff()).toEqual({
    code: 0,
    text: expect.stringContaining("0 breaking, 0 additions"),
  });
});

test("a release of texts alone needs an entry that somebody writes, and keeps its date", async () => {
  const next = library.replace("version: 2.0.0", "version: 2.0.1");
  const { edit, release, read } = openRepository(library, next);
  const without = expect.stringContaining("has no entry for 2.0.1");
  expect(await release("--dry-run")).toEqual({ code: 1, text: without });

  edit(
    "CHANGELOG.md",
    "## 1.0.0",
    "## 2.0.1\n\nReleased on 2026-01-02.\n\nTexts are clearer.\n\n$&",
  );
  const said = read("CHANGELOG.md");
  expect(await release("--dry-run")).toEqual({
    code: 0,
    text: "2.0.1 can be released. Nothing was written.\n",
  });
  expect(read("CHANGELOG.md")).toBe(said);
  expect(await release()).toEqual({
    code: 0,
    text: expect.stringMatching(/^Released 2\.0\.1\./),
  });
  expect(read("CHANGELOG.md")).toMatch(
    /^# Changelog\n\n## 2\.0\.1\n\nReleased on 2026-01-02\.\n\nTexts are clearer\.\n\n## 1\.0\.0\n/,
  );
  const record = parse(read("openapi/released/releases.yaml")) as object;
  expect(Object.keys(record)).toEqual(["2.0.0", "2.0.1"]);
});

test("unreleased text with headings of its own stays where it is", async () => {
  const next = library.replace("version: 2.0.0", "version: 2.0.1");
  const { edit, release, read } = openRepository(library, next);
  const unreleased = "## Unreleased\n\n### Added\n\n- Faster lists.\n\n";
  edit("CHANGELOG.md", "## 1.0.0", `${unreleased}$&`);

  expect(await release("--draft")).toMatchObject({ code: 0 });

  expect(read("CHANGELOG.md")).toContain(`## 2.0.1\n\n${unreleased}## 1.0.0`);
});

test("no entry is drafted when callers see no difference", async () => {
  const { release, read } = openRepository(library, library);
  const before = read("CHANGELOG.md");
  expect(await release("--draft")).toEqual({
    code: 0,
    text: "No entry is needed: callers of the released contract see no difference.\n",
  });
  expect(read("CHANGELOG.md")).toBe(before);
});

test("each break has one finding, one approval and one migration, also when two read the same", async () => {
  const contract = (version: string, statuses: string[]) => {
    const responses = Object.fromEntries(
      statuses.map((status) => [status, { description: "Said." }]),
    );
    const paths = Object.fromEntries(
      ["/a", "/b"].map((name) => [name, { get: { responses } }]),
    );
    const info = { title: "Two", version };
    return stringify(
      { openapi: "3.1.0", info, paths },
      { aliasDuplicateObjects: false },
    );
  };
  const { diff, release, read, write } = openRepository(
    contract("1.0.0", ["200", "404"]),
    contract("2.0.0", ["200"]),
  );
  const approvals = "openapi/approved-breaks.yaml";

  const { code, text } = diff("--format", "approvals");
  const removed = expect.objectContaining({ rule: "response-removed" });
  expect([code, parse(text)]).toEqual([1, [removed, removed]]);
  write(approvals, text);
  expect(diff()).toEqual({
    code: 2,
    text: expect.stringMatching(
      /approved-breaks\.yaml:1: `reason` must be filled in, `owner` must be filled in, `expires` must be filled in\.\n.*approved-breaks\.yaml:7: /,
    ),
  });
  const dated = read(approvals).replaceAll(
    'expires: ""',
    "expires: 2999-12-31",
  );
  write(approvals, dated.replaceAll(/(reason|owner): ""/g, "$1: The API team"));
  expect(diff()).toMatchObject({ code: 0 });

  write("CHANGELOG.md", "# Changelog\n");
  await release("--draft");
  expect(read("CHANGELOG.md")).toMatch(/^# Changelog\n\n## 2\.0\.0\n/);
  let written = 0;
  const drafted = read("CHANGELOG.md").replaceAll(
    / {2}Migration:$/gm,
    () => `  Migration: Way ${++written}.`,
  );
  expect(written).toBe(2);
  write("CHANGELOG.md", drafted);
  expect(await release("--draft")).toMatchObject({ code: 0 });
  expect(read("CHANGELOG.md")).toBe(drafted);
});

test("nothing is released while lint finds a problem", async () => {
  const next = library.replace("version: 2.0.0", "version: 3.0.0");
  const copy = copyRepository([
    "openapi",
    "client",
    "redocly.yaml",
    "package.json",
  ]);
  rmSync(join(copy.folder, "openapi/released"), { recursive: true });
  mkdirSync(join(copy.folder, "openapi/released"));
  copy.write("openapi/released/openapi.yaml", library);
  copy.write("openapi/openapi.yaml", next);
  copy.write("openapi/approved-breaks.yaml", "");
  copy.write("CHANGELOG.md", "# Changelog\n\n## 3.0.0\n\nTexts.\n");
  const { code, stdout, stderr } = await copy.run("openapi/release/main.ts");
  expect([code, stdout]).toEqual([1, ""]);
  expect(stderr).toMatch(
    /^Nothing was released, as npm run lint finds problems:\n[^]*described-fields/,
  );
  // The advice for a new major version is for errors in the programs of callers.
  expect(stderr).not.toContain("This is a new major version");
  expect(copy.read("openapi/released/openapi.yaml")).toBe(library);
  expect(copy.read("CHANGELOG.md")).not.toContain("Released on");
});
