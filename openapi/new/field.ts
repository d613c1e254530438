import { existsSync } from "node:fs";
import { pascal } from "../generate/client-names.ts";
import { readContract } from "../model/read-contract.ts";
import { todo } from "../rules/finished-texts.ts";
import { namesOfField, readFields, type Field } from "./fields.ts";
import { insertResource, read, write } from "./template.ts";
import { referredBy } from "./referred.ts";

const contractPath = "openapi/openapi.yaml";

/** Reads the one field of the command. */
function readField(list: string, of: string): Field {
  const [field, ...others] = readFields(list);
  if (field === undefined || field.name === "" || others.length > 0)
    throw new Error(
      `A ${of} has one name in --fields, e.g. --fields "severity?=enum(low,high)".`,
    );
  return field;
}

/**
 * Adds a field to the requests of a resource, its object and its examples.
 * @param name the resource: `ticket`
 * @returns the files that were written
 */
export async function addField(name: string, list: string): Promise<string[]> {
  const field = readField(list, "field");
  const Name = pascal(name);
  const { schemas } = (await readContract()).contract.components;
  const own = schemas[Name]?.properties;
  if (own === undefined)
    throw new Error(
      `The contract has no schema ${Name}: --name is a resource.`,
    );
  if (field.name in own) throw new Error(`${Name} has ${field.name} already.`);
  if (field.isRequired)
    throw new Error(
      `A field that is added is optional, as callers of today do not send it: write ${field.name}?.`,
    );
  const referred = await referredBy([field]);
  const names = namesOfField(field, Name, referred.get(field.name));
  const { fieldSchema, createdSchema, changedSchema, shownSchema } = names;
  /** The field in a schema, when the contract has this schema. */
  const inSchema = (schema: string, definition: string, says: string) =>
    schema in schemas
      ? `## components.schemas.${schema}.properties
        ${field.name}:
          description: "${todo} say what ${field.name} is${says}."
          ${definition.startsWith("type") ? definition.replaceAll(/, (?=enum|maxLength|pattern)/g, "\n          ") : definition}
`
      : "";
  const component =
    fieldSchema === null
      ? ""
      : `## components.schemas
    ${Name}${pascal(field.name)}: ${fieldSchema}
`;
  const text = insertResource(
    read(contractPath),
    inSchema(`Create${Name}Request`, createdSchema, "") +
      inSchema(`Update${Name}Request`, changedSchema, names.removedByNull) +
      inSchema(Name, shownSchema, names.whenUnknown) +
      component,
  );
  const written = [contractPath];
  const examples = examplesOf(name);
  if (examples !== undefined) {
    await write(
      examples,
      withExample(read(examples), Name, field.name, names.example),
    );
    written.push(examples);
  }
  await write(contractPath, text);
  return written;
}

/** The file with the examples of a resource, by its name. */
function examplesOf(name: string): string | undefined {
  const plurals = [`${name}s`, `${name.replace(/y$/, "ie")}s`, `${name}es`];
  return plurals
    .map((names) => `openapi/examples/${names.replaceAll("_", "-")}.yaml`)
    .find((file) => existsSync(file));
}

/**
 * Adds a field to the first request that creates one and to its response: both show the same
 * object.
 */
function withExample(
  text: string,
  Name: string,
  field: string,
  value: string,
): string {
  const [, example = ""] =
    new RegExp(`^create${Name}\\.request\\.(\\w+):$`, "m").exec(text) ?? [];
  return text
    .replace(
      new RegExp(
        `^create${Name}\\.request\\.${example}:\\n  summary: .*\\n  value:\\n`,
        "m",
      ),
      (start) => `${start}    ${field}: ${value}\n`,
    )
    .replace(
      new RegExp(
        `^create${Name}\\.201\\.${example}:\\n  summary: .*\\n  value:\\n    data:\\n`,
        "m",
      ),
      (start) => `${start}      ${field}: ${value}\n`,
    );
}
