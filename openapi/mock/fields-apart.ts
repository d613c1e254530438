import {
  resolve,
  type Contract,
  type Operation,
  type Parameter,
  type Reference,
  type Schema,
} from "../model/contract.ts";
import { mapNodes, type Node } from "../model/node.ts";
import { styleOf } from "../model/parameter-text.ts";
import { sentSchema } from "../model/sent-schema.ts";

/**
 * Returns the contract with a parameter for each field of an object that a query has field by field.
 * Prism takes a list of one element for a text inside of such an object, and refuses it.
 */
export const withFieldsApart = (contract: Contract): Contract =>
  mapNodes(contract, (node) => {
    const { parameters } = node as { parameters?: Operation["parameters"] };
    if (!Array.isArray(parameters)) return node;
    const apart = parameters.flatMap(
      (each): object[] => fieldsOf(contract, each) ?? [each],
    );
    return { ...node, parameters: apart };
  });

/** Returns the parameters that a request has for an object, or undefined for another parameter. */
function fieldsOf(
  contract: Contract,
  node: Parameter | Reference,
): Node[] | undefined {
  const parameter = resolve<Parameter>(contract, node);
  if (parameter.in !== "query" || parameter.content) return undefined;
  const { style, explode } = styleOf(parameter);
  if (style !== "form" || !explode) return undefined;
  const schema = sentSchema(contract, parameter.schema);
  const { type, properties, required = [], ...others } = schema;
  const hasBranches = branches.some((keyword) => keyword in others);
  if (type !== "object" || !properties || hasBranches) return undefined;
  return Object.entries<Schema>(properties).map(([name, field]) => ({
    name,
    in: "query",
    required: parameter.required === true && required.includes(name),
    schema: field,
  }));
}

const branches = ["allOf", "anyOf", "oneOf", "if"];
