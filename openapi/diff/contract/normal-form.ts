import { isNode, nodeIn, rewrite, type Node } from "../../model/node.ts";
import { roleOf, type NodeRole } from "./roles.ts";

/**
 * Creates a function that converts the schemas in a part of a document to the keywords of 3.1. It
 * applies `x-exact`, and the flags and formats of 3.0, and changes the document itself. It returns
 * true for a part that was not converted before.
 * @param onNew is called with each new node and its original
 */
export function createNormalizer(
  is30: boolean,
  onNew: (node: Node, original: Node) => void,
): (part: unknown) => boolean {
  const visited = new Set<unknown>();

  function visit(node: unknown, role: NodeRole): void {
    if (
      typeof node !== "object" ||
      node === null ||
      role === "value" ||
      visited.has(node)
    )
      return;
    visited.add(node);
    if (isNode(node) && role === "part") {
      for (const [name, rule] of Object.entries(nodeIn(node, "x-exact")))
        if (!notPromised.has(name)) node[name] = rule;
      if (is30 && node["nullable"] === true) convertNullable(node);
      convertBounds(node);
      moveRequired(node);
      const [keyword, value] = contents[String(node["format"])] ?? [];
      if (keyword) node[keyword] ??= value;
      // The form of bytes in 3.1.
      if (!is30 && hasMediaTypeAlone(node)) node["type"] = "string";
    }
    for (const [name, child] of Object.entries(node))
      visit(child, roleOf(name.replace(/^x-/, ""), role));
  }

  /**
   * Converts `nullable` of 3.0 to the type `null`, or to one more branch beside combined schemas.
   * An `enum` without null still rejects null, as 3.0.4 says.
   */
  function convertNullable(node: Node): void {
    const { nullable: _, ...rest } = node;
    const isCombined = ["allOf", "oneOf", "anyOf"].some((name) => name in rest);
    if (isCombined) onNew(rest, node);
    const withNull = {
      ...rest,
      ...("type" in rest && { type: [rest["type"], "null"].flat() }),
    };
    rewrite(node, isCombined ? { anyOf: [rest, { type: "null" }] } : withNull);
  }

  /** Moves `required` of a dependent schema to `dependentRequired`, as both mean the same. */
  function moveRequired(node: Node): void {
    const schemas = nodeIn(node, "dependentSchemas");
    for (const [name, schema] of Object.entries(schemas)) {
      if (!isNode(schema)) continue;
      const { required = [], ...rest } = schema;
      const dependents = nodeIn(node, "dependentRequired");
      node["dependentRequired"] = {
        ...dependents,
        [name]: [dependents[name] ?? [], required].flat(),
      };
      onNew((schemas[name] = rest), schema);
    }
  }

  return (part) => {
    const { size } = visited;
    visit(part, "part");
    return visited.size > size;
  };
}

/**
 * Keywords of `x-exact` that callers do not rely on: the pattern is a sharper form of the portable
 * one, and the contract says that the values and branches may grow.
 */
const notPromised = new Set(["pattern", "enum", "oneOf", "allOf"]);

/** Format of 3.0 → keyword of 3.1. */
const contents: Record<string, [keyword: string, value: string]> = {
  byte: ["contentEncoding", "base64"],
  binary: ["contentMediaType", "application/octet-stream"],
};

/** Returns true for a schema that states the media type of a text, and nothing else. */
const hasMediaTypeAlone = (node: Node): boolean =>
  typeof node["contentMediaType"] === "string" &&
  Object.entries(node).every(
    ([keyword, value]) =>
      keyword === "contentMediaType" ||
      isDescription(keyword) ||
      value === false ||
      value === 0,
  );

const isDescription = (keyword: string): boolean =>
  /^(title|description|examples?|externalDocs|deprecated|\$comment|x-.*)$/.test(
    keyword,
  );

/** Format → the range of its integers. The range of larger ones is only a hint. */
const ranges: Record<string, [minimum: number, maximum?: number]> = {
  int8: [-(2 ** 7), 2 ** 7 - 1],
  int16: [-(2 ** 15), 2 ** 15 - 1],
  int32: [-(2 ** 31), 2 ** 31 - 1],
  uint8: [0, 2 ** 8 - 1],
  uint16: [0, 2 ** 16 - 1],
  uint32: [0, 2 ** 32 - 1],
  uint64: [0],
};

/** Converts exclusive bounds, which are flags in 3.0, to numbers. Adds the range of a format. */
function convertBounds(node: Node): void {
  for (const bound of ["minimum", "maximum"]) {
    const exclusive = bound.replace("m", "exclusiveM");
    if (typeof node[exclusive] !== "boolean") continue;
    const isExclusive =
      node[exclusive] && /^(number|bigint)$/.test(typeof node[bound]);
    if (isExclusive) node[exclusive] = node[bound];
    delete node[isExclusive ? bound : exclusive];
  }
  const [minimum, maximum] = ranges[String(node["format"])] ?? [];
  if (minimum !== undefined) node["minimum"] ??= minimum;
  if (maximum !== undefined) node["maximum"] ??= maximum;
}
