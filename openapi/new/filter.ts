import { pascal } from "../generate/client-names.ts";
import {
  followIn,
  operationsOf,
  resolve,
  type Parameter,
  type Schema,
} from "../model/contract.ts";
import { readContract } from "../model/read-contract.ts";
import { todo } from "../rules/finished-texts.ts";
import { snakeCase } from "./fields.ts";
import { pluralOf, resourceSchema } from "./referred.ts";
import { read, writeChecked } from "./template.ts";

const contractPath = "openapi/openapi.yaml";

/**
 * Adds a filter by one field to the list of a resource.
 * @param name the resource: `company`
 * @param field a field of its object: `priority`
 * @returns the files that were written
 */
export async function addFilter(
  name: string,
  field: string,
): Promise<string[]> {
  if (!snakeCase.test(field))
    throw new Error(
      "A filter has the name of one field in --fields, e.g. --fields priority.",
    );
  const { contract } = await readContract();
  const follow = (schema: Schema) => followIn(contract)<Schema>(schema);
  const { Name, properties } = resourceSchema(
    contract.components.schemas,
    name,
  );
  const operation = `list${pascal(pluralOf(name))}`;
  const property = Object.hasOwn(properties, field)
    ? properties[field]
    : undefined;
  if (property === undefined)
    throw new Error(`${Name} has no field ${field} to filter by.`);
  const text = read(contractPath);
  const located = operationsOf(contract).find(
    (each) => each.operation.operationId === operation,
  );
  const filters = (located?.operation.parameters ?? []).map(
    (parameter) => resolve<Parameter>(contract, parameter).name,
  );
  if (filters.includes(field))
    throw new Error(`${operation} has a filter ${field} already.`);
  const start = text.indexOf(`\n      operationId: ${operation}\n`);
  if (start < 0) throw new Error(`The contract has no operation ${operation}.`);
  const limit = text.indexOf(
    text.slice(start).match(/\n +- .*parameters\/Limit".*/)?.[0] ?? "",
    start,
  );
  const [schema, example] = schemaOf(property, follow) ?? [];
  if (schema === undefined)
    throw new Error(
      `No filter by ${field} is like the others: write the parameter by hand.`,
    );
  const things = pluralOf(name).replaceAll("_", " ");
  const parameter = `
        - name: ${field}
          in: query
          description: Lists only the ${things} with this \`${field}\`.
          schema: { ${schema} }
          example: ${example}`;
  const texts = {
    [contractPath]: text.slice(0, limit) + parameter + text.slice(limit),
  };
  await writeChecked(texts, () => readContract());
  return [contractPath];
}

/** Returns the schema of the parameter, and its example; undefined for a list or an object. */
function schemaOf(
  property: Schema,
  follow: (schema: Schema) => Schema,
): [schema: string, example: string] | undefined {
  const value = property.anyOf?.[0] ?? property;
  const followed = follow(value);
  const values = followed["x-extensible-enum"] ?? followed.enum;
  if (values !== undefined)
    return [`type: string, enum: [${values.join(", ")}]`, String(values[0])];
  if (followed.type === "boolean") return ["type: boolean", "true"];
  const [, prefix] = /^\^([a-z]+)_/.exec(followed.pattern ?? "") ?? [];
  if (prefix !== undefined)
    return [
      '$ref: "#/components/schemas/Reference"',
      `${prefix}_01jqx0a4m2e7yrt9d6b8p5vw3n`,
    ];
  const isOneValue = /^(string|integer|number)$/.test(String(followed.type));
  if (value.$ref === undefined || !isOneValue) return undefined;
  const isTime = followed.format === "date-time";
  const example = isTime ? "2026-04-02T09:15:00.123Z" : `${todo} an example.`;
  return [`$ref: "${value.$ref}"`, JSON.stringify(example)];
}
