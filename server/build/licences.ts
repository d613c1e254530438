import { readdirSync, readFileSync } from "node:fs";

/**
 * The licences of the packages that these files come from, as their authors ask for where their code goes.
 * @param files paths from the root of the repository
 * @returns for each package its name, version and licence, and the texts that it brings, at least those of its README
 */
export function licencesOf(files: string[]): string {
  return packagesOf(files)
    .map(licenceOf)
    .join(`\n${"-".repeat(80)}\n\n`);
}

/** A package that is installed. */
interface Package {
  folder: string;
  name: string;
  version: string;
  license?: string;
  /** What old packages have instead. */
  licenses?: { type: string }[];
}

/** The packages that these files come from, each once. */
export function packagesOf(files: string[]): Package[] {
  const folders = files.flatMap((file) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/.exec(file)?.[0] ?? []);
  return [...new Set(folders)].sort().map((folder) => ({
    folder,
    ...(JSON.parse(readFileSync(`${folder}/package.json`, "utf8")) as Omit<Package, "folder">),
  }));
}

function licenceOf({ folder, name, version, license, licenses }: Package): string {
  const read = (file: string) => readFileSync(`${folder}/${file}`, "utf8").trim();
  const files = readdirSync(folder);
  const texts = files.filter((file) => /^(licen[cs]e|notice|copying)/i.test(file)).map(read);
  const readme = files.find((file) => /^readme/i.test(file));
  if (texts.length === 0 && readme !== undefined)
    texts.push(...(/^#+ *licen[cs]e\b[^]*/im.exec(read(readme)) ?? []));
  return [`${name} ${version} (${license ?? licenses?.[0]?.type})`, ...texts].join("\n\n") + "\n";
}
