import { readdirSync, readFileSync } from "node:fs";

/** A package that is installed. */
interface Package {
  folder: string;
  name: string;
  version: string;
  /** An SPDX expression. */
  license: string;
}

/**
 * The packages that these files come from, each once. `files` are paths from the root of the
 * repository.
 */
export function packagesOf(files: string[]): Package[] {
  const folders = files.flatMap(
    (file) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/.exec(file)?.[0] ?? [],
  );
  return [...new Set(folders)].sort().map((folder) => {
    const { name, version, license, licenses } = JSON.parse(
      readFileSync(`${folder}/package.json`, "utf8"),
    );
    return { folder, name, version, license: license ?? licenses[0].type }; // old packages have a list
  });
}

/**
 * Returns the licences of packages, which must be copied with the code: the texts that each package
 * brings, or else the licence section of its README.
 */
export const licencesOf = (packages: Package[]): string =>
  packages.map(licenceOf).join(`\n${"-".repeat(80)}\n\n`);

function licenceOf({ folder, name, version, license }: Package): string {
  const read = (file: string) =>
    readFileSync(`${folder}/${file}`, "utf8").trim();
  const files = readdirSync(folder);
  const texts = files
    .filter((file) => /^(licen[cs]e|notice|copying)/i.test(file))
    .map(read);
  const readme = files.find((file) => /^readme/i.test(file));
  if (texts.length === 0 && readme !== undefined)
    texts.push(...(/^#+ *licen[cs]e\b[^]*/im.exec(read(readme)) ?? []));
  return [`${name} ${version} (${license})`, ...texts].join("\n\n") + "\n";
}

/**
 * The software bill of materials of the server, in CycloneDX. `npm sbom` cannot write it: with
 * `--omit=dev` it leaves out what the server and the tools share, such as ajv, and without it lists
 * the tools.
 * @param version the version of the contract; our package.json has none, as the repository itself
 *   is never published
 */
export const sbomOf = (packages: Package[], version: string): object => ({
  bomFormat: "CycloneDX",
  specVersion: "1.5",
  version: 1,
  metadata: {
    component: { type: "application", ...identity("contacts-api", version) },
  },
  components: packages.map(({ name, version, license }) => ({
    type: "library",
    ...identity(name, version),
    licenses: [{ expression: license }],
  })),
});

const identity = (name: string, version: string) => {
  const purl = `pkg:npm/${name.replace("@", "%40")}@${version}`;
  return { "bom-ref": purl, name, version, purl };
};
