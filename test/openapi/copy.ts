import {
  cpSync,
  mkdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join, resolve } from "node:path";
import { temporaryFolder } from "../support/folder.ts";
import { run, type Ended } from "../support/process.ts";

/** A copy of parts of this repository, in a folder of its own, whose files can be changed. */
export interface Copy {
  folder: string;
  read: (file: string) => string;
  write: (file: string, content: string) => void;
  /** Replaces the first match, as `String.replace` does. @throws Error when there is none */
  edit: (file: string, from: string | RegExp, to: string) => void;
  /** Runs a program of the copy to its end, in its folder. */
  run: (file: string, ...args: string[]) => Promise<Ended>;
}

/** The files that `npm run dev` and `npm run mock` need. */
export const tools = [
  "openapi",
  "server",
  "client",
  "generated",
  "package.json",
  "tsconfig.json",
  "redocly.yaml",
  "CHANGELOG.md",
  "LICENSE",
];

/**
 * Copies parts of the repository, without what was built. It is removed with the test, or at
 * another end.
 */
export function copyRepository(
  parts = tools,
  atEnd?: (remove: () => void) => void,
): Copy {
  const folder = temporaryFolder(atEnd);
  const filter = (path: string) =>
    !/generated\/(client|docs|mock|packages)$/.test(path);
  for (const part of parts)
    cpSync(part, join(folder, part), { recursive: true, filter });
  symlinkSync(resolve("node_modules"), join(folder, "node_modules"));
  const read = (file: string) => readFileSync(join(folder, file), "utf8");
  const write = (file: string, content: string) =>
    writeFileSync(join(folder, file), content);
  const edit = (file: string, from: string | RegExp, to: string) => {
    const before = read(file);
    const after = before.replace(from, to);
    if (before === after) throw new Error(`${file} has no ${String(from)}.`);
    write(file, after);
  };
  return {
    folder,
    read,
    write,
    edit,
    run: (file, ...args) => run(file, args, folder),
  };
}

/** A copy with the contract's tools alone, and with other contracts than ours. */
export function copyWith(
  released: string,
  working: string,
  approvals = "",
  atEnd?: (remove: () => void) => void,
): Copy {
  const copy = copyRepository(["openapi", "package.json"], atEnd);
  rmSync(join(copy.folder, "openapi/released"), { recursive: true });
  mkdirSync(join(copy.folder, "openapi/released"));
  copy.write("openapi/released/openapi.yaml", released);
  copy.write("openapi/openapi.yaml", working);
  copy.write("openapi/approved-breaks.yaml", approvals);
  copy.write("CHANGELOG.md", "# Changelog\n\n## 1.0.0\n\nThe first one.\n");
  return copy;
}
