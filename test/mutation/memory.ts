import { hash } from "node:crypto";
import {
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  writeFileSync,
} from "node:fs";
import { dirname } from "node:path";
import type { Mutant } from "./mutants.ts";

const memoryFile = "node_modules/.cache/contacts-api/mutation.json";

/** The results of earlier runs. Each counts while the files that it was made from are the same. */
export interface Memory {
  tests: Record<string, TestRun>;
  results: Record<string, Result>;
}

/** A run of one test file on the code without a change. */
export interface TestRun {
  /** The hash of the test file. */
  hash: string;
  isGreen: boolean;
  seconds: number;
  /** The functions that it ran, by their file. */
  functions: Record<string, { hash: string; numbers: number[] }>;
}

export interface Result {
  outcome: "seen" | "not seen" | "not compiled";
  /** The test that saw it. */
  by?: string;
  /** The hashes of the test files that ran. */
  tests: Record<string, string>;
}

export function readMemory(): Memory {
  if (!existsSync(memoryFile)) return { tests: {}, results: {} };
  return JSON.parse(readFileSync(memoryFile, "utf8")) as Memory;
}

export function save(memory: Memory): void {
  mkdirSync(dirname(memoryFile), { recursive: true });
  // A run that is stopped here leaves the file of before.
  writeFileSync(`${memoryFile}.new`, JSON.stringify(memory));
  renameSync(`${memoryFile}.new`, memoryFile);
}

export const hashOfFile = (file: string): string =>
  hash("sha256", readFileSync(file));

/** The key of a result: an edit of the changed file makes it another. */
export const keyOf = (mutant: Mutant): string =>
  `${idOf(mutant)}:${hashOfFile(mutant.file)}`;

/** A mutant in its file. */
export const idOf = ({ file, start, end, replacement }: Mutant): string =>
  `${file}:${start}-${end}:${replacement}`;
