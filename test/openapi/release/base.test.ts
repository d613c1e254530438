import { appendFileSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import {
  afterAll,
  beforeAll,
  beforeEach,
  describe,
  expect,
  test,
} from "vitest";
import { parse, stringify } from "yaml";
import type { Release } from "../../../openapi/model/releases.ts";
import { git as gitIn, hasGit } from "../../support/git.ts";
import { copyWith } from "../copy.ts";

const library = readFileSync("test/openapi/other/openapi.yaml", "utf8");
const record = "openapi/released/releases.yaml";

/** A repository of git whose branch `main` has released 2.0.1. */
const copy = copyWith(library, library, "# The approved breaks.\n", afterAll);
const git = (...args: string[]) => gitIn(copy.folder, ...args);

function commit(): void {
  git("add", "openapi", "CHANGELOG.md");
  git("commit", "--quiet", "--message", "A change");
}

async function release(...args: string[]) {
  const { code, stderr } = await copy.run("openapi/release/main.ts", ...args);
  return { code, lines: stderr.split("\n").slice(0, -1) };
}

async function raise(from: string, to: string): Promise<void> {
  copy.edit("openapi/openapi.yaml", `version: ${from}`, `version: ${to}`);
  copy.edit("CHANGELOG.md", /\n## /, `\n## ${to}\n\nNew.\n$&`);
  expect(await release()).toEqual({ code: 0, lines: [] });
}

/** `npm run release -- --check` of a pull request. */
const check = (base = "main") => release("--check", "--base", base);

function editRecord(change: (releases: Record<string, Release>) => void): void {
  const releases = parse(copy.read(record)) as Record<string, Release>;
  change(releases);
  copy.write(record, stringify(releases));
}

describe.skipIf(!hasGit)("a record", () => {
  beforeAll(async () => {
    git("init", "--quiet", "--initial-branch", "main");
    commit();
    await raise("2.0.0", "2.0.1");
    commit();
  });

  /** Each test works on a branch of its own. */
  beforeEach(() => {
    git("checkout", "--quiet", "--force", "-B", "work", "main");
  });

  test("a release that is added to the record passes", async () => {
    expect(await check()).toEqual({ code: 0, lines: [] });

    await raise("2.0.1", "2.0.2");
    commit();

    expect(await check()).toEqual({ code: 0, lines: [] });
  });

  test("a released contract that is changed together with its checksum is refused, as the base branch has another", async () => {
    const { checksumOf } = await import("../../../openapi/release/record.ts");
    const contract = join(copy.folder, "openapi/released/openapi.yaml");
    appendFileSync(contract, "# Better.\n");
    editRecord((releases) => {
      const entry = releases["2.0.1"] ?? expect.unreachable();
      entry.contract = checksumOf(contract);
      entry.date = "2026-01-01";
      delete entry.published?.["openapi.json"];
    });
    rmSync(join(copy.folder, "openapi/released/2.0.1/openapi.json"));
    commit();

    const { code, lines } = await check();

    expect(code).toBe(1);
    const advice = "Restore it: the record of a release stays as it is.";
    expect(lines).toEqual([
      `${record}: date of 2.0.1 is not as in main. ${advice}`,
      `${record}: contract of 2.0.1 is not as in main. ${advice}`,
      `${record}: published openapi.json of 2.0.1 is not as in main. ${advice}`,
    ]);
  });

  test("a file that is added to a release later is refused", async () => {
    const { checksumOf } = await import("../../../openapi/release/record.ts");
    copy.write("openapi/released/2.0.1/more.json", "{}\n");
    const added = join(copy.folder, "openapi/released/2.0.1/more.json");
    editRecord((releases) => {
      const { published = expect.unreachable() } = releases["2.0.1"] ?? {};
      published["more.json"] = checksumOf(added);
    });
    commit();

    expect(await check()).toEqual({
      code: 1,
      lines: [
        `${record}: published more.json of 2.0.1 is not as in main. Restore it: the record of a release stays as it is.`,
      ],
    });
  });

  test("a release that is taken out of the record is refused, with its files and without", async () => {
    editRecord((releases) => delete releases["2.0.1"]);
    rmSync(join(copy.folder, "openapi/released/2.0.1"), { recursive: true });
    commit();

    const { code, lines } = await check();

    expect(code).toBe(1);
    expect(lines).toContain(
      `${record} has no 2.0.1, which main has. Restore it: the record of a release stays as it is.`,
    );
  });

  test("a base without a record refuses nothing, and one that git does not have is named", async () => {
    expect(await check("main~1")).toEqual({ code: 0, lines: [] });
    expect(await check("nowhere")).toEqual({
      code: 1,
      lines: ["There is no revision nowhere in this repository of git."],
    });
  });
});
