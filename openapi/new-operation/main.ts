import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { operationsOf } from "../tools/contract.ts";
import { contractFile, readContract } from "../tools/read-contract.ts";
import { addRoute, handlerFile, handlerStub } from "./handler-stub.ts";
import { insertOperation } from "./insert.ts";
import { readWish, type Wish } from "./wish.ts";

const root = fileURLToPath(new URL("../../", import.meta.url));

const help = `npm run new-operation -- --id createTag --method post --path /v1/tags

Writes an operation into openapi/openapi.yaml that passes lint as it is, with parameters, errors, headers and examples,
brings generated/ up to date, and writes a handler that compiles and waits to be written. Then make the words true.
`;

async function main(): Promise<void> {
  const string = { type: "string" } as const;
  const { values } = parseArgs({
    options: { id: string, method: string, path: string, help: { type: "boolean" } },
  });
  if (values.help || Object.keys(values).length === 0) {
    process.stdout.write(help);
    return;
  }
  const wish = readWish(values);
  refuseKnown(wish);
  const { text } = readContract();
  writeFileSync(contractFile, insertOperation(text, wish));
  // The compiler behind it takes a second to load, too long for being told of a typo.
  const { generate } = await import("../tools/generate.ts");
  for (const [name, content] of await generate()) writeFileSync(`${root}generated/${name}`, content);
  const stub = handlerFile(wish);
  writeFileSync(root + stub, handlerStub(wish));
  const routes = `${root}server/routes.ts`;
  writeFileSync(routes, addRoute(readFileSync(routes, "utf8"), wish));
  console.log(`Wrote ${wish.id} into openapi/openapi.yaml, generated/, server/routes.ts and ${stub}.`);
  console.log('Replace what begins with "Says", then write the handler.');
}

/** Nothing that somebody wrote is written over. */
function refuseKnown(wish: Wish): void {
  for (const { method, path, operation } of operationsOf(readContract().contract)) {
    if (operation.operationId === wish.id) throw new Error(`The contract has an operation ${wish.id}.`);
    if (method === wish.method && path === wish.path)
      throw new Error(
        `The contract has an operation ${method.toUpperCase()} ${path}: ${operation.operationId}.`,
      );
  }
  if (existsSync(root + handlerFile(wish))) throw new Error(`There is a file ${handlerFile(wish)}.`);
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
});
