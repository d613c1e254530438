import {
  accessSync,
  constants,
  existsSync,
  mkdirSync,
  statSync,
} from "node:fs";
import { dirname, resolve } from "node:path";
import { messageOf } from "./options.ts";

/**
 * Makes a folder, unless it exists.
 * @throws Error in one line when files cannot be written into it
 */
export function makeFolder(folder: string): void {
  const failure = `The folder ${folder} cannot be written:`;
  if (existsSync(folder) && !statSync(folder).isDirectory())
    throw new Error(`${failure} it is a file.`);
  try {
    addFolder(resolve(folder));
    accessSync(folder, constants.W_OK);
  } catch (error) {
    throw new Error(`${failure} ${messageOf(error)}`, { cause: error });
  }
}

/** Adds one folder after the other: with `recursive` Node never ends below `/proc`. */
function addFolder(folder: string): void {
  if (existsSync(folder)) return;
  addFolder(dirname(folder));
  mkdirSync(folder);
}
