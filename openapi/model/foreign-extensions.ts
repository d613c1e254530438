import { Ajv2020 } from "ajv/dist/2020.js";
import formats from "ajv-formats";
import { extensions } from "./extensions.ts";
import { mapNodes, nodeIn, textIn, type Node } from "./node.ts";

const ajv = new Ajv2020({ $data: true, strict: false });
formats.default(ajv);
const validators = Object.entries(extensions).map(([name, { value }]) => ({
  name,
  // In its place, as a value may depend on those beside it.
  fits: ajv.compile({ type: "object", properties: { [name]: value } }),
}));

/**
 * Removes the extensions whose value is none of ours: another contract gives their names another
 * meaning. Changes the contract itself.
 */
export function removeForeignExtensions(contract: Node): void {
  const schemas = nodeIn(nodeIn(contract, "components"), "schemas");
  const isKnown = (node: Node) => {
    const whole = textIn(node, "x-part-of");
    return whole === undefined || Object.hasOwn(schemas, whole);
  };
  mapNodes(contract, (node) => {
    const foreign = validators.filter(
      ({ name, fits }) => name in node && !fits(node),
    );
    for (const { name } of foreign) delete node[name];
    if (!isKnown(node)) delete node["x-part-of"];
    return node;
  });
}
