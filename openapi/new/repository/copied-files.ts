import { existsSync, readdirSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { inRepository, read } from "../template.ts";
import {
  assets,
  entryPoints,
  keptTables,
  leftOut,
  leftOutLines,
  leftOutTexts,
  usedPackages,
} from "./parts.ts";
import {
  modulesOf,
  withoutLines,
  withoutModules,
  withoutUnusedImports,
} from "./source-text.ts";

export const tablesFile = "server/store/tables.ts";

/**
 * Finds the files that the entry points need, except files of this API alone, and the packages that
 * the files use.
 */
export function copiedFiles(written: Map<string, string>): {
  copied: Map<string, string>;
  packages: Set<string>;
} {
  const copied = new Map<string, string>();
  const packages = new Set(usedPackages);
  const isLeftOut = (file: string) =>
    !written.has(file) &&
    leftOut.some((each) => file === each || file.startsWith(`${each}/`));
  const open = [...entryPoints, ...written.keys()];
  for (let file = open.pop(); file !== undefined; file = open.pop()) {
    if (copied.has(file) || isLeftOut(file)) continue;
    const isSource =
      !file.startsWith("generated/") && existsSync(inRepository(file));
    if (!isSource && !written.has(file)) continue;
    const from = (path: string) => join(dirname(file ?? ""), path);
    const isOwn = (path: string) =>
      path.startsWith(".") && isLeftOut(from(path));
    const text = written.get(file) ?? sourceOf(file, isOwn);
    copied.set(file, text);
    if (!/\.[jt]s$/.test(file)) continue;
    for (const path of modulesOf(text)) {
      if (path.startsWith(".")) open.push(from(path));
      else packages.add(packageOf(path));
    }
  }
  for (const file of assets.flatMap(filesIn))
    if (!isLeftOut(file))
      copied.set(file, read(file).replace(leftOutTexts[file] ?? "", ""));
  for (const file of written.keys()) copied.delete(file);
  return { copied, packages };
}

/** A source file without what belongs to this API. */
function sourceOf(file: string, isLeftOut: (path: string) => boolean): string {
  const lines = leftOutLines[file];
  const text = lines ? withoutLines(read(file), lines) : read(file);
  if (!/\.[jt]s$/.test(file)) return text;
  const tables = file === tablesFile ? withTables(text) : text;
  const used = withoutModules(file, tables, isLeftOut);
  // Of tables.ts the new resource uses imports that nothing else does.
  const isWhole = used === read(file) || file === tablesFile;
  return isWhole ? used : withoutUnusedImports(file, used);
}

/** tables.ts with the tables that each API has: each is a block of lines between blank ones. */
const withTables = (text: string): string =>
  text
    .split("\n\n")
    .flatMap((block) => {
      const start = "export const tables = {\n";
      const [head, first] = block.includes(start)
        ? [
            block.slice(0, block.indexOf(start) + start.length),
            block.slice(block.indexOf(start) + start.length),
          ]
        : ["", block];
      const ends = /\n\};$/.test(first) ? "\n};" : "";
      const parts = first.split(/(?<!\*\/)\n(?= {2}(?:\/\*\*|\w+: \{))/);
      const kept = parts.filter((part) => {
        const table = /^ {2}(\w+): \{/m.exec(part)?.[1];
        return table === undefined || keptTables.includes(table);
      });
      const rest = kept.join("\n");
      return [head + rest + (ends !== "" && !rest.endsWith(ends) ? ends : "")];
    })
    .filter((block) => block.trim() !== "")
    .join("\n\n");

/** A file, or the files of a folder. */
const filesIn = (name: string): string[] =>
  statSync(inRepository(name)).isDirectory()
    ? readdirSync(inRepository(name), { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) =>
          join(entry.parentPath, entry.name).slice(inRepository("").length),
        )
    : [name];

const packageOf = (path: string): string =>
  path.split("/", path.startsWith("@") ? 2 : 1).join("/");
