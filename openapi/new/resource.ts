import { existsSync, writeFileSync } from "node:fs";
import { pascal } from "../generate/client-names.ts";
import { readContract } from "../model/read-contract.ts";
import { namesOfField } from "./fields.ts";
import { migrationTexts, refuseMigration } from "./migration.ts";
import { referredBy } from "./referred.ts";
import { namesOf } from "./resource-names.ts";
import { ofSchemas, requireThat, type Resource } from "./resource-options.ts";
import {
  filled,
  inRepository,
  insertResource,
  read,
  writeChecked,
} from "./template.ts";

/**
 * Writes a resource.
 * @returns the files that were written
 * @throws Error when the API has something of its names already; nothing is written then
 */
export async function addResource(resource: Resource): Promise<string[]> {
  const decisions = read("openapi/decisions.md");
  const { contract } = await readContract();
  const hasEvents = "EventType" in contract.components.schemas;
  const names = namesOf(resource, nextDecision(decisions), hasEvents);
  const { Name, file } = names;
  await refuseKnown(resource, Name, file);
  const referred = await referredBy(resource.fields);
  const fields = resource.fields.map((field) =>
    namesOfField(field, Name, referred.get(field.name)),
  );
  const fill = (template: string) => filled(template, names, fields);
  /** Fills a template, and those beside it for events and for a deletion. */
  const fillAll = (name: string) => {
    const events = hasEvents ? fill(name.replace(".", "-events.")) : "";
    const deletion = resource.isDeleted
      ? fill(name.replace(".", "-delete."))
      : "";
    return fill(name) + events + deletion;
  };
  const handlers =
    fill("handlers.ts") +
    (resource.isDeleted ? fill("handlers-delete.ts") : "");
  const tablesBefore = [...referred.values()].map(({ table }) => table);
  const texts = {
    "openapi/openapi.yaml": insertResource(
      read("openapi/openapi.yaml"),
      fillAll("contract.yaml"),
    ),
    [`openapi/examples/${file}.yaml`]: fillAll("examples.yaml"),
    "openapi/decisions.md": decisions + fill("decision.md"),
    [`server/api/${file}.ts`]: handlers,
    "server/routes.ts": insertRoutes(
      read("server/routes.ts"),
      handlerNames(names, resource.isDeleted),
      file,
    ),
    "server/store/tables.ts": insertTable(
      read("server/store/tables.ts"),
      fill("table.ts"),
      tablesBefore,
    ),
    ...migrationTexts(file, fill("migration.ts")),
  };
  await writeChecked(texts, async () => {
    // The compiler behind it takes a second to load, too long for being told of a typo.
    const { generate } = await import("../generate/generate.ts");
    for (const [name, content] of await generate())
      writeFileSync(inRepository(`generated/${name}`), content);
  });
  return [...Object.keys(texts), "generated/"];
}

/** Returns the number of the decision after the last one, such as `D-07`. */
function nextDecision(decisions: string): string {
  const last = decisions.match(/(?<=^## D-)\d\d/gm)?.at(-1) ?? "00";
  return `D-${String(Number(last) + 1).padStart(2, "0")}`;
}

function handlerNames(
  { Name, Names }: { Name: string; Names: string },
  isDeleted: boolean,
): string[] {
  const handlers = [
    `list${Names}`,
    `create${Name}`,
    `get${Name}`,
    `update${Name}`,
  ];
  return isDeleted ? [...handlers, `delete${Name}`] : handlers;
}

/** Inserts the import of handlers, and the handlers at the end of the routes. */
function insertRoutes(text: string, handlers: string[], file: string): string {
  const imports = `import { ${handlers.join(", ")} } from "./api/${file}.ts";`;
  return text
    .replace("\n\n/**", `\n${imports}$&`)
    .replace(/\};\n$/, `${handlers.join(",\n")},\n};\n`);
}

/**
 * Inserts a table after those that it refers to; else as the first one, as others may come to refer
 * to it.
 */
function insertTable(text: string, table: string, referred: string[]): string {
  const starts = referred.map((name) => text.indexOf(`\n  ${name}: {`));
  const start = "\nexport const tables = {\n";
  const at =
    starts.length === 0
      ? text.indexOf(start) + start.length
      : text.indexOf("\n\n", Math.max(...starts)) + "\n\n".length;
  return text.slice(0, at) + table + text.slice(at);
}

/** Nothing that somebody wrote is written over. */
async function refuseKnown(
  { names, prefix, fields }: Resource,
  Name: string,
  file: string,
): Promise<void> {
  const { contract, files } = await readContract();
  const text = files.get("openapi.yaml") ?? "";
  const ends = [...ofSchemas, "", ...fields.map((field) => pascal(field.name))];
  const isPrefix = text.includes(`pattern: "^${prefix}_`);
  requireThat(
    !(`/v1/${names}` in contract.paths),
    `The contract has a path /v1/${names}`,
  );
  for (const schema of [
    ...ends.map((end) => Name + end),
    `Create${Name}Request`,
    `Update${Name}Request`,
  ])
    requireThat(
      !(schema in contract.components.schemas),
      `The contract has a schema ${schema}`,
    );
  requireThat(
    !isPrefix,
    `Ids of another kind begin with ${prefix}_: choose another --prefix`,
  );
  for (const path of [`server/api/${file}.ts`, `openapi/examples/${file}.yaml`])
    requireThat(!existsSync(inRepository(path)), `There is a file ${path}`);
  requireThat(
    !read("server/store/tables.ts").includes(`\n  ${names}: {`),
    `There is a table ${names}`,
  );
  refuseMigration(file);
}
