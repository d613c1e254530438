import { statSync, type Stats } from "node:fs";

/** Returns the state of a file or folder. Returns undefined when there is none, also inside of a file. */
export function fileState(path: string): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false });
  } catch (error) {
    // Node 26 does not throw it.
    if (error instanceof Error && "code" in error && error.code === "ENOTDIR")
      return undefined;
    throw error;
  }
}
