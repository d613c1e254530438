import { pascal } from "../generate/client-names.ts";
import type { Schema } from "../model/contract.ts";
import { readContract } from "../model/read-contract.ts";
import { snakeCase, type Field, type Referred } from "./fields.ts";
import { read } from "./template.ts";

/** The regular plural: `companies` of `company`, `boxes` of `box`. */
export const pluralOf = (name: string) =>
  `${name.replace(/(?<![aeiou])y$/, "ie").replace(/([sxz]|[cs]h)$/, "$1e")}s`;

/**
 * Finds the schema of a resource that exists.
 * @throws Error when there is none, or when it has no properties itself
 */
export function resourceSchema(schemas: Record<string, Schema>, name: string) {
  if (!snakeCase.test(name))
    throw new Error("--name must be a resource in snake_case, e.g. company.");
  const Name = pascal(name);
  const schema = schemas[Name];
  if (schema === undefined)
    throw new Error(
      `The contract has no schema ${Name}: --name is a resource.`,
    );
  if (schema.properties === undefined)
    throw new Error(
      `${Name} is made of other schemas, which this command does not edit: change openapi/openapi.yaml by hand.`,
    );
  return { Name, properties: schema.properties };
}

/**
 * Finds what fields refer to, by the name of the field.
 * @throws Error when the contract has no such resource
 */
export async function referredBy(
  fields: Field[],
): Promise<Map<string, Referred>> {
  const { schemas } = (await readContract()).contract.components;
  const found = new Map<string, Referred>();
  for (const { name, type } of fields) {
    if (type.kind !== "reference") continue;
    const schema = `${pascal(type.to)}Id`;
    const table = pluralOf(type.to);
    const [, prefix] =
      /^\^([a-z]+)_/.exec(schemas[schema]?.pattern ?? "") ?? [];
    const isTable = read("server/store/tables.ts").includes(`\n  ${table}: {`);
    if (prefix === undefined || !isTable)
      throw new Error(
        `${name} refers to ${type.to}, and there is no schema ${schema} or no table ${table}.`,
      );
    found.set(name, { schema, prefix, table });
  }
  return found;
}
