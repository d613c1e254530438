import { cpSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";

const parts = [
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

/** What `npm run dev` needs of the repository, in a folder of its own, so that its contract can be edited. */
export function copyRepository(folder: string): (from: string | RegExp, to: string) => void {
  for (const part of parts) cpSync(part, join(folder, part), { recursive: true });
  symlinkSync(resolve("node_modules"), join(folder, "node_modules"));
  const contract = join(folder, "openapi/openapi.yaml");
  return (from, to) => {
    const before = readFileSync(contract, "utf8");
    const after = before.replace(from, to);
    if (before === after) throw new Error(`The contract has no ${String(from)}.`);
    writeFileSync(contract, after);
  };
}
