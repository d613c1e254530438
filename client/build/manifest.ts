import { readFileSync } from "node:fs";
import { join } from "node:path";
import { entries, output, programs, root } from "./entries.ts";

/** The imports of the contract. JSON is YAML too, so both are one file and cannot differ. */
const documents = ["./openapi.json", "./openapi.yaml"];

/** The addresses of the repository, when its own manifest has them. */
const { repository, homepage, bugs, devDependencies } = JSON.parse(
  readFileSync(join(root, "package.json"), "utf8"),
) as Record<string, unknown> & { devDependencies: Record<string, string> };
const sdk = "@modelcontextprotocol/sdk";

/**
 * Returns the package.json. The package has the version of the contract, as one tag releases both.
 */
export function manifest(version: string): object {
  const files = (folder: string, source: string) => ({
    types: `./${folder}/${output(source, ".d.ts")}`,
    default: `./${folder}/${output(source, ".js")}`,
  });
  const code = Object.entries(entries).map(([name, source]) => [
    name,
    { import: files("esm", source), require: files("cjs", source) },
  ]);
  const contract = documents.map((name) => [name, "./openapi.json"]);
  return {
    name: "contacts-client",
    version,
    description: "Typed client of the Contacts API, and the contract itself",
    keywords: [
      "contacts",
      "customer-support",
      "api-client",
      "openapi",
      "webhooks",
      "typescript",
    ],
    license: "MIT",
    repository,
    homepage: process.env["DOCS_ADDRESS"] ?? homepage,
    bugs,
    type: "module",
    sideEffects: false,
    engines: { node: ">=20.19" },
    ...legacy("./cjs/", entries["."]),
    bin: Object.fromEntries(
      Object.entries(programs).map(([name, source]) => [
        name,
        `./esm/${output(source, ".js")}`,
      ]),
    ),
    // Needed only by `contacts-client/mcp`.
    ...("./mcp" in entries && {
      peerDependencies: { [sdk]: `^${devDependencies[sdk]}` },
      peerDependenciesMeta: { [sdk]: { optional: true } },
    }),
    exports: Object.fromEntries([
      ...code,
      ...contract,
      // Declarations of consumers may refer to files of inferred types, e.g. of openapi-fetch.
      ["./cjs/*", { types: "./cjs/*.d.ts" }],
      ["./package.json", "./package.json"],
    ]),
  };
}

/**
 * Returns the package.json of a folder, for `moduleResolution: node10`, which does not read
 * `exports`.
 */
export const legacy = (folder: string, source: string) => ({
  main: folder + output(source, ".js"),
  types: folder + output(source, ".d.ts"),
});
