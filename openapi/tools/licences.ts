import { readdirSync, readFileSync } from "node:fs";

/**
 * The licences of the packages that these files come from, as their authors ask for where their code goes.
 * @param files paths from the root of the repository
 * @returns for each package its name, version and licence, and the texts that it brings
 */
export function licencesOf(files: string[]): string {
  const folders = files.flatMap((file) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/.exec(file)?.[0] ?? []);
  return [...new Set(folders)]
    .sort()
    .map(licenceOf)
    .join(`\n${"-".repeat(80)}\n\n`);
}

function licenceOf(folder: string): string {
  const { name, version, license } = JSON.parse(readFileSync(`${folder}/package.json`, "utf8")) as {
    name: string;
    version: string;
    license: string;
  };
  const texts = readdirSync(folder)
    .filter((file) => /^(licen[cs]e|notice|copying)/i.test(file))
    .map((file) => readFileSync(`${folder}/${file}`, "utf8").trim());
  return [`${name} ${version} (${license})`, ...texts].join("\n\n") + "\n";
}
