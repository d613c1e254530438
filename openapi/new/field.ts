import { existsSync } from "node:fs";
import { pascal } from "../generate/client-names.ts";
import { readContract } from "../model/read-contract.ts";
import { todo } from "../rules/finished-texts.ts";
import { namesOfField, readFields, snakeCase, type Field } from "./fields.ts";
import { pluralOf, referredBy, resourceSchema } from "./referred.ts";
import {
  inRepository,
  insertResource,
  read,
  writeChecked,
} from "./template.ts";

const contractPath = "openapi/openapi.yaml";

/** Reads the one field of the command. */
function readField(list: string): Field {
  const [field, ...others] = readFields(list);
  if (!field || !snakeCase.test(field.name) || others.length > 0)
    throw new Error(
      'A field has one name in snake_case in --fields, e.g. --fields "severity?=enum(low,high)".',
    );
  return field;
}

/**
 * Adds a field to the requests of a resource, its object and its examples.
 * @param name the resource: `company`
 * @returns the files that were written
 */
export async function addField(name: string, list: string): Promise<string[]> {
  const field = readField(list);
  const { schemas } = (await readContract()).contract.components;
  const { Name, properties } = resourceSchema(schemas, name);
  if (Object.hasOwn(properties, field.name))
    throw new Error(`${Name} has ${field.name} already.`);
  if (field.isRequired)
    throw new Error(
      `A field that is added is optional, as callers of today do not send it: write ${field.name}?.`,
    );
  const referred = await referredBy([field]);
  const names = namesOfField(field, Name, referred.get(field.name));
  const schemaName = Name + pascal(field.name);
  if (names.fieldSchema !== null && schemaName in schemas)
    throw new Error(
      `The contract has a schema ${schemaName}: give the field another name.`,
    );
  /** Writes the property into a schema, when the contract has this schema. */
  const inSchema = (schema: string, definition: string, meaning: string) =>
    schema in schemas
      ? `## components.schemas.${schema}.properties
${propertyText(field.name, definition, meaning)}`
      : "";
  const ownSchema =
    names.fieldSchema === null
      ? ""
      : `## components.schemas
    ${schemaName}: ${names.fieldSchema}
`;
  const text = insertResource(
    read(contractPath),
    inSchema(`Create${Name}Request`, names.createdSchema, "") +
      inSchema(
        `Update${Name}Request`,
        names.changedSchema,
        names.removedByNull,
      ) +
      inSchema(Name, names.shownSchema, names.whenUnknown) +
      ownSchema,
  );
  const texts: Record<string, string> = { [contractPath]: text };
  const examples = `openapi/examples/${pluralOf(name).replaceAll("_", "-")}.yaml`;
  if (existsSync(inRepository(examples)))
    texts[examples] = withExample(
      read(examples),
      Name,
      field.name,
      names.example,
    );
  await writeChecked(texts, () => readContract());
  return Object.keys(texts);
}

/**
 * Writes a property as YAML, with the keywords of a long definition in lines of their own.
 * @param meaning the end of the description: what `null` or an empty text means
 */
function propertyText(
  name: string,
  definition: string,
  meaning: string,
): string {
  const lines = definition.startsWith("type")
    ? definition.replaceAll(/, (?=enum|maxLength|pattern)/g, "\n          ")
    : definition;
  return `        ${name}:
          description: "${todo} say what ${name} is${meaning}."
          ${lines}
`;
}

/**
 * Adds a field to the first example of a request that creates an object, and to the example of its
 * response: both show the same object.
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
