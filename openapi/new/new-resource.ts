import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { contractFile, readContract } from "../model/read-contract.ts";
import { contractTexts, type ContractTexts } from "./contract-text.ts";
import { decisionText, nextDecision, format, insertResource } from "./insert.ts";
import { mark } from "../rules/no-marks.ts";
import { addMigration } from "./migration.ts";
import { readResource, words, type Resource } from "./resource.ts";
import { fileName, handlers, tableStatements, withRoutes, withTable } from "./server-text.ts";

const root = fileURLToPath(new URL("../../", import.meta.url));

const help = `npm run new -- resource --name company --prefix co --fields "name=Librería del Sur,domain?=libreria.example"

Writes a resource that can be listed, created, read and changed, with the events of both writes: its part of
openapi/openapi.yaml with scopes and schemas, its examples, its decision, its handlers, its table and its migration. Then it brings generated/ up to date.

  --name NAME      one of them, in snake_case
  --plural NAMES   several of them; without it the regular plural of the name
  --prefix CO      two or three letters that their ids begin with
  --fields LIST    texts separated by commas; "?" after the name says that a caller need not send the field, and
                   "=…" gives the value of the examples

Texts that only you can write begin with "${mark}". npm run lint and npm test name each of them.
npm run new -- migration NAME writes a migration alone, as for a new field.
`;

async function main(): Promise<void> {
  const string = { type: "string" } as const;
  const { values } = parseArgs({
    options: { name: string, plural: string, prefix: string, fields: string, help: { type: "boolean" } },
  });
  if (values.help || Object.keys(values).length === 0) {
    process.stdout.write(help);
    return;
  }
  const resource = readResource(values);
  const files = await write(resource);
  console.log(`Wrote ${files.join(", ")} and generated/.`);
  console.log(`Replace the texts that begin with "${mark}"; npm run lint names them.`);
}

async function write(resource: Resource): Promise<string[]> {
  const decisions = readFileSync(`${root}openapi/decisions.md`, "utf8");
  const decision = nextDecision(decisions);
  const contractParts = contractTexts(resource, decision);
  refuseKnown(resource, contractParts);
  const texts = {
    "openapi/openapi.yaml": insertResource(readContract().text, contractParts, fileName(resource)),
    [`openapi/examples/${fileName(resource)}.yaml`]: contractParts.examples,
    "openapi/decisions.md": decisions + decisionText(resource, decision),
    [`server/api/${fileName(resource)}.ts`]: handlers(resource),
    "server/routes.ts": withRoutes(readFileSync(`${root}server/routes.ts`, "utf8"), resource),
    "server/store/tables.ts": withTable(readFileSync(`${root}server/store/tables.ts`, "utf8"), resource),
  };
  const says = `The ${words(resource.plural)} of a workspace.`;
  const migration = await addMigration(root, fileName(resource), says, tableStatements(resource));
  for (const [file, content] of Object.entries(texts))
    writeFileSync(root + file, await format(root + file, content));
  // The compiler behind it takes a second to load, too long for being told of a typo.
  const { generate } = await import("../generate/main.ts");
  for (const [name, content] of await generate()) writeFileSync(`${root}generated/${name}`, content);
  return [...Object.keys(texts), ...migration];
}

/** Nothing that somebody wrote is written over. */
function refuseKnown(resource: Resource, texts: ContractTexts): void {
  const { contract } = readContract();
  const { plural, prefix } = resource;
  if (`/v1/${plural}` in contract.paths) throw new Error(`The contract has a path /v1/${plural}.`);
  const names = [...texts.schemas.matchAll(/^(\w+):/gm)].map(([, name = ""]) => name);
  const existing = names.find((name) => name in contract.components.schemas);
  if (existing !== undefined) throw new Error(`The contract has a schema ${existing}.`);
  if (readFileSync(contractFile, "utf8").includes(`pattern: "^${prefix}_`))
    throw new Error(`Ids of another kind begin with ${prefix}_: choose another --prefix.`);
  const files = [`server/api/${fileName(resource)}.ts`, `openapi/examples/${fileName(resource)}.yaml`];
  const file = files.find((path) => existsSync(root + path));
  if (file !== undefined) throw new Error(`There is a file ${file}.`);
  if (readFileSync(`${root}server/store/tables.ts`, "utf8").includes(`\n  ${plural}: {`))
    throw new Error(`There is a table ${plural}.`);
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
});
