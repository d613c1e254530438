import { isUtf8 } from "node:buffer";
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, statSync } from "node:fs";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";

/** Where a contract and the files that it refers to are read. */
export interface Source {
  /** The path of the contract, from which it refers to others. */
  path: string;
  /** What people call a path. */
  nameOf(path: string): string;
  /** The text of a file, undefined when there is none. */
  read(path: string): string | undefined;
}

const fromHere = (file: string) =>
  relative(process.cwd(), fileURLToPath(new URL(file, import.meta.url))) ||
  file;

/** The contract as it was last released. */
export const released = fromHere("../../released/openapi.yaml");

/** The contract that is worked on. */
export const working = fromHere("../../openapi.yaml");

/** The breaks that somebody decided on. */
export const approvedBreaks = fromHere("../../approved-breaks.yaml");

/**
 * Finds a contract: a file, `REVISION:path` of git, or a revision of this repository's contract.
 * @throws Error when there is none
 */
export function findContract(name: string): Source {
  if (existsSync(name))
    return { path: name, nameOf: (path) => path, read: readFile };
  const [revision = "", path = ""] = (
    name.includes(":") ? name : `${name}:./${working}`
  ).split(/:(.*)/s);
  const prefix = path.startsWith("./")
    ? git("rev-parse", "--show-prefix").stdout.toString().trim()
    : "";
  const read = (file: string) => {
    const { status, stdout } = git("show", `${revision}:${file}`);
    return status === 0 ? textOf(stdout, `${revision}:${file}`) : undefined;
  };
  const source = {
    path: join(prefix, path),
    nameOf: (file: string) => `${revision}:${file}`,
    read,
  };
  if (read(source.path) !== undefined) return source;
  throw new Error(
    `There is no ${name}: neither a file, nor a revision of git, nor REVISION:path of a file in one.`,
  );
}

function readFile(file: string): string | undefined {
  const state = statSync(file, { throwIfNoEntry: false });
  if (!state) return undefined;
  // What a shell puts in the place of a file, as in `<(…)`, is a pipe.
  if (!state.isFile() && !state.isFIFO())
    throw new Error(`${file} is no file.`);
  return textOf(readFileSync(file), file);
}

function textOf(bytes: Buffer, file: string): string {
  if (isUtf8(bytes)) return bytes.toString();
  throw new Error(`${file} is no text in UTF-8. Save it in UTF-8.`);
}

const git = (...args: string[]) =>
  spawnSync("git", args, { maxBuffer: Infinity });
