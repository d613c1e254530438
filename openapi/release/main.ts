import { readOptions, runProgram } from "../options.ts";

const help = `npm run release [-- --draft | --dry-run | --check [--base REVISION]]

Releases the working contract. First it checks that the diff passes, that CHANGELOG.md has the entry, and that lint, the
generated files and the types are in order. Then it writes the published files and the client's package into
openapi/released/, records their checksums in releases.yaml, and empties openapi/approved-breaks.yaml. A released file
never changes.

  --draft     only drafts the entry of CHANGELOG.md, and lists the migrations that are still to be written
  --dry-run   only checks that a release is possible
  --check     only lists changes of earlier releases
  --base      with --check: also lists changes of the record since a revision of git, e.g. the base of a pull request
`;

await runProgram(async () => {
  const options = readOptions(help, {
    draft: { type: "boolean", default: false },
    "dry-run": { type: "boolean", default: false },
    check: { type: "boolean", default: false },
    base: { type: "string" },
  });
  // Loaded only here, as loading takes seconds.
  const { runRelease } = await import("./release.ts");
  await runRelease(options);
});
