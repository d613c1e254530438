import { resolve, type Contract, type Schema } from "./contract.ts";

const lists = ["allOf", "anyOf", "oneOf"] as const;

/**
 * Returns the schema of a value that a query, a header or a form writes as a text. No text is null,
 * so the schema of "a list or null" becomes the schema of the list.
 * @param outer the schemas of which it is a branch, which it may contain again
 */
export function sentSchema(
  contract: Contract,
  node: Schema,
  outer: Schema[] = [],
): Schema {
  const schema = resolve<Schema>(contract, node);
  if (outer.includes(schema)) return schema;
  const [type, ...otherTypes] = typesOf(schema);
  if (type !== undefined)
    return otherTypes.length === 0 ? { ...schema, type } : schema;
  const [list, ...otherLists] = lists.filter((name) => schema[name]);
  if (list === undefined || otherLists.length > 0) return schema;
  const { [list]: branches = [], ...common } = schema;
  const [branch, ...otherBranches] = branches.filter(
    (each) => resolve<Schema>(contract, each).type !== "null",
  );
  if (branch === undefined || otherBranches.length > 0) return schema;
  return { ...common, ...sentSchema(contract, branch, [...outer, schema]) };
}

/**
 * Returns true for a list or an object, and for a schema with a branch that may be one.
 * @param outer the schemas of which it is a branch, which it may contain again
 */
export function mayHaveParts(
  contract: Contract,
  node: Schema,
  outer: Schema[] = [],
): boolean {
  const schema = resolve<Schema>(contract, node);
  if (outer.includes(schema)) return false;
  if (typesOf(schema).some((type) => type === "array" || type === "object"))
    return true;
  return lists.some((name) =>
    schema[name]?.some((branch) =>
      mayHaveParts(contract, branch, [...outer, schema]),
    ),
  );
}

/**
 * Returns a schema with `anyOf` in the place of each `oneOf`, as a text may fit two branches: `1` is
 * an integer and a text.
 * @param outer the schemas of which it is a branch, which it may contain again
 */
export function withTextChoices(
  contract: Contract,
  node: Schema,
  outer: Schema[] = [],
): Schema {
  const schema = resolve<Schema>(contract, node);
  const { oneOf, anyOf, allOf, ...others } = schema;
  const branches = oneOf ?? anyOf;
  if (outer.includes(schema) || (oneOf && anyOf) || !(branches ?? allOf))
    return node;
  const inner = (branch: Schema) =>
    withTextChoices(contract, branch, [...outer, schema]);
  return {
    ...others,
    ...(allOf && { allOf: allOf.map(inner) }),
    ...(branches && { anyOf: branches.map(inner) }),
  };
}

/** Returns the types of a schema, without null. */
const typesOf = ({ type }: Schema): string[] =>
  [type]
    .flat()
    .filter((each): each is string => each !== undefined && each !== "null");
