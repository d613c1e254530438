import { existsSync, writeFileSync } from "node:fs";
import { readContract } from "../model/read-contract.ts";
import { mark } from "../rules/finished-texts.ts";
import { identifier, pascal } from "../generate/client-names.ts";
import { addMigration, refuseMigration } from "./migration.ts";
import {
  filled,
  inRepository,
  insertResource,
  read,
  write,
  type Names,
} from "./template.ts";

/** What is asked for: a resource that the contract does not have yet. */
export interface Resource {
  /** In snake_case: `company`, `ticket_note`. */
  name: string;
  names: string;
  /** What its ids begin with: `co` of `co_01jq…`. */
  prefix: string;
  /** What a caller sends: texts. */
  fields: Field[];
}

interface Field {
  name: string;
  isRequired: boolean;
  /** A value for the examples. */
  example: string;
}

const snakeCase = /^[a-z]+(_[a-z]+)*$/;

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
}: Partial<Record<"name" | "plural" | "prefix" | "fields", string>>): Resource {
  ask(
    snakeCase.test(name),
    "--name must be one thing in snake_case, e.g. company",
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
    /^[a-z]{2,3}$/.test(prefix),
    "--prefix must be two or three letters that its ids begin with, e.g. co",
  );
  const sent = fields.split(",").map(readField);
  for (const [i, field] of sent.entries()) {
    ask(
      snakeCase.test(field.name),
      "--fields must be texts in snake_case, e.g. name,domain?=x.example",
    );
    ask(
      !ofEvery.includes(field.name),
      `Every resource has the field ${field.name}`,
    );
    ask(
      sent.findIndex((other) => other.name === field.name) === i,
      `--fields has ${field.name} twice`,
    );
  }
  return { name, names: plural, prefix, fields: sent };
}

/** What each resource or its table has. */
const ofEvery = [
  "id",
  "object",
  "created_at",
  "updated_at",
  "version",
  "workspace_id",
  "bytes",
];

/** `name=Librería del Sur`, or `domain?=libreria.example` for a field that a caller need not send. */
function readField(text: string): Field {
  const [, name = "", optional, , example] =
    /^([^=?]*)(\?)?(=(.*))?$/.exec(text) ?? [];
  return {
    name,
    isRequired: optional === undefined,
    example: example ?? `${mark} an example of ${name}`,
  };
}

/** The regular plural: `companies` of `company`, `boxes` of `box`. */
const pluralOf = (name: string) =>
  `${name.replace(/(?<![aeiou])y$/, "ie").replace(/([sxz]|[cs]h)$/, "$1e")}s`;

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

/** The names of a resource, as its templates have them. */
export function namesOf(
  { name, names, prefix, fields }: Resource,
  decision: string,
): Names {
  const [thing, things] = [
    name.replaceAll("_", " "),
    names.replaceAll("_", " "),
  ];
  const aThing = `${/^[aeiou]/.test(name) ? "an" : "a"} ${thing}`;
  const required = fields.filter(({ isRequired }) => isRequired);
  const listed = (some: Field[]) =>
    `[${some.map((field) => field.name).join(", ")}]`;
  return {
    ...{
      name,
      Name: pascal(name),
      nameInCamel: identifier(name),
      thing,
      aThing,
      AThing: capital(aThing),
    },
    ...{
      names,
      Names: pascal(names),
      namesInCamel: identifier(names),
      things,
      Things: capital(things),
    },
    ...{ prefix, idLength: String(prefix.length + 27), decision },
    file: names.replaceAll("_", "-"),
    requiredFields: listed(required),
    allFields: listed(fields)
      .replace("[", "[id, object, ")
      .replace("]", ", created_at, updated_at, version]"),
  };
}

/** The patterns of texts (openapi/README.md#patterns). */
const anyText = String.raw`^[^\x00]*$`;
const notBlank = String.raw`^[\x01-\x20]*[^\x00-\x20][^\x00]*$`;
const notBlankExactly = String.raw`^(?![\s\p{Cc}\p{DI}]*$)[^\x00]*$`;

/** The names of its fields. A field may be called as SQL or YAML calls something, such as `order`. */
export const namesOfFields = ({ fields }: Resource): Names[] =>
  fields.map(({ name, isRequired, example }) => ({
    field: name,
    Field: pascal(name),
    example: JSON.stringify(example),
    orEmpty: isRequired ? "" : ' ?? ""',
    emptyWhenUnknown: isRequired ? "" : "; empty when unknown",
    fieldSchema: isRequired
      ? `{ type: string, minLength: 1, maxLength: 255, pattern: '${notBlank}', x-exact: { pattern: '${notBlankExactly}' } }`
      : `{ type: string, maxLength: 255, pattern: '${anyText}' }`,
    changedSchema: isRequired
      ? `$ref: "#/components/schemas/{{Name}}${pascal(name)}"`
      : `type: [string, "null"], maxLength: 255, pattern: '${anyText}'`,
    removedByNull: isRequired ? "" : "; `null` and an empty text remove it",
  }));

/**
 * Writes a resource.
 * @returns the files that were written
 * @throws Error when the API has something of its names already; nothing is written then
 */
export async function addResource(resource: Resource): Promise<string[]> {
  const decisions = read("openapi/decisions.md");
  const last = decisions.match(/(?<=^## D-)\d\d/gm)?.at(-1) ?? "00";
  const names = namesOf(
    resource,
    `D-${String(Number(last) + 1).padStart(2, "0")}`,
  );
  const { Name = "", Names: several = "" } = names;
  const fill = (template: string) =>
    filled(template, names, namesOfFields(resource));
  const file = resource.names.replaceAll("_", "-");
  await refuseKnown(resource, Name, file);
  const handlers = [
    `list${several}`,
    `create${Name}`,
    `get${Name}`,
    `update${Name}`,
  ];
  const texts = {
    "openapi/openapi.yaml": insertResource(
      read("openapi/openapi.yaml"),
      fill("contract.yaml"),
    ),
    [`openapi/examples/${file}.yaml`]: fill("examples.yaml"),
    "openapi/decisions.md": decisions + fill("decision.md"),
    [`server/api/${file}.ts`]: fill("handlers.ts"),
    "server/routes.ts": read("server/routes.ts")
      .replace(
        "\n\n/**",
        `\nimport { ${handlers.join(", ")} } from "./api/${file}.ts";$&`,
      )
      .replace(/\};\n$/, `${handlers.join(",\n")},\n};\n`),
    // Other tables may come to refer to it.
    "server/store/tables.ts": read("server/store/tables.ts").replace(
      "\nexport const tables = {\n",
      (start) => start + fill("table.ts"),
    ),
  };
  const migration = await addMigration(file, fill("migration.ts"));
  for (const [path, content] of Object.entries(texts))
    await write(path, content);
  // The compiler behind it takes a second to load, too long for being told of a typo.
  const { generate } = await import("../generate/main.ts");
  for (const [name, content] of await generate())
    writeFileSync(inRepository(`generated/${name}`), content);
  return [...Object.keys(texts), ...migration, "generated/"];
}

/** Nothing that somebody wrote is written over. */
async function refuseKnown(
  { names, prefix, fields }: Resource,
  Name: string,
  file: string,
): Promise<void> {
  const { contract, files } = await readContract();
  const text = files.get("openapi.yaml") ?? "";
  const ends = [
    "Id",
    "",
    "Event",
    "Response",
    "Page",
    ...fields.map((field) => pascal(field.name)),
  ];
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
