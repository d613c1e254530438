import { existsSync, writeFileSync } from "node:fs";
import { readContract } from "../model/read-contract.ts";
import { identifier, pascal } from "../generate/client-names.ts";
import { namesOfField, readFields, snakeCase, type Field } from "./fields.ts";
import { migrationTexts, refuseMigration } from "./migration.ts";
import { pluralOf, referredBy } from "./referred.ts";
import {
  filled,
  inRepository,
  insertResource,
  read,
  writeChecked,
} from "./template.ts";

/** A request for a resource that the contract does not have yet. */
export interface Resource {
  /** In snake_case: `company`, `company_note`. */
  name: string;
  names: string;
  /** The prefix of its ids: `co` of `co_01jq…`. */
  prefix: string;
  /** The fields that a caller sends. */
  fields: Field[];
  /** True when callers can delete one. */
  isDeleted: boolean;
}

function ask(isSo: boolean, otherwise: string): void {
  if (!isSo) throw new Error(`${otherwise}.`);
}

/**
 * Reads the options of the command.
 * @throws Error whose message says what to give instead
 */
export function readResource({
  name = "",
  plural = pluralOf(name),
  prefix = "",
  fields = "",
  delete: isDeleted = false,
}: Partial<Record<"name" | "plural" | "prefix" | "fields", string>> & {
  delete?: boolean;
}): Resource {
  ask(
    snakeCase.test(name),
    "--name must be one thing in snake_case, e.g. company",
  );
  ask(
    !typesOfTypeScript.includes(pascal(name)),
    `${pascal(name)} is a type of TypeScript itself, which generated code uses: give another --name`,
  );
  // `teams`, and not `address`, `status` or `analysis`.
  const isPlural = /[^isu]s$/.test(name) && plural === pluralOf(name);
  ask(
    !isPlural,
    `--name must be one thing, and ${name} seem to be several: if not, say --plural too`,
  );
  ask(
    /^[a-z]+(_[a-z]+)*s$/.test(plural),
    "--plural must be several of them in snake_case, e.g. companies",
  );
  ask(
    plural !== name,
    `--plural must be another word than --name, and both are ${name}`,
  );
  ask(
    /^[a-z]{2,3}$/.test(prefix),
    "--prefix must be two or three letters that its ids begin with, e.g. co",
  );
  const sent = readFields(fields);
  for (const [i, field] of sent.entries()) {
    ask(
      snakeCase.test(field.name),
      "--fields must be names in snake_case, e.g. name,domain?=x.example,plan=enum(free,team)",
    );
    ask(
      !ofEvery.includes(field.name),
      `Every resource has the field ${field.name}`,
    );
    ask(
      sent.findIndex((other) => other.name === field.name) === i,
      `--fields has ${field.name} twice`,
    );
    ask(
      !ofSchemas.includes(pascal(field.name)),
      `No field is called ${field.name}, as ${pascal(name + "_" + field.name)} is another schema of the resource`,
    );
    ask(
      field.type.kind !== "reference" || field.type.to !== name,
      `${field.name} refers to ${name} itself: write the resource first, then the field with npm run new -- field`,
    );
  }
  return { name, names: plural, prefix, fields: sent, isDeleted };
}

/** The types that generated files use, and that a schema of the same name would hide. */
const typesOfTypeScript = [
  "Omit",
  "Partial",
  "Pick",
  "Promise",
  "Record",
  "Required",
];

/** The ends of the names of the schemas that each resource has. */
const ofSchemas = ["Id", "CreatedEvent", "UpdatedEvent", "Response", "Page"];

/** The names that each resource or its table has. */
const ofEvery = [
  "id",
  "object",
  "created_at",
  "updated_at",
  "version",
  "workspace_id",
  "bytes",
];

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

/** The texts of the templates about the events of a resource. */
const wordsOfEvents = (name: string) => ({
  ifEvents: "",
  causesCreated: ` It causes the event \`${name}.created\`.`,
  causesUpdated: `A change causes the event \`${name}.updated\`; a request that changes nothing causes none.`,
  causeEvents: "; a creation and a change cause an event",
  noEvent: ", and causes no event",
  orDeleted:
    ", or one that was deleted in the last 30 days; the event feed also takes `cursor=newest`",
});

/** The same for an API whose contract has no events. */
const withoutEvents = {
  ifEvents: null,
  causesCreated: "",
  causesUpdated: "",
  causeEvents: "",
  noEvent: "",
  orDeleted: "",
};

