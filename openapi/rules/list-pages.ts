import type { Draft, Operation, PathItem, Reference } from "../model/contract.ts";
import type { Context } from "../redocly/redocly.ts";

const parametersOfPages = ["limit", "cursor"];
const fieldsOfPages = ["next_cursor", "has_more"];

/**
 * A list is read in pages, by `limit` and `cursor`, and each page says whether there are more.
 * Design guide: openapi/README.md#pages
 */
export default function listPages() {
  return {
    Paths: {
      PathItem: {
        Operation: (
          operation: Draft<Operation>,
          context: Context,
          { PathItem: path }: { PathItem: Draft<PathItem> },
        ) => {
          if (context.key !== "get") return;
          const page = pageOf(operation, context);
          if (!page) return;
          const parameters = [...(operation.parameters ?? []), ...(path.parameters ?? [])]
            .map((parameter) => context.resolve(parameter).node)
            .flatMap((parameter) => (parameter?.in === "query" ? [parameter.name] : []));
          const missing = [
            ...parametersOfPages.filter((name) => !parameters.includes(name)),
            ...fieldsOfPages.filter((name) => !(name in page)),
          ];
          if (missing.length === 0) return;
          context.report({
            message: `The list is not read in pages: ${missing.join(", ")} missing. See openapi/README.md#pages`,
            location: context.location.child(["responses"]).key(),
          });
        },
      },
    },
  };
}

/** The fields of the 200 response when its `data` is a list. */
function pageOf(operation: Draft<Operation>, context: Context): Record<string, unknown> | undefined {
  const follow = <Node extends object>(node: Node | Reference | undefined) =>
    node && context.resolve(node).node;
  const content = follow(operation.responses?.["200"])?.content?.["application/json"];
  const { properties } = follow(content?.schema) ?? {};
  return follow(properties?.["data"])?.type === "array" ? properties : undefined;
}
