import { createHash } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
import { stringify } from "yaml";
import { callsFile } from "./calls-file.ts";
import { catalogueFile } from "./catalogue-file.ts";
import { compileSchemas } from "./compile-schemas.ts";
import { edition30 } from "./edition-30.ts";
import { methodsFile } from "./methods-file.ts";
import { operationsFile } from "./operations-file.ts";
import { takesKey } from "./contract.ts";
import { publishedContract } from "./published.ts";
import { contractFile, readContract } from "./read-contract.ts";
import { strictContract } from "./strict.ts";
import { typesFile } from "./types-file.ts";
import { readOptions } from "../options.ts";

const folder = fileURLToPath(new URL("../../generated/", import.meta.url));
const require = createRequire(import.meta.url);

/** What is built for a release and not committed. */
const uncommitted = ["client", "docs", "mock", "sdks"];

/** Everything that is generated and committed: file name → content. The same bytes on every machine. */
export async function generate(file = contractFile): Promise<Map<string, string>> {
  const { text, contract } = readContract(file);
  const strict = strictContract(contract);
  const published = publishedContract(contract);
  compileSchemas(contract);
  compileSchemas(strict);
  const banner = "// Generated from openapi/openapi.yaml by `npm run generate`. Do not edit.\n\n";
  const yamlBanner = "# Generated from the source of the contract by `npm run generate`. Do not edit.\n";
  const files = new Map([
    ["README.md", readme],
    ["types.ts", banner + (await typesFile(strict))],
    ["operations.ts", banner + operationsFile(strict)],
    ["catalogue.ts", banner + catalogueFile(strict)],
    ["calls.ts", banner + callsFile(strict)],
    ["methods.ts", banner + methodsFile(strict, takesKey)],
    ["messenger-methods.ts", banner + methodsFile(strict, (operation) => !takesKey(operation))],
    ["openapi.json", json(published)],
    ["openapi-3.0.json", json(edition30(published))],
    ["openapi.yaml", yamlBanner + stringify(published, { aliasDuplicateObjects: false, lineWidth: 120 })],
    ["strict.json", json(strict)],
  ]);
  const manifest = {
    contract: { version: contract.info.version, sha256: sha256(text) },
    generators: Object.fromEntries(
      ["openapi-typescript", "typescript", "yaml"].map((name) => [name, version(name)]),
    ),
    files: Object.fromEntries([...files].map(([name, content]) => [name, sha256(content)])),
  };
  return files.set("manifest.json", json(manifest));
}

/** Names of the files in `generated/` that are missing, left over or differ from what the contract gives. */
export function drift(wanted: Map<string, string>): string[] {
  const found = readdirSync(folder, { withFileTypes: true })
    .map((entry) => entry.name)
    .filter((name) => !uncommitted.includes(name));
  return [...new Set([...wanted.keys(), ...found])].filter(
    (name) =>
      !wanted.has(name) || !found.includes(name) || wanted.get(name) !== readFileSync(folder + name, "utf8"),
  );
}

const json = (value: unknown) => `${JSON.stringify(value, null, 2)}\n`;
const sha256 = (text: string) => createHash("sha256").update(text).digest("hex");
const version = (name: string): string => (require(`${name}/package.json`) as { version: string }).version;

const readme = `# generated

Made from \`openapi/openapi.yaml\` by \`npm run generate\`; never edited by hand. \`npm run generate -- --check\` fails when
a file here does not match the contract.

| file | what it is for |
|---|---|
| \`types.ts\` | types of every schema, operation and path |
| \`operations.ts\` | operation → method, path, scopes, parameters, declared statuses, defaults |
| \`catalogue.ts\` | error codes with status and message, scopes, limits, listed values |
| \`methods.ts\` | the client's methods: their types with the contract's texts, and what each needs at run time |
| \`messenger-methods.ts\` | the same for the messenger's client, which runs in the browsers of visitors |
| \`calls.ts\` | what the client needs at run time beside its methods, e.g. error code → status |
| \`openapi.json\`, \`openapi.yaml\` | the contract as its readers get it: without our notes, with the scope of each operation |
| \`openapi-3.0.json\` | the same in OpenAPI 3.0.3, without webhooks, for tools that read no 3.1 |
| \`strict.json\` | the contract as the server and the tests hold it: closed objects, exact schemas |
| \`manifest.json\` | hash of the contract, versions of the generators, hash of each file |
| \`client/\` | the client as consumers install it, built by \`npm run docs\`, not committed |
| \`docs/\` | reference pages, built by \`npm run docs\`, not committed |
| \`mock/\` | what \`npm run mock\` serves, not committed |
| \`sdks/\` | clients in Python, Java and Go, built by \`npm run portability -- --sdks\`, not committed |
`;

const help = `npm run generate [-- --check]   writes generated/ from openapi/openapi.yaml; --check only says what differs
`;

async function main(): Promise<void> {
  const options = readOptions(help, { check: { type: "boolean" } });
  mkdirSync(folder, { recursive: true });
  const files = await generate();
  const stale = drift(files);
  if (options.check && stale.length > 0) {
    throw new Error(
      `generated/ does not match openapi/openapi.yaml: ${stale.join(", ")}.\nMend it with: npm run generate`,
    );
  }
  for (const name of stale) {
    const content = files.get(name);
    if (content === undefined) rmSync(folder + name, { recursive: true });
    else writeFileSync(folder + name, content);
    console.log(`${content === undefined ? "removed" : "wrote"} generated/${name}`);
  }
  if (stale.length === 0) console.log("generated/ matches the contract.");
}

if (realpathSync(process.argv[1] ?? "") === fileURLToPath(import.meta.url)) {
  main().catch((error: unknown) => {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  });
}