/** The names of a resource, as its templates have them. */
export function namesOf(
  { name, names, prefix, fields, isDeleted }: Resource,
  decision: string,
  hasEvents: boolean,
) {
  const [thing, things] = [
    name.replaceAll("_", " "),
    names.replaceAll("_", " "),
  ];
  const aThing = `${/^[aeiou]/.test(name) ? "an" : "a"} ${thing}`;
  const required = fields.filter(({ isRequired }) => isRequired);
  const hasReference = fields.some(({ type }) => type.kind === "reference");
  const listed = (some: Field[]) =>
    `[${some.map((field) => field.name).join(", ")}]`;
  return {
    name,
    Name: pascal(name),
    nameInCamel: identifier(name),
    thing,
    aThing,
    AThing: capital(aThing),
    names,
    Names: pascal(names),
    namesInCamel: identifier(names),
    things,
    Things: capital(things),
    prefix,
    idLength: String(prefix.length + 27),
    decision,
    file: names.replaceAll("_", "-"),
    requiredFields: listed(required),
    allFields: listed(fields)
      .replace("[", "[id, object, ")
      .replace("]", ", created_at, updated_at, version]"),
    can: isDeleted
      ? ", create, read, change and delete one"
      : ", create, read and change one",
    andDelete: isDeleted ? " and delete" : "",
    deleteElement: isDeleted ? `, \`delete${pascal(name)}\`` : "",
    sql: isDeleted ? "sql, " : "",
    requireMatch: isDeleted ? ", requireMatch" : "",
    remove: isDeleted ? ", remove" : "",
    ...(hasEvents ? wordsOfEvents(name) : withoutEvents),
    invalid: hasReference ? ", invalid" : "",
    importLocks: hasReference
      ? 'import { lockRow } from "../store/locks.ts";'
      : null,
  };
}

/**
 * Writes a resource.
 * @returns the files that were written
 * @throws Error when the API has something of its names already; nothing is written then
 */
export async function addResource(resource: Resource): Promise<string[]> {
  const decisions = read("openapi/decisions.md");
  const last = decisions.match(/(?<=^## D-)\d\d/gm)?.at(-1) ?? "00";
  const { contract } = await readContract();
  const hasEvents = "EventType" in contract.components.schemas;
  const names = namesOf(
    resource,
    `D-${String(Number(last) + 1).padStart(2, "0")}`,
    hasEvents,
  );
  const { Name = "", Names: several = "" } = names;
  const file = resource.names.replaceAll("_", "-");
  await refuseKnown(resource, Name, file);
  const referred = await referredBy(resource.fields);
  const fields = resource.fields.map((field) =>
    namesOfField(field, Name, referred.get(field.name)),
  );
  const fill = (template: string) => filled(template, names, fields);
  const handlers = [
    `list${several}`,
    `create${Name}`,
    `get${Name}`,
    `update${Name}`,
    ...(resource.isDeleted ? [`delete${Name}`] : []),
  ];
  const filledWith = (name: string) =>
    fill(name) +
    (hasEvents ? fill(name.replace(".", "-events.")) : "") +
    (resource.isDeleted ? fill(name.replace(".", "-delete.")) : "");
  const texts = {
    "openapi/openapi.yaml": insertResource(
      read("openapi/openapi.yaml"),
      filledWith("contract.yaml"),
    ),
    [`openapi/examples/${file}.yaml`]: filledWith("examples.yaml"),
    "openapi/decisions.md": decisions + fill("decision.md"),
    [`server/api/${file}.ts`]:
      fill("handlers.ts") +
      (resource.isDeleted ? fill("handlers-delete.ts") : ""),
    "server/routes.ts": read("server/routes.ts")
      .replace(
        "\n\n/**",
        `\nimport { ${handlers.join(", ")} } from "./api/${file}.ts";$&`,
      )
      .replace(/\};\n$/, `${handlers.join(",\n")},\n};\n`),
    "server/store/tables.ts": insertTable(
      read("server/store/tables.ts"),
      fill("table.ts"),
      [...referred.values()].map(({ table }) => table),
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
  ask(
    !(`/v1/${names}` in contract.paths),
    `The contract has a path /v1/${names}`,
  );
  for (const schema of [
    ...ends.map((end) => Name + end),
    `Create${Name}Request`,
    `Update${Name}Request`,
  ])
    ask(
      !(schema in contract.components.schemas),
      `The contract has a schema ${schema}`,
    );
  ask(
    !isPrefix,
    `Ids of another kind begin with ${prefix}_: choose another --prefix`,
  );
  for (const path of [`server/api/${file}.ts`, `openapi/examples/${file}.yaml`])
    ask(!existsSync(inRepository(path)), `There is a file ${path}`);
  ask(
    !read("server/store/tables.ts").includes(`\n  ${names}: {`),
    `There is a table ${names}`,
  );
  refuseMigration(file);
}
