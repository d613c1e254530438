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
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { readContract } from "../model/read-contract.ts";
import {
  changelogFile,
  publishedFile,
  publishedFolder,
  readReleases,
} from "../model/releases.ts";
import { packagesOf, writeChecksums } from "../docs/downloads.ts";
import { entryOf } from "./changelog.ts";
import { readOptions, runProgram } from "../options.ts";

const root = fileURLToPath(new URL("../../", import.meta.url));
const folder = join(root, "release");
const server = join(root, "dist");

const help = `node --import tsx openapi/release/files.ts

Copies into release/ all files that the release of the contract's version publishes.
`;

/**
 * Copies the downloads of consumers into `release/`: the published files, the packages of the
 * client, the docs, the built server with its
 * bill of materials, the entry of the changelog, and the checksums.
 */
async function main(): Promise<void> {
  readOptions(help, {});
  const { contract } = await readContract();
  const { version } = contract.info;
  if (!readReleases().has(version))
    throw new Error(
      `${version} is not released: openapi/released/releases.yaml does not have it. Release it with: npm run release`,
    );
  const entry = entryOf(readFileSync(changelogFile, "utf8"), version);
  if (entry === undefined)
    throw new Error(`CHANGELOG.md has no entry for ${version}.`);
  const page = join(root, "generated/docs/redoc.html");
  if (!existsSync(page))
    throw new Error(
      "The docs are not built yet. Build them with: npm run docs",
    );
  if (!existsSync(join(server, "sbom.cdx.json")))
    throw new Error(
      "The server is not built yet. Build it with: npm run build",
    );
  const packages = packagesOf(version);
  if (packages.length < 3)
    throw new Error(
      "The packages in other languages are not built yet. Build them with: npm run portability -- --only package",
    );

  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder);
  for (const name of readdirSync(publishedFolder(version)))
    copyFileSync(publishedFile(version, name), join(folder, name));
  for (const { file } of packages)
    copyFileSync(file, join(folder, basename(file)));
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
