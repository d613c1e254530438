import { isNode, nodeIn, rewrite, type Node } from "../../model/node.ts";
import { kindOf, type Kind } from "../schema/fingerprint.ts";

/**
 * Writes the schemas of a document in the keywords of 3.1: 3.0 says some of it by flags and formats, and `x-exact` what few
 * tools read.
 * @param onNew gets each mapping that is new, and the one that it was made of
 */
export function normalize(
  root: unknown,
  is30: boolean,
  onNew: (node: Node, of: Node) => void,
): void {
  const passed = new Set<unknown>();

  function visit(node: unknown, kind: Kind): void {
    if (
      typeof node !== "object" ||
      node === null ||
      kind === "value" ||
      passed.has(node)
    )
      return;
    passed.add(node);
    if (isNode(node) && kind === "schema") {
      for (const [name, rule] of Object.entries(nodeIn(node, "x-exact")))
        if (!notPromised.has(name)) node[name] = rule;
      if (is30 && node["nullable"] === true) giveNull(node);
      giveBounds(node);
      giveDependents(node);
      const [keyword, value] = contents[String(node["format"])] ?? [];
      if (keyword) node[keyword] ??= value;
    }
    for (const [name, child] of Object.entries(node))
      visit(child, kindOf(name.replace(/^x-/, ""), kind));
  }

  /**
   * 3.0 has a flag where 3.1 has a type; beside other schemas it is one more branch. An `enum` that does not list null
   * refuses it, as 3.0.4 says.
   */
  function giveNull(node: Node): void {
    const { nullable: _, ...rest } = node;
    const isCombined = ["allOf", "oneOf", "anyOf"].some((name) => name in rest);
    if (isCombined) onNew(rest, node);
    const withNull = {
      ...rest,
      ...("type" in rest && { type: [rest["type"], "null"].flat() }),
    };
    rewrite(node, isCombined ? { anyOf: [rest, { type: "null" }] } : withNull);
  }

  /** What a property requires may stand with other rules for it. */
  function giveDependents(node: Node): void {
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

  visit(root, "schema");
}

/**
 * What callers do not rely on in `x-exact`: its pattern is a sharper form of the one beside it, and its values and branches
 * are those of today, of which the contract says that more may come.
 */
const notPromised = new Set(["pattern", "enum", "oneOf", "allOf"]);

/** 3.0 wrote with a format what 3.1 has keywords for. */
const contents: Record<string, [keyword: string, value: string]> = {
  byte: ["contentEncoding", "base64"],
  binary: ["contentMediaType", "application/octet-stream"],
};

/** 3.0 had a flag where 3.1 has a number, and int32 is a range. */
function giveBounds(node: Node): void {
  for (const bound of ["minimum", "maximum"]) {
    const exclusive = bound.replace("m", "exclusiveM");
    if (typeof node[exclusive] !== "boolean") continue;
    const isExclusive =
      node[exclusive] && /^(number|bigint)$/.test(typeof node[bound]);
    if (isExclusive) node[exclusive] = node[bound];
    delete node[isExclusive ? bound : exclusive];
  }
  if (node["format"] !== "int32") return;
  node["minimum"] ??= -(2 ** 31);
  node["maximum"] ??= 2 ** 31 - 1;
}
