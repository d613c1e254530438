type Node = Record<string, unknown>;

/** What stands as it is: values, not descriptions of values. */
const values = ["example", "examples", "default", "enum", "x-extensible-enum"];

/**
 * The published contract in OpenAPI 3.0.3, for gateways and generators that read no 3.1. It has no webhooks, which 3.0
 * does not know, and says nothing of the names of custom fields.
 */
export function edition30(published: object): object {
  const { webhooks, ...contract } = structuredClone(published) as Node & { info: Node; tags: Node[] };
  const { summary: _, license, ...info } = contract.info;
  const { identifier: __, ...licence } = license as Node;
  const ofWebhooks = Object.values(webhooks as Record<string, { post: { tags: string[] } }>);
  const gone = new Set(ofWebhooks.flatMap(({ post }) => post.tags));
  return {
    ...(converted(contract) as Node),
    openapi: "3.0.3",
    info: { ...info, license: licence },
    tags: contract.tags.filter(({ name }) => !gone.has(name as string)),
  };
}

function converted(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(converted);
  if (typeof node !== "object" || node === null) return node;
  const fields = Object.entries(node).map(([name, child]) => [
    name,
    values.includes(name) ? child : converted(child),
  ]);
  return inWordsOf30(Object.fromEntries(fields) as Node);
}

/** One schema, or any other node, in the words of 3.0. */
function inWordsOf30({ type, const: constant, anyOf, propertyNames: _, $ref, ...others }: Node): Node {
  const types = Array.isArray(type) ? (type as string[]) : undefined;
  const branches = anyOf as Node[] | undefined;
  const nullable = types?.includes("null") || branches?.some((branch) => branch["type"] === "null");
  const only = branches?.filter((branch) => branch["type"] !== "null");
  const isAlone = $ref !== undefined && Object.keys(others).length === 0;
  return {
    ...(isAlone ? { $ref } : $ref === undefined ? {} : { allOf: [{ $ref }] }),
    ...(type === undefined ? {} : { type: types ? types.find((one) => one !== "null") : type }),
    ...(only && { allOf: only }),
    ...(nullable && { nullable: true }),
    ...(constant === undefined ? {} : { enum: [constant] }),
    ...others,
  };
}
