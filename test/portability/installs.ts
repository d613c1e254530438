import { createHash } from "node:crypto";
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { command, CommandFailed, Unavailable, type CommandOptions } from "./command.ts";

/** Where everything is installed and generated: ignored by git, and gone with `node_modules`. */
export const cache = fileURLToPath(new URL("../../node_modules/.cache/portability/", import.meta.url));
const pins = fileURLToPath(new URL("pins/", import.meta.url));
/** A file of `pins/`. */
export const pin = (file: string) => join(pins, file);

/** The packages of `pins/npm`, with the hashes of its lock file. Work folders below the cache find them. */
export const npm = once("npm", ["package.json", "package-lock.json"], async () => {
  await reach("npm", ["ci", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"], {
    cwd: cache,
  });
});

/** A program of a package of `pins/npm`. */
export const npmBin = (name: string) => join(cache, "node_modules/.bin", name);

/** The packages of `pins/python`, with the hashes of `requirements.txt`. */
export const python = once("python", ["requirements.txt"], async () => {
  await command("python3", ["-m", "venv", join(cache, "venv")]);
  const file = join(pins, "python/requirements.txt");
  await reach(pythonBin("pip"), [
    "install",
    "--quiet",
    "--require-hashes",
    "--only-binary",
    ":all:",
    "-r",
    file,
  ]);
});

/** A program of the virtual environment of `pins/python`. */
export const pythonBin = (name: string) => join(cache, "venv/bin", name);

/** The jars of `pins/maven`, held against its SHA256SUMS. */
export const maven = once("maven", ["pom.xml", "SHA256SUMS"], async () => {
  const pom = join(pins, "maven/pom.xml");
  await reach("mvn", [
    ...[
      "--quiet",
      "--batch-mode",
      "--strict-checksums",
      `-Dmaven.repo.local=${join(cache, "m2")}`,
      "-f",
      pom,
    ],
    ...["dependency:copy-dependencies", `-DoutputDirectory=${jars}`],
  ]);
  const sums = readdirSync(jars).map((jar) => `${sha256(join(jars, jar))}  ${jar}\n`);
  const wanted = readFileSync(join(pins, "maven/SHA256SUMS"), "utf8");
  const wrong = sums.filter((line) => !wanted.includes(line)).map((line) => line.trim());
  if (wrong.length > 0) throw new Error(`not in pins/maven/SHA256SUMS: ${wrong.join(", ")}`);
});
const jars = join(cache, "jars");

/** The jars whose name matches, as a class path. */
export const classPath = (pattern: RegExp) =>
  readdirSync(jars)
    .filter((jar) => pattern.test(jar))
    .map((jar) => join(jars, jar))
    .join(":");

/** Go's own cache of modules and builds, so that nothing is left outside. `go.sum` of `pins/go` has the hashes. */
export const goEnv = {
  GOMODCACHE: join(cache, "go/modules"),
  GOCACHE: join(cache, "go/build"),
  GOFLAGS: "-modcacherw",
  GOBIN: join(cache, "go/bin"),
};

/** The tools of `pins/go`. */
export const go = once("go", ["go.mod", "go.sum"], async () => {
  await reach("go", ["install", "tool"], { cwd: join(pins, "go"), env: goEnv });
});

/** Crates of `pins/rust`, by its Cargo.lock. */
export const cargoEnv = { CARGO_HOME: join(cache, "cargo"), CARGO_TARGET_DIR: join(cache, "cargo/target") };

/**
 * An installation that is made once per content of its pins, however many tools wait for it. The pins are copied to the
 * cache, so that installers write nothing beside them.
 */
function once(ecosystem: string, files: string[], install: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | undefined;
  const work = async () => {
    mkdirSync(cache, { recursive: true });
    const wanted = files.map((file) => sha256(join(pins, ecosystem, file))).join(" ");
    const mark = join(cache, `${ecosystem}.installed`);
    if (existsSync(mark) && readFileSync(mark, "utf8") === wanted) return;
    if (ecosystem === "npm")
      for (const file of files) copyFileSync(join(pins, "npm", file), join(cache, file));
    await install();
    writeFileSync(mark, wanted);
  };
  return () => (running ??= work());
}

const sha256 = (file: string) => createHash("sha256").update(readFileSync(file)).digest("hex");

const unreachable =
  /ENOTFOUND|ECONNREFUSED|ETIMEDOUT|EAI_AGAIN|Could not transfer|Unknown host|dial tcp|NewConnectionError|Temporary failure|Could not resolve|403 Forbidden|50[234] /;

/** Runs an installer. @throws Unavailable when its registry cannot be reached */
export async function reach(program: string, args: string[], options: CommandOptions = {}): Promise<string> {
  try {
    return await command(program, args, { timeout: 600, ...options });
  } catch (error) {
    if (error instanceof CommandFailed && unreachable.test(error.output))
      throw new Unavailable(`${program} reaches no registry: ${error.message}`);
    throw error;
  }
}
