import { execFileSync } from "node:child_process";
import { appendFileSync } from "node:fs";
import { readContract } from "../model/read-contract.ts";
import { readReleases } from "../model/releases.ts";
import { readOptions, runProgram } from "../options.ts";

const record = "openapi/released/releases.yaml";

const help = `node --import tsx openapi/release/to-publish.ts

Finds the recorded release without a tag, and the commit that added it to ${record}. A workflow of GitHub
gets both as its outputs \`tag\` and \`commit\`; both are empty when there is nothing to publish.
`;

const git = (...args: string[]) =>
  execFileSync("git", args, { encoding: "utf8" }).trim();

async function main(): Promise<void> {
  readOptions(help, {});
  const { contract } = await readContract();
  const { version } = contract.info;
  const tag = `v${version}`;
  const reason = reasonAgainst(version, tag);
  const found =
    reason === undefined
      ? { tag, commit: commitThatAdded(version) }
      : { tag: "", commit: "" };
  const file = process.env["GITHUB_OUTPUT"];
  if (file !== undefined)
    appendFileSync(file, `tag=${found.tag}\ncommit=${found.commit}\n`);
  console.log(
    reason ?? `To publish: ${tag}, which is the commit ${found.commit}.`,
  );
}

/** Returns the reason why nothing is to be published, or undefined. */
function reasonAgainst(version: string, tag: string): string | undefined {
  if (!readReleases().has(version))
    return `Nothing to publish: ${version} is not in ${record}.`;
  if (git("tag", "--list", tag) !== "")
    return `Nothing to publish: ${tag} is a tag already.`;
  return undefined;
}

/** Returns the first commit with a version in the record. */
function commitThatAdded(version: string): string {
  const pattern = `^${version.replaceAll(".", "\\.")}:`;
  const commits = git("log", "--format=%H", "-G", pattern, "--", record);
  return commits.split("\n").at(-1) ?? "";
}

await runProgram(main);
