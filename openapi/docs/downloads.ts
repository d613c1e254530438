import { hash } from "node:crypto";
import {
  copyFileSync,
  existsSync,
  readdirSync,
  readFileSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { released } from "../diff/contract/source.ts";

const root = fileURLToPath(new URL("../../", import.meta.url));
const generated = (name: string) => join(root, "generated", name);

/** What the docs offer for download: the name → where it is, and what. */
export const downloads = {
  "openapi.yaml": {
    file: generated("openapi.yaml"),
    is: "the contract, OpenAPI 3.1",
  },
  "openapi.json": { file: generated("openapi.json"), is: "the same as JSON" },
  "openapi-3.0.json": {
    file: generated("openapi-3.0.json"),
    is: "for tools that read OpenAPI 3.0 only",
  },
  "contacts-client.tgz": {
    file: generated("client/contacts-client.tgz"),
    is: "the typed client, a package for npm",
  },
  "types.ts": { file: generated("types.ts"), is: "the types of the contract" },
  "CHANGELOG.md": { file: join(root, "CHANGELOG.md"), is: "what has changed" },
};

/** The name of the client's package, by which an installation can be repeated. */
export const clientPackage = (version: string): string =>
  `contacts-client-${version}.tgz`;

/** The checksum of that package, as a package-lock.json has it; without the package, what it begins with. */
export function clientIntegrity(): string {
  const { file } = downloads["contacts-client.tgz"];
  return `sha512-${existsSync(file) ? hash("sha512", readFileSync(file), "base64") : "…"}`;
}

const scenarios = join(root, "openapi/scenarios");

/** Writes them into a folder with their checksums, and the scenarios beside their contract. */
export function writeDownloads(folder: string, version: string): void {
  for (const name of existsSync(scenarios) ? readdirSync(scenarios) : []) {
    const scenario = readFileSync(join(scenarios, name), "utf8");
    writeFileSync(join(folder, name), scenario.replace("../../generated/", ""));
  }
  copyFileSync(released, join(folder, "released.yaml"));
  copyFileSync(
    downloads["contacts-client.tgz"].file,
    join(folder, clientPackage(version)),
  );
  for (const [name, { file }] of Object.entries(downloads))
    copyFileSync(file, join(folder, name));
  writeChecksums(folder, Object.keys(downloads));
}

/** Writes the checksums of files, as `sha256sum --check` reads them. */
export function writeChecksums(folder: string, names: string[]): void {
  const lines = names.map(
    (name) => `${hash("sha256", readFileSync(join(folder, name)))}  ${name}\n`,
  );
  writeFileSync(join(folder, "SHA256SUMS"), lines.join(""));
}
