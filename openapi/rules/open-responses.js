/**
 * What the API sends can grow: its objects are not closed, and its lists of values are not complete. Webhooks are
 * requests, but it is we who send them.
 * Design guide: openapi/README.md#open-responses
 */
export default function openResponses() {
  return {
    Root: {
      leave: (/** @type {any} */ root, /** @type {any} */ context) => {
        const responses = Object.values(root.paths ?? {})
          .flatMap((path) => Object.values(path))
          .flatMap((operation) => Object.values(operation.responses ?? {}));
        const seen = new Set();
        for (const sent of [...responses, ...Object.values(root.webhooks ?? {})]) check(sent, context, seen);
      },
    },
  };
}

/** Checks a node of what is sent, and everything that it leads to. */
function check(/** @type {any} */ node, /** @type {any} */ context, /** @type {Set<object>} */ seen) {
  if (typeof node !== "object" || node === null || seen.has(node)) return;
  seen.add(node);
  if (typeof node.$ref === "string") check(context.resolve(node).node, context, seen);
  if (node.type === "object" && node.additionalProperties === false) {
    context.report({
      message: `What the API sends is not closed: ${nameOf(node)}. See openapi/README.md#open-responses`,
    });
  }
  if (Array.isArray(node.enum)) {
    context.report({
      message: `What the API sends may have other values than ${node.enum.join(", ")}: list them in an x-extensible-enum. See openapi/README.md#open-responses`,
    });
  }
  for (const [name, child] of Object.entries(node)) {
    if (!name.startsWith("x-") && name !== "examples" && name !== "parameters") check(child, context, seen);
  }
}

const nameOf = (/** @type {any} */ schema) => schema.description ?? "an object without description";
