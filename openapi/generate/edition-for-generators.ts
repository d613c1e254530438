import {
  operationsOf,
  resolve,
  type Contract,
  type Parameter,
  type Reference,
  type Response,
} from "../model/contract.ts";
import { without } from "../model/collections.ts";
import {
  childOf,
  isNode,
  listIn,
  nodeIn,
  textIn,
  type Node,
} from "../model/node.ts";
import { namesIn } from "../model/pointer.ts";
import { pascal } from "./client-names.ts";
import { edition30 } from "./edition-30.ts";

/** A contract for generators of clients, and what it lacks. */
interface Edition {
  contract: object;
  /**
   * The parameters that are left out, with their operations, e.g. `custom_fields of listContacts`.
   */
  leftOut: string[];
}

/**
 * Returns the published contract in OpenAPI 3.0.3, in a form from which generators make small clients that compile. It is
 * the same API: beside what 3.0 cannot say, it accepts and refuses the same values. It differs from the edition for gateways
 * as follows.
 *
 * - Errors do not have the headers that every response has: some generators write a parser of each header of each response
 * - A parameter of style `deepObject` that is a map is left out: clients do not compile, or send it in another form
 * - A list of unique elements has a named `enum`: Java declares two types for an inline one
 * - An event has a schema for each type, and an open one for types that a client does not know
 */
export function editionForGenerators(published: Contract): Edition {
  const contract = structuredClone(published);
  removeCommonHeaders(contract);
  const leftOut = removeMapParameters(contract);
  nameUniqueEnums(contract);
  splitUnions(contract);
  return { contract: edition30(contract).contract, leftOut };
}

/** Removes the headers of all responses from those that are no success. */
function removeCommonHeaders(contract: Contract): void {
  const responses = operationsOf(contract).flatMap(({ operation }) =>
    Object.entries(operation.responses).map(([status, response]) => ({
      isSuccess: status.startsWith("2"),
      headers: resolve<Response>(contract, response).headers ?? {},
    })),
  );
  const [first = { headers: {} }] = responses;
  const common = Object.keys(first.headers).filter((name) =>
    responses.every(({ headers }) => name in headers),
  );
  for (const { isSuccess, headers } of responses)
    if (!isSuccess) for (const name of common) delete headers[name];
}

/** Removes the parameters whose names a caller chooses, e.g. `custom_fields[plan]=oro`. */
function removeMapParameters(contract: Contract): string[] {
  const leftOut: string[] = [];
  for (const { path, method, operation } of operationsOf(contract)) {
    const item = contract.paths[path] ?? {};
    for (const holder of [item, item[method] ?? {}]) {
      const { parameters = [] } = holder;
      const others = parameters.filter((each) => !isMap(contract, each));
      if (others.length === parameters.length) continue;
      holder.parameters = others;
      for (const each of without(parameters, others)) {
        const { name } = resolve<Parameter>(contract, each);
        leftOut.push(`${name} of ${operation.operationId}`);
      }
    }
  }
  return leftOut;
}

function isMap(contract: Contract, parameter: Parameter | Reference): boolean {
  const { style, schema }: Partial<Parameter> = resolve<Parameter>(
    contract,
    parameter,
  );
  if (style !== "deepObject" || schema === undefined) return false;
  return resolve(contract, schema).properties === undefined;
}

/** Gives a name to each inline `enum` of the elements of a list whose elements are unique. */
function nameUniqueEnums({ components: { schemas } }: Contract): void {
  const named = schemas as Record<string, Node>;
  for (const [name, schema] of Object.entries(named)) {
    for (const [property, list] of Object.entries(
      nodeIn(schema, "properties"),
    )) {
      if (!isNode(list) || list["uniqueItems"] !== true) continue;
      const { items } = list;
      if (!isNode(items) || !("enum" in items)) continue;
      const itemName = `${name}${pascal(property)}Item`;
      named[itemName] = items;
      list["items"] = { $ref: referenceTo(itemName) };
    }
  }
}

const referenceTo = (name: string) => `#/components/schemas/${name}`;

/**
 * Replaces an open schema, such as `Event`, by a union that is open too: the schemas that the
 * `oneOf` of its `x-exact` lists, each for one value of a property, and the open schema for all
 * other values.
 */
function splitUnions({ components: { schemas } }: Contract): void {
  const named = schemas as Record<string, Node>;
  for (const [name, schema] of Object.entries(named)) {
    const { "x-exact": exact, ...open } = schema;
    const references = listIn(Object(exact), "oneOf").map(
      (branch) => textIn(Object(branch), "$ref") ?? "",
    );
    const discriminator = discriminatorOf(named, references);
    if (discriminator === undefined) continue;
    const other = `Other${name}`;
    const description = textIn(open, "description") ?? "";
    const [summary = ""] = /^[^.]*\./.exec(description) ?? [];
    named[other] = {
      ...open,
      description: `${summary} Its type is not known here.`.trim(),
    };
    named[name] = {
      description:
        `${summary} It has a schema for each type that is known here; another type has \`${other}\`.`.trim(),
      anyOf: [...references, referenceTo(other)].map(($ref) => ({ $ref })),
      discriminator,
    };
  }
}

/** Returns the property by whose constants the referenced schemas differ, or undefined. */
function discriminatorOf(schemas: Record<string, Node>, references: string[]) {
  const constants = references.map((reference) =>
    constantsIn(childOf(schemas, namesIn(reference).at(-1) ?? "")),
  );
  const [first = {}] = constants;
  const propertyName = Object.keys(first).find((name) => {
    const values = constants.map((each) => each[name]);
    return (
      !values.includes(undefined) && new Set(values).size === values.length
    );
  });
  if (propertyName === undefined) return undefined;
  const mapping = Object.fromEntries(
    references.map((reference, index) => [
      constants[index]?.[propertyName],
      reference,
    ]),
  );
  return { propertyName, mapping };
}

/** Returns the constants of the properties that a schema does not inherit, by their names. */
function constantsIn(schema: unknown): Record<string, string> {
  const constants: Record<string, string> = {};
  for (const branch of [schema, ...listIn(Object(schema), "allOf")]) {
    const properties = nodeIn(Object(branch), "properties");
    for (const [name, property] of Object.entries(properties)) {
      const constant = textIn(Object(property), "const");
      if (constant !== undefined) constants[name] = constant;
    }
  }
  return constants;
}
