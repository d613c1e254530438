import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

/** The folder of the generated files. */
export const folder = fileURLToPath(
  new URL("../../generated/", import.meta.url),
);

/** Files and folders that other commands write here. */
const built = ["README.md", "client", "docs", "mock", "packages"];

/**
 * Returns the names of the files in a `generated/` that are missing, left over or different from
 * the files of the contract.
 */
export function drift(expected: Map<string, string>, at = folder): string[] {
  const found = readdirSync(at, { withFileTypes: true })
    .map((entry) => entry.name)
    .filter((name) => !built.includes(name));
  return [...new Set([...expected.keys(), ...found])].filter(
    (name) =>
      !expected.has(name) ||
      !found.includes(name) ||
      expected.get(name) !== readFileSync(at + name, "utf8"),
  );
}

/**
 * Checks that every committed file is up to date: a clone has no bundles until something makes them.
 * @throws Error that names the other files
 */
export function checkCommitted(stale: string[]): void {
  const committed = stale.filter((name) => !isBundle(name));
  if (committed.length === 0)
    return console.log("generated/ matches the contract.");
  throw new Error(
    `generated/ does not match openapi/openapi.yaml: ${committed.join(", ")}.\nMend it with: npm run generate`,
  );
}

const isBundle = (name: string) => name.startsWith("openapi");
