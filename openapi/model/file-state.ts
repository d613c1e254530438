import { statSync, type Stats } from "node:fs";

/** Returns the state of a file or folder, or undefined when there is none. */
export function fileState(path: string): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false });
  } catch (error) {
    // Node 20 throws for a path inside of a file; Node 26 returns undefined.
    if (error instanceof Error && "code" in error && error.code === "ENOTDIR")
      return undefined;
    throw error;
  }
}
