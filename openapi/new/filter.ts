import { pascal } from "../generate/client-names.ts";
import {
  type Contract,
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
import { shareList } from "./shared-list.ts";
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
  const { schemas } = contract.components;
  const { Name, properties } = resourceSchema(schemas, name);
  const property = Object.hasOwn(properties, field)
    ? properties[field]
    : undefined;
  if (property === undefined)
    throw new Error(`${Name} has no field ${field} to filter by.`);
  const operationId = `list${pascal(pluralOf(name))}`;
  if (parametersOf(contract, operationId).includes(field))
    throw new Error(`${operationId} has a filter ${field} already.`);
  const written = read(contractPath);
  const place = placeOfFilter(written, operationId);
  const value = valueOf(property, followIn(contract)<Schema>);
  if (value === undefined)
    throw new Error(
      `No filter by ${field} is like the others: write the parameter by hand.`,
    );
  const shared =
    value.listedBy &&
    shareList(
      written,
      [...pathOf(Name, field, property), value.listedBy],
      place,
    );
  const text = shared ? shared.text : written;
  const schema = shared ? `type: string, enum: ${shared.list}` : value.schema;
  const things = pluralOf(name).replaceAll("_", " ");
  const parameter = `
        - name: ${field}
          in: query
          description: Lists only the ${things} with this \`${field}\`.
          schema: { ${schema} }
          example: ${value.example}`;
  const texts = {
    [contractPath]: text.slice(0, place) + parameter + text.slice(place),
  };
  await writeChecked(texts, () => readContract());
  return [contractPath];
}

/** Returns the names of the parameters of an operation. */
function parametersOf(contract: Contract, operationId: string): string[] {
  const located = operationsOf(contract).find(
    (each) => each.operation.operationId === operationId,
  );
  const parameters = located?.operation.parameters ?? [];
  return parameters.map(
    (parameter) => resolve<Parameter>(contract, parameter).name,
  );
}

/**
 * Returns the position in the text of the contract before the parameter `Limit` of a list.
 * @throws Error when the contract has no such list
 */
function placeOfFilter(text: string, operationId: string): number {
  const start = text.indexOf(`\n      operationId: ${operationId}\n`);
  if (start < 0)
    throw new Error(`The contract has no operation ${operationId}.`);
  const [limit = ""] =
    /\n +- .*parameters\/Limit".*/.exec(text.slice(start)) ?? [];
  return text.indexOf(limit, start);
}

/** The value of a filter, as texts of YAML. */
interface FilterValue {
  schema: string;
  example: string;
  /** The keyword that lists the values of the field. */
  listedBy?: "enum" | "x-extensible-enum";
}

/** Returns the path in the contract of the schema of a field, or of its first branch. */
function pathOf(Name: string, field: string, property: Schema): string[] {
  const [value, ...branch] = property.anyOf
    ? [property.anyOf[0], "anyOf", "0"]
    : [property];
  const [, ...named] = value?.$ref?.split("/") ?? [];
  const own = ["components", "schemas", Name, "properties", field];
  return named.length > 0 ? named : [...own, ...branch];
}

/** Returns the value of a filter by a field. Undefined for a list and an object. */
function valueOf(
  property: Schema,
  follow: (schema: Schema) => Schema,
): FilterValue | undefined {
  const value = property.anyOf?.[0] ?? property;
  const followed = follow(value);
  const values = followed.enum ?? followed["x-extensible-enum"];
  if (values !== undefined)
    return {
      schema: `type: string, enum: [${values.join(", ")}]`,
      example: String(values[0]),
      listedBy: followed.enum ? "enum" : "x-extensible-enum",
    };
  if (followed.type === "boolean")
    return { schema: "type: boolean", example: "true" };
  const [, prefix] = /^\^([a-z]+)_/.exec(followed.pattern ?? "") ?? [];
  if (prefix !== undefined)
    return {
      schema: '$ref: "#/components/schemas/Reference"',
      example: `${prefix}_01jqx0a4m2e7yrt9d6b8p5vw3n`,
    };
  const isOneValue = /^(string|integer|number)$/.test(String(followed.type));
  if (value.$ref === undefined || !isOneValue) return undefined;
  const isTime = followed.format === "date-time";
  const example = isTime ? "2026-04-02T09:15:00.123Z" : `${todo} an example.`;
  return { schema: `$ref: "${value.$ref}"`, example: JSON.stringify(example) };
}
