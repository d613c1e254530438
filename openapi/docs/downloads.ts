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
  description: string;
}

/** The folder in which the client's package is built. */
export const clientFolder = generated("client");

/**
 * The folder of the clients in other languages. `npm run portability -- --only package` builds
 * them.
 */
export const packagesFolder = generated("packages");

/** A package of the client in another language. */
interface Package {
  language: string;
  file: string;
}

/** End of a file name → language of the package. */
const languages: Record<string, string> = {
  ".whl": "Python",
  ".tar.gz": "Go",
  ".jar": "Java",
};

/** Returns the built packages of a version in other languages. Empty before a build. */
export function packagesOf(version: string): Package[] {
  const built = existsSync(packagesFolder) ? readdirSync(packagesFolder) : [];
  return Object.entries(languages).flatMap(([extension, language]) =>
    built
      .filter((name) => name.endsWith(extension))
      .filter((name) => name.includes(`-${version}`))
      .map((name) => ({ language, file: join(packagesFolder, name) })),
  );
}

/** Returns name → download, for the docs of a version. */
export function downloadsOf(version: string): Record<string, Download> {
  const client = clientPackage(version);
  return {
    "openapi.yaml": {
      file: generated("openapi.yaml"),
      description: "the contract, OpenAPI 3.1",
    },
    "openapi.json": {
      file: generated("openapi.json"),
      description: "the same as JSON",
    },
    "openapi-3.0.json": {
      file: generated("openapi-3.0.json"),
      description: "for tools that read OpenAPI 3.0 only",
    },
    "openapi-codegen.json": {
      file: generated("openapi-codegen.json"),
      description: "for generators of clients, OpenAPI 3.0",
    },
    ...(client !== undefined && {
      [basename(client)]: {
        file: client,
        description: "the typed client, a package for npm",
      },
    }),
    ...Object.fromEntries(
      packagesOf(version).map(({ language, file }) => [
        basename(file),
        { file, description: `the client for ${language}` },
      ]),
    ),
    "types.ts": {
      file: generated("types.ts"),
      description: "the types of the contract",
    },
    "CHANGELOG.md": { file: changelogFile, description: "what has changed" },
  };
}

/**
 * Returns the path of the client's package of a version: the released package, or the package of
 * the last build. Undefined before a build.
 */
export function clientPackage(version: string): string | undefined {
  if (releasedPackages().includes(version))
    return publishedFile(version, packageName(version));
  const built = existsSync(clientFolder) ? readdirSync(clientFolder) : [];
  const name = built.find((each) =>
    each.startsWith(`contacts-client-${version}-dev.`),
  );
  return name === undefined ? undefined : join(clientFolder, name);
}

/** Returns the SHA-256 of a file, as in SHA256SUMS. */
export const checksumOf = (file: string): string =>
  hash("sha256", readFileSync(file));

/** Computes the checksum of a package in the form of package-lock.json. */
export const integrityOf = (file: string): string =>
  `sha512-${hash("sha512", readFileSync(file), "base64")}`;

const scenarios = join(root, "openapi/scenarios");

/**
 * Copies the downloads, the scenarios and the files of releases into a folder, and writes the
 * checksums.
 */
export function writeDownloads(folder: string, version: string): void {
  for (const name of existsSync(scenarios) ? readdirSync(scenarios) : []) {
    const scenario = readFileSync(join(scenarios, name), "utf8");
    writeFileSync(join(folder, name), scenario.replace("../../generated/", ""));
  }
  if (existsSync(released))
    copyFileSync(released, join(folder, "released.yaml"));
  copyReleases(folder);
  const downloads = downloadsOf(version);
  for (const [name, { file }] of Object.entries(downloads))
    copyFileSync(file, join(folder, name));
  writeChecksums(folder, Object.keys(downloads));
}

/**
 * Copies the published files of each release to a folder with its version, and the packages to the
 * folder of the pages.
 */
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

/** Writes the checksums of files in the form of `sha256sum --check`. */
export function writeChecksums(folder: string, names: string[]): void {
  const lines = names.map(
    (name) => `${checksumOf(join(folder, name))}  ${name}\n`,
  );
  writeFileSync(join(folder, "SHA256SUMS"), lines.join(""));
}
