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
  textsIn,
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
 * Replaces each open schema of several types by a union that is open too: one schema for each type,
 * which the discriminator finds, and the open schema for all other types. The contract lists the
 * closed schemas of today in the `oneOf` of its `x-exact`, and the types of each in that of their
 * property.
 */
function splitUnions({ components: { schemas } }: Contract): void {
  const named = schemas as Record<string, Node>;
  for (const [name, schema] of Object.entries(named)) {
    const references = listIn(nodeIn(schema, "x-exact"), "oneOf");
    const members = references.flatMap((each) => memberOf(named, each));
    if (members.length === 0 || members.length < references.length) continue;
    const mapping: Record<string, string> = {};
    for (const member of members) delete named[member.name];
    for (const { schema: ofAllTypes, property, types } of members) {
      for (const type of types) {
        const ofOneType = `${pascal(type)}${name}`;
        named[ofOneType] = withOnlyType(ofAllTypes, property, type);
        mapping[type] = referenceTo(ofOneType);
      }
    }
    const other = `Other${name}`;
    const { "x-exact": _, ...open } = schema;
    const description = textIn(open, "description") ?? "";
    const [summary = ""] = /^[^.]*\./.exec(description) ?? [];
    named[other] = {
      ...open,
      description: `${summary} Its type is not known here.`.trim(),
    };
    named[name] = {
      description:
        `${summary} It has a schema for each type that is known here; another type has \`${other}\`.`.trim(),
      anyOf: [...Object.values(mapping), referenceTo(other)].map(($ref) => ({
        $ref,
      })),
      discriminator: { propertyName: members[0]?.property, mapping },
    };
  }
}

/** A schema of a union: its types are values of one property. */
interface Member {
  name: string;
  schema: Node;
  property: string;
  types: string[];
}

function memberOf(schemas: Record<string, Node>, reference: unknown): Member[] {
  const name = namesIn(textIn(Object(reference), "$ref") ?? "").at(-1) ?? "";
  const schema = childOf(schemas, name);
  if (!isNode(schema)) return [];
  for (const branch of [schema, ...listIn(schema, "allOf")]) {
    for (const [property, each] of Object.entries(
      nodeIn(Object(branch), "properties"),
    )) {
      const types = textsIn(nodeIn(Object(each), "x-exact"), "enum");
      if (types.length > 0) return [{ name, schema, property, types }];
    }
  }
  return [];
}

/** A copy of a schema in which the property has one value. */
function withOnlyType(schema: Node, property: string, type: string): Node {
  const result = structuredClone(schema);
  for (const branch of [result, ...listIn(result, "allOf")]) {
    const properties = nodeIn(Object(branch), "properties");
    const before = properties[property];
    if (!isNode(before) || !("x-exact" in before)) continue;
    properties[property] = {
      description: textIn(before, "description"),
      type: "string",
      enum: [type],
    };
  }
  return result;
}
