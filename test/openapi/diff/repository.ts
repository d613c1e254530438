import { cpSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";

/** A repository in a folder of its own, with what the diff needs and other contracts. */
export function makeRepository(folder: string, released: string, working: string, approvals = ""): string {
  mkdirSync(join(folder, "openapi/released"), { recursive: true });
  for (const part of ["examples", "model", "diff", "release", "html.ts", "options.ts"])
    cpSync(`openapi/${part}`, join(folder, "openapi", part), { recursive: true });
  cpSync("package.json", join(folder, "package.json"));
  symlinkSync(resolve("node_modules"), join(folder, "node_modules"));
  writeFileSync(join(folder, "openapi/released/openapi.yaml"), released);
  writeFileSync(join(folder, "openapi/openapi.yaml"), working);
  writeFileSync(join(folder, "openapi/approved-breaks.yaml"), approvals);
  writeFileSync(join(folder, "CHANGELOG.md"), "# Changelog\n\n## 1.0.0\n\nThe first one.\n");
  return folder;
}
