import { copyFileSync } from "node:fs";
import { join } from "node:path";

/** Copies a program of `programs/` into a folder. */
export const copyProgram = (file: string, folder: string) =>
  copyFileSync(
    new URL(`programs/${file}`, import.meta.url),
    join(folder, file),
  );
