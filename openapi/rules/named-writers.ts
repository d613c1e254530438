import {
  followed,
  isNode,
  listIn,
  operationNodesIn,
  type Node,
  type OperationNode,
} from "../model/node.ts";
import { rule } from "./rule.ts";

const header = "Client-Name";
const writing = ["post", "put", "patch", "delete"];

/**
 * A write that forgets the header would cause events without the name of the program. So the writes of one security scheme
 * take it all, or none does, as those of visitors.
 * Design guide: openapi/README.md#writes
 */
export default rule("See openapi/README.md#writes", (root) => {
  const writes = operationNodesIn(root, "paths").filter(({ method }) =>
    writing.includes(method),
  );
  const isNamed = ({ parameters }: OperationNode) =>
    parameters.some(
      (parameter) => followed(root, parameter)["name"] === header,
    );
  const schemes = new Set(
    writes.filter(isNamed).flatMap((write) => schemesOf(root, write)),
  );
  const forgetful = writes.filter(
    (write) =>
      !isNamed(write) &&
      schemesOf(root, write).some((scheme) => schemes.has(scheme)),
  );
  return forgetful.map(({ path, method }) => ({
    says: `This write does not take \`${header}\`, which others with its security scheme take`,
    path: ["paths", path, method],
    isKey: true,
  }));
});

/** The security schemes of an operation. */
const schemesOf = (root: Node, { operation }: OperationNode): string[] =>
  listIn("security" in operation ? operation : root, "security")
    .filter(isNode)
    .flatMap((requirement) => Object.keys(requirement));
