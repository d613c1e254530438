type Versions = Record<string, string>;

export interface Manifest extends Record<string, unknown> {
  name: string;
  description: string;
  scripts: Versions;
  dependencies: Versions;
  devDependencies: Versions;
}

interface Locked {
  dependencies?: Versions;
  optionalDependencies?: Versions;
  peerDependencies?: Versions;
}

interface Lock extends Record<string, unknown> {
  name: string;
  packages: Record<
    string,
    Locked & { name?: string; devDependencies?: Versions }
  >;
}

const pick = (all: Versions, isWanted: (name: string) => boolean): Versions =>
  Object.fromEntries(Object.entries(all).filter(([name]) => isWanted(name)));

/** The manifest with the scripts and the packages that the new repository uses. */
export function smallManifest(
  manifest: Manifest,
  {
    name,
    description,
    scripts,
    packages,
  }: {
    name: string;
    description: string;
    scripts: Versions;
    packages: Set<string>;
  },
): Manifest {
  const isUsed = (dependency: string) => packages.has(dependency);
  return {
    ...manifest,
    name,
    description,
    scripts,
    dependencies: pick(manifest.dependencies, isUsed),
    devDependencies: pick(manifest.devDependencies, isUsed),
  };
}

/**
 * The lock with the packages that a manifest needs, so that `npm ci` installs the same versions.
 */
export function smallLock(lock: Lock, manifest: Manifest): Lock {
  const { packages } = lock;
  const { name, dependencies, devDependencies } = manifest;
  const root = { ...packages[""], name, dependencies, devDependencies };
  const kept = new Set<string>();
  const visit = (from: string, of: Locked): void => {
    const needed = {
      ...of.dependencies,
      ...of.optionalDependencies,
      ...of.peerDependencies,
    };
    for (const each of Object.keys(needed)) {
      const place = placeOf(packages, from, each);
      if (place === undefined || kept.has(place)) continue;
      kept.add(place);
      visit(place, packages[place] ?? {});
    }
  };
  visit("", { dependencies: { ...dependencies, ...devDependencies } });
  const all = Object.entries(packages).filter(([place]) => kept.has(place));
  return {
    ...lock,
    name,
    packages: { "": root, ...Object.fromEntries(all) },
  };
}

/**
 * The place of a package as Node finds it: in the folder of the package that needs it, or in one
 * above.
 */
function placeOf(
  packages: Lock["packages"],
  from: string,
  name: string,
): string | undefined {
  for (let folder = from; ;) {
    const place = `${folder === "" ? "" : `${folder}/`}node_modules/${name}`;
    if (place in packages) return place;
    if (folder === "") return undefined;
    const above = folder.lastIndexOf("/node_modules/");
    folder = above < 0 ? "" : folder.slice(0, above);
  }
}
