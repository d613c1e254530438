import { distance } from "fastest-levenshtein";
import {
  isNode,
  listIn,
  nodeIn,
  operationNodesIn,
  textIn,
  textsIn,
  without,
  type Node,
} from "../model/node.ts";
import { rule, type Problem } from "./rule.ts";

/** The names that somebody may have meant by a name that does not exist, the closest first. */
export const closest = (name: string, names: string[]): string[] =>
  names
    .map((each) => ({
      each,
      edits: distance(name.toLowerCase(), each.toLowerCase()),
    }))
    .filter(({ edits }) => edits <= Math.max(2, name.length / 3))
    .sort((a, b) => a.edits - b.edits)
    .map(({ each }) => each);

/** What is named in one part of the contract exists in another. A name that is missing is told once, where it stands first. */
export const knownNames = {
  "known-scopes": rule("See openapi/README.md#scopes", unknownScopes),
  "known-tags": rule("See openapi/README.md#names", unknownTags),
};

const operationsOf = (root: Node) =>
  (["paths", "webhooks"] as const).flatMap((section) =>
    operationNodesIn(root, section).map((located) => ({ ...located, section })),
  );

/** Each tag of an operation is one of the contract's `tags`. */
function unknownTags(root: Node): Problem[] {
  const names = listIn(root, "tags").map(
    (tag) => (isNode(tag) && textIn(tag, "name")) || "",
  );
  const used = operationsOf(root).flatMap(
    ({ section, path, method, operation }) =>
      textsIn(operation, "tags").map((tag, i) => ({
        tag,
        place: [section, path, method, "tags", i],
      })),
  );
  const tags = new Set(used.map(({ tag }) => tag));
  return without(tags, names).map((missing) => ({
    says: `There is no tag \`${missing}\` in the \`tags\` of the contract`,
    path: used.find(({ tag }) => tag === missing)?.place ?? [],
    // A tag that was renamed is now that of no operation.
    suggest: [
      ...new Set([...closest(missing, names), ...without(names, tags)]),
    ],
  }));
}

/**
 * Every operation says by itself which scheme it requires, and every scope that is required is listed in the security
 * scheme's `x-scopes`. An operation that requires none of them says that any key may call it.
 */
function unknownScopes(root: Node): Problem[] {
  const schemes = nodeIn(nodeIn(root, "components"), "securitySchemes");
  const reported = new Set<string>();
  return operationNodesIn(root, "paths").flatMap(
    ({ path, method, operation }): Problem | Problem[] => {
      const place = ["paths", path, method, "security"];
      const wrong = (says: string) => [{ says, path: place, isKey: true }];
      const requirements = listIn(operation, "security").filter(isNode);
      const [[scheme, scopes] = [], ...others] = requirements.flatMap((each) =>
        Object.entries(each),
      );
      if (scheme === undefined || requirements.length > 1 || others.length > 0)
        return wrong(
          "The security of an operation is one requirement of one scheme, which the operation states itself",
        );
      const names = Object.keys(nodeIn(nodeIn(schemes, scheme), "x-scopes"));
      const required = Array.isArray(scopes) ? scopes.map(String) : [];
      const isForAny = operation["x-any-key"] === true;
      if (required.length > 0 && isForAny)
        return wrong(
          "Not any key may call an operation that requires a scope: remove one of both",
        );
      if (required.length === 0 && names.length > 0 && !isForAny)
        return wrong(
          "The operation requires no scope: add the scope, or `x-any-key: true`",
        );
      const [reader] = listIn(
        nodeIn(nodeIn(nodeIn(root, "paths"), path), "get"),
        "security",
      ).filter(isNode);
      const [unread] =
        method === "patch" ? without(textsIn(reader, scheme), required) : [];
      if (unread !== undefined)
        return wrong(
          `The operation returns what only \`${unread}\` reads: add that scope`,
        );
      return required.flatMap((scope, i) => {
        if (
          !(scheme in schemes) ||
          names.includes(scope) ||
          reported.has(scope)
        )
          return [];
        reported.add(scope);
        return {
          says: `Scope \`${scope}\` is not in the x-scopes of \`${scheme}\`: ${names.join(", ")}`,
          path: [...place, 0, scheme, i],
          suggest: closest(scope, names),
        };
      });
    },
  );
}
