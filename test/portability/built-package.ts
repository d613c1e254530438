import { mkdirSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { packagesFolder } from "../../openapi/docs/downloads.ts";
import { readContract } from "../../openapi/model/read-contract.ts";
import { readReleases } from "../../openapi/model/releases.ts";
import { command } from "./command.ts";
import type { Trial } from "./tool.ts";

/** The licence that each package contains. */
export const licence = new URL("../../LICENSE", import.meta.url);

/** The same bytes at every build: the first time that a zip can hold. */
export const sourceDate = "315532800";

/**
 * The version in the name of a package: that of the contract, which before its release ends with
 * `suffix`.
 */
export async function versionWith(suffix: string): Promise<string> {
  const { contract } = await readContract();
  const { version } = contract.info;
  return readReleases().has(version) ? version : version + suffix;
}

/** The README of a package with the names in it. */
export function readmeOf(
  language: string,
  names: Record<string, string>,
): string {
  const url = new URL(`packages/${language}.md`, import.meta.url);
  return readFileSync(url, "utf8").replaceAll(
    /\{(file|folder|module|version)\}/g,
    (found, name: string) => names[name] ?? found,
  );
}

/** The code of a language in a README. */
export function codeIn(readme: string, language: string): string {
  const blocks = new RegExp(`^\`\`\`${language}\n([^]*?)^\`\`\``, "m");
  return blocks.exec(readme)?.[1] ?? "";
}

/** Removes the packages of earlier builds. */
export function removePackages(extension: string): void {
  mkdirSync(packagesFolder, { recursive: true });
  for (const name of readdirSync(packagesFolder))
    if (name.endsWith(extension)) rmSync(join(packagesFolder, name));
}

/** Runs the program of a README. @throws Error when it does not print the contact that there is */
export async function runReadme(
  { folder, world }: Trial,
  program: string,
  ...args: string[]
): Promise<void> {
  const printed = await command(program, args, {
    cwd: folder,
    env: world.env,
  });
  if (!printed.includes(world.env["TAKEN_EMAIL"] ?? "no email"))
    throw new Error(`the program of the README printed ${printed}`);
}
