import { execFileSync } from "node:child_process";
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { readContract } from "../model/read-contract.ts";
import { downloads, writeChecksums } from "../docs/downloads.ts";
import { entryOf } from "./changelog.ts";
import { readOptions, runProgram } from "../options.ts";

const root = fileURLToPath(new URL("../../", import.meta.url));
const folder = join(root, "release");
const server = join(root, "dist");

const help = `node --import tsx openapi/release/files.ts [--tag TAG]

Puts into release/ what a consumer downloads. With --tag it refuses a tag that is not that of the contract's version.
`;

/**
 * Puts into `release/` what a consumer downloads: contract, docs, client, the built server with its bill of materials, what
 * changed, and checksums of all.
 */
function main(): void {
  const values = readOptions(help, { tag: { type: "string" } });
  const { version } = readContract().contract.info;
  if (values.tag !== undefined && values.tag !== `v${version}`)
    throw new Error(
      `The tag is ${values.tag}, the version of the contract ${version}: tag v${version}.`,
    );
  const entry = entryOf(
    readFileSync(join(root, "CHANGELOG.md"), "utf8"),
    version,
  );
  if (entry === undefined)
    throw new Error(`CHANGELOG.md has no entry for ${version}.`);

  const page = join(root, "generated/docs/redoc.html");
  if (
    ![page, ...Object.values(downloads).map(({ file }) => file)].every((file) =>
      existsSync(file),
    )
  )
    throw new Error(
      "The docs and the client are not built yet. Build them with: npm run docs",
    );
  if (!existsSync(join(server, "sbom.cdx.json")))
    throw new Error(
      "The server is not built yet. Build it with: npm run build",
    );

  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder);
  for (const [name, { file }] of Object.entries(downloads))
    copyFileSync(file, join(folder, name));
  copyFileSync(page, join(folder, "docs.html"));
  execFileSync("tar", [
    "-czf",
    join(folder, `contacts-api-server-${version}.tar.gz`),
    "-C",
    server,
    ".",
  ]);
  copyFileSync(
    join(server, "sbom.cdx.json"),
    join(folder, "server-sbom.cdx.json"),
  );
  writeFileSync(join(folder, "CHANGELOG.md"), entry);
  writeChecksums(folder, readdirSync(folder));
  console.log(`Wrote release/: ${readdirSync(folder).join(", ")}`);
}

await runProgram(main);
