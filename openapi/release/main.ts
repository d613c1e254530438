import { copyFileSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { stringify } from "yaml";
import {
  changelogFile,
  decideRelease,
  draft,
  refusal,
  writeDraft,
  entryOf,
} from "./changelog.ts";
import { approvedBreaks, released, working } from "../diff/contract/source.ts";
import { textReport } from "../diff/reports.ts";
import { readContract } from "../model/read-contract.ts";
import { readOptions, runProgram } from "../options.ts";

const help = `npm run release [-- --draft | --dry-run]

Makes the working contract the released one, when the diff lets it pass and CHANGELOG.md has its entry, and empties
openapi/approved-breaks.yaml.

  --draft     drafts the entry of CHANGELOG.md instead, and says which migrations are still to be written
  --dry-run   only says whether a release is possible
`;

/** Makes the working contract the released one, when the diff lets it pass and the changelog has its entry. */
function main(): void {
  const options = readOptions(help, {
    draft: { type: "boolean" },
    "dry-run": { type: "boolean" },
  });
  if (options.draft) return writeDraft();
  const decision = decideRelease();
  if (!decision.passes) throw new Error(textReport(decision).trimEnd());
  const changelog = readFileSync(changelogFile, "utf8");
  const drafted = draft(changelog, decision);
  if (drafted && entryOf(changelog, drafted.version) === undefined)
    throw new Error(
      `CHANGELOG.md has no entry for ${drafted.version}. Draft it with: npm run release -- --draft`,
    );
  if (drafted && drafted.withoutMigration.length > 0)
    throw new Error(refusal(drafted.withoutMigration));
  const version = decision.versions?.head ?? "";
  if (options["dry-run"])
    return console.log(`${version} can be released. Nothing was written.`);
  // The docs show each version that callers may still use.
  const before = decision.versions?.base ?? version;
  if (before !== version)
    copyFileSync(released, join(dirname(released), `${before}.yaml`));
  writeFileSync(
    released,
    stringify(readContract(working).contract, {
      aliasDuplicateObjects: false,
      lineWidth: 110,
    }),
  );
  // The docs tell of each version in a feed, which needs its date.
  const today = new Date().toISOString().slice(0, 10);
  const isDated = /^Released on /m.test(entryOf(changelog, version) ?? "");
  if (!isDated)
    writeFileSync(
      changelogFile,
      changelog.replace(
        `## ${version}\n`,
        `## ${version}\n\nReleased on ${today}.\n`,
      ),
    );
  const comment =
    readFileSync(approvedBreaks, "utf8").match(/^(?:#.*\n)*/)?.[0] ?? "";
  writeFileSync(approvedBreaks, comment);
  const tag =
    before === version
      ? ". It keeps its tag"
      : `, and tag the commit v${version}`;
  console.log(
    `Released ${version}. Run npm run generate, commit openapi/, generated/ and CHANGELOG.md${tag}.`,
  );
}

await runProgram(main);
