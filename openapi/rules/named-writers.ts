import { isNode, listIn } from "../model/node.ts";
import {
  operationNodesIn,
  type OperationNode,
} from "../model/operation-nodes.ts";
import { followed } from "../model/pointer.ts";
import { rule } from "./rule.ts";

const header = "Client-Name";
const writeMethods = ["post", "put", "patch", "delete"];

/**
 * Checks that either all writes of a security scheme take the header, or none. A write without it
 * would cause events without the name of the program. Writes of visitors have no header. Design
 * guide: openapi/README.md#writes
 */
export default rule("See openapi/README.md#writes", (root) => {
  const writes = operationNodesIn(root, "paths").filter(({ method }) =>
    writeMethods.includes(method),
  );
  const takesHeader = ({ parameters }: OperationNode) =>
    parameters.some(
      (parameter) => followed(root, parameter)["name"] === header,
    );
  const schemes = new Set(
    writes.filter(takesHeader).flatMap((write) => schemesOf(write)),
  );
  const withoutHeader = writes.filter(
    (write) =>
      !takesHeader(write) &&
      schemesOf(write).some((scheme) => schemes.has(scheme)),
  );
  return withoutHeader.map(({ path, method }) => ({
    message: `This write does not take \`${header}\`, which others with its security scheme take`,
    path: ["paths", path, method],
    isKey: true,
  }));
});

/** Returns the security schemes of an operation. */
const schemesOf = ({ operation }: OperationNode): string[] =>
  listIn(operation, "security")
    .filter(isNode)
    .flatMap((requirement) => Object.keys(requirement));
