import { isUtf8 } from "node:buffer";
import { existsSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { fileState } from "../../model/file-state.ts";
import { git, isGitInstalled } from "../../model/git.ts";
import { adviceFor } from "../../model/require-file.ts";

/** Reads a contract and its other files, from the disk or from git. */
export interface Source {
  /** The path of the contract. Its references are relative to it. */
  path: string;
  /** Returns the name of a path in messages. */
  nameOf(path: string): string;
  /** Returns the text of a file, or undefined when it does not exist. */
  read(path: string): string | undefined;
}

const fromHere = (file: string) =>
  relative(process.cwd(), fileURLToPath(new URL(file, import.meta.url))) ||
  file;

/** The path of the last released contract. */
export const released = fromHere("../../released/openapi.yaml");

/** The path of the working contract. */
export const working = fromHere("../../openapi.yaml");

/**
 * The path of the contract that callers have. Before the first release this is the working one: no
 * caller can break.
 */
export const contractOfCallers = existsSync(released) ? released : working;

/** The path of the approved breaks. */
export const approvedBreaks = fromHere("../../approved-breaks.yaml");

/**
 * Finds a contract: a file, `REVISION:path` of git, or a revision of this repository's contract.
 * @throws Error when it does not exist
 */
export function findContract(name: string): Source {
  if (existsSync(name))
    return { path: name, nameOf: (path) => path, read: readFile };
  const advice = adviceFor(name);
  if (advice !== "") throw new Error(`There is no ${name}.${advice}`);
  if (!isGitInstalled())
    throw new Error(
      `There is no file ${name}, and git, which reads revisions, is not installed.`,
    );
  const [revision = "", path = ""] = (
    name.includes(":") ? name : `${name}:./${working}`
  ).split(/:(.*)/s);
  const prefix = path.startsWith("./")
    ? git(["rev-parse", "--show-prefix"]).stdout.toString().trim()
    : "";
  const read = (file: string) => {
    const { status, stdout } = git(["show", `${revision}:${file}`]);
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
  const state = fileState(file);
  if (!state) return undefined;
  // A shell replaces `<(…)` by a pipe.
  if (!state.isFile() && !state.isFIFO())
    throw new Error(`${file} is no file.`);
  return textOf(readFileSync(file), file);
}

function textOf(bytes: Buffer, file: string): string {
  if (isUtf8(bytes)) return bytes.toString();
  throw new Error(`${file} is no text in UTF-8. Save it in UTF-8.`);
}
