import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { git as gitIn, hasGit } from "../../support/git.ts";
import { run } from "../../support/process.ts";
import { copyWith } from "../copy.ts";

const library = readFileSync("test/openapi/other/openapi.yaml", "utf8");

test.skipIf(!hasGit)(
  "the commit that adds a release to the record is tagged and published, and no other",
  async () => {
    const copy = copyWith(library, library, "# The approved breaks.\n");
    const git = (...args: string[]) => gitIn(copy.folder, ...args);
    const commit = () => {
      git("add", "openapi", "CHANGELOG.md");
      git("commit", "--quiet", "--message", "A change");
      return git("rev-parse", "HEAD");
    };
    const outputs = join(copy.folder, "outputs");
    const toPublish = async () => {
      const program = "openapi/release/to-publish.ts";
      const env = { GITHUB_OUTPUT: outputs };
      return (await run(program, [], copy.folder, env)).stdout.trim();
    };
    git("init", "--quiet");
    commit();
    expect(await toPublish()).toMatch(/^Nothing to publish: 2\.0\.0 is not in/);

    copy.edit("openapi/openapi.yaml", "version: 2.0.0", "version: 2.0.1");
    copy.edit("CHANGELOG.md", "## 1.0.0", "## 2.0.1\n\n$&");
    expect(await copy.run("openapi/release/main.ts")).toMatchObject({
      code: 0,
    });
    const added = commit();
    // A later commit may touch the line of the version, too.
    copy.edit("openapi/released/releases.yaml", "2.0.1:", "2.0.1: # Texts.");
    commit();
    expect(await toPublish()).toBe(
      `To publish: v2.0.1, which is the commit ${added}.`,
    );

    git("tag", "v2.0.1", added);
    expect(await toPublish()).toBe(
      "Nothing to publish: v2.0.1 is a tag already.",
    );
    const nothing = "tag=\ncommit=\n";
    expect(readFileSync(outputs, "utf8")).toBe(
      `${nothing}tag=v2.0.1\ncommit=${added}\n${nothing}`,
    );
  },
);
