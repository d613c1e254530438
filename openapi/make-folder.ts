import {
  accessSync,
  constants,
  existsSync,
  mkdirSync,
  statSync,
} from "node:fs";
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
    mkdirSync(folder, { recursive: true });
    accessSync(folder, constants.W_OK);
  } catch (error) {
    throw new Error(`${failure} ${messageOf(error)}`, { cause: error });
  }
}
