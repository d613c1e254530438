import { hash } from "node:crypto";
import {
  copyFileSync,
  cpSync,
  existsSync,
  readdirSync,
  readFileSync,
  renameSync,
  writeFileSync,
} from "node:fs";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { released } from "../diff/contract/source.ts";
import {
  changelogFile,
  packageName,
  publishedFile,
  publishedFolder,
  readReleases,
  releasedPackages,
} from "../model/releases.ts";

const root = fileURLToPath(new URL("../../", import.meta.url));
const generated = (name: string) => join(root, "generated", name);

interface Download {
  /** The path of the file. */
  file: string;
  /** The description of the file for a reader. */
  is: string;
}

/** The folder in which the client's package is built. */
export const clientFolder = generated("client");

/** The folder in which the clients in other languages are built, by `npm run portability -- --only package`. */
export const packagesFolder = generated("packages");

/** A package of the client in another language. */
interface Package {
  language: string;
  file: string;
}

const languages: Record<string, string> = {
  ".whl": "Python",
  ".tar.gz": "Go",
};

/** The packages in other languages that are built for a version, by language. Empty before a build. */
export function packagesOf(version: string): Package[] {
  const built = existsSync(packagesFolder) ? readdirSync(packagesFolder) : [];
  return Object.entries(languages).flatMap(([extension, language]) =>
    built
      .filter((name) => name.endsWith(extension))
      .filter((name) => name.includes(`-${version}`))
      .map((name) => ({ language, file: join(packagesFolder, name) })),
  );
}

/** What the docs of a version offer for download: the name → where it is, and what. */
export function downloadsOf(version: string): Record<string, Download> {
  const client = clientPackage(version);
  return {
    "openapi.yaml": {
      file: generated("openapi.yaml"),
      is: "the contract, OpenAPI 3.1",
    },
    "openapi.json": { file: generated("openapi.json"), is: "the same as JSON" },
    "openapi-3.0.json": {
      file: generated("openapi-3.0.json"),
      is: "for tools that read OpenAPI 3.0 only",
    },
    "openapi-codegen.json": {
      file: generated("openapi-codegen.json"),
      is: "for generators of clients, OpenAPI 3.0",
    },
    ...(client !== undefined && {
      [basename(client)]: {
        file: client,
        is: "the typed client, a package for npm",
      },
    }),
    ...Object.fromEntries(
      packagesOf(version).map(({ language, file }) => [
        basename(file),
        { file, is: `the client for ${language}` },
      ]),
    ),
    "types.ts": {
      file: generated("types.ts"),
      is: "the types of the contract",
    },
    "CHANGELOG.md": { file: changelogFile, is: "what has changed" },
  };
}

/** The client's package of a version: the released one, or that of the last build. Undefined before a build. */
export function clientPackage(version: string): string | undefined {
  if (releasedPackages().includes(version))
    return publishedFile(version, packageName(version));
  const built = existsSync(clientFolder) ? readdirSync(clientFolder) : [];
  const name = built.find((each) =>
    each.startsWith(`contacts-client-${version}-dev.`),
  );
  return name === undefined ? undefined : join(clientFolder, name);
}

/** The SHA-256 of a file, as SHA256SUMS has it. */
export const checksumOf = (file: string): string =>
  hash("sha256", readFileSync(file));

/** The checksum of a package, as a package-lock.json has it. */
export const integrityOf = (file: string): string =>
  `sha512-${hash("sha512", readFileSync(file), "base64")}`;

const scenarios = join(root, "openapi/scenarios");

/** Writes them into a folder with their checksums, and the scenarios beside their contract. */
export function writeDownloads(folder: string, version: string): void {
  for (const name of existsSync(scenarios) ? readdirSync(scenarios) : []) {
    const scenario = readFileSync(join(scenarios, name), "utf8");
    writeFileSync(join(folder, name), scenario.replace("../../generated/", ""));
  }
  copyFileSync(released, join(folder, "released.yaml"));
  copyReleases(folder);
  const downloads = downloadsOf(version);
  for (const [name, { file }] of Object.entries(downloads))
    copyFileSync(file, join(folder, name));
  writeChecksums(folder, Object.keys(downloads));
}

/** Copies the files that each release published, whose addresses have its version. The packages are beside the pages. */
function copyReleases(folder: string): void {
  for (const version of readReleases().keys()) {
    const published = publishedFolder(version);
    if (existsSync(published))
      cpSync(published, join(folder, version), { recursive: true });
  }
  for (const version of releasedPackages())
    renameSync(
      join(folder, version, packageName(version)),
      join(folder, packageName(version)),
    );
}

/** Writes the checksums of files, as `sha256sum --check` reads them. */
export function writeChecksums(folder: string, names: string[]): void {
  const lines = names.map(
    (name) => `${checksumOf(join(folder, name))}  ${name}\n`,
  );
  writeFileSync(join(folder, "SHA256SUMS"), lines.join(""));
}
