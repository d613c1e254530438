import { accessSync, constants, mkdirSync } from "node:fs";
import { messageOf } from "./options.ts";

/**
 * Makes a folder, unless it exists.
 * @throws Error in one line when files cannot be written into it
 */
export function makeFolder(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true });
    accessSync(folder, constants.W_OK);
  } catch (error) {
    throw new Error(
      `The folder ${folder} cannot be written: ${messageOf(error)}`,
      { cause: error },
    );
  }
}
