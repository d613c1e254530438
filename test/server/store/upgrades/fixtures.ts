import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { brotliDecompressSync, constants } from "node:zlib";

/*
 * Data of released versions, made by their own servers (make-fixtures.ts). `postgres.tar.br` and `embedded.tar.br` have a
 * folder of each commit: a dump or a data folder, the file of `export`, and what the API showed.
 */

/** Versions whose data comes over, oldest first. */
export const releases = {
  "327426ff": "the release 1.1.0",
  "9dfe1857": "the last commit of 1.1.0",
  "588c18b4": "the release 1.2.0",
  "5516bdc3": "a later commit of 1.2.0",
};

export type Commit = keyof typeof releases;

export const fixtures = join(import.meta.dirname, "fixtures");

/** A request with what its response was. */
export interface Exchange {
  method: string;
  path: string;
  headers: Record<string, string>;
  json?: object;
  status: number;
  body: unknown;
}

/** The responses of a server of a commit, before it was stopped. */
export interface Shown {
  /** The time of the last response, when nothing of it had expired. */
  at: string;
  /** A key of the API, which all but visitors use. */
  key: string;
  exchanges: Exchange[];
  /** A creation with an Idempotency-Key. */
  replay: Exchange;
}

/** Encrypts the secrets of all fixtures. */
export const encryptionKey = Buffer.alloc(32, 7);

/** Unpacks the fixture of one commit into a folder, and returns the folder with it. */
export function unpack(
  store: "postgres" | "embedded",
  commit: Commit,
  folder: string,
): string {
  const compressed = readFileSync(join(fixtures, `${store}.tar.br`));
  const archive = brotliDecompressSync(compressed, {
    params: { [constants.BROTLI_DECODER_PARAM_LARGE_WINDOW]: 1 },
  });
  execFileSync("tar", ["-x", "-C", folder, `./${commit}`], { input: archive });
  return join(folder, commit);
}

export const readShown = (folder: string): Shown =>
  JSON.parse(readFileSync(join(folder, "shown.json"), "utf8")) as Shown;
