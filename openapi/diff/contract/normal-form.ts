import { isNode, listIn, nodeIn, rewrite, type Node } from "../../model/node.ts";
import { kindOf, type Kind } from "../schema/fingerprint.ts";

/**
 * Writes the schemas of a document in the one of two ways in which the others are written: what 3.0 says by flags and
 * formats in the keywords of 3.1, and `required` in `dependentSchemas` as `dependentRequired`.
 * @param made gets each mapping that is new, and the one that it was made of
 */
export function normalize(root: unknown, is30: boolean, made: (node: Node, of: Node) => void): void {
  const passed = new Set<unknown>();

  function visit(node: unknown, kind: Kind): void {
    if (typeof node !== "object" || node === null || kind === "value" || passed.has(node)) return;
    passed.add(node);
    if (isNode(node) && kind === "schema") {
      if (is30 && node["nullable"] === true) giveNull(node);
      giveBounds(node);
      const [keyword, value] = contents[String(node["format"])] ?? [];
      if (keyword) node[keyword] ??= value;
      if (isNode(node["dependentSchemas"])) giveDependentRequired(node, node["dependentSchemas"]);
    }
    for (const [name, child] of Object.entries(node)) visit(child, kindOf(name.replace(/^x-/, ""), kind));
  }

  /** 3.0 has a flag where 3.1 has a type; beside other schemas it is one more branch. */
  function giveNull(node: Node): void {
    const { nullable: _, ...rest } = node;
    const isCombined = ["allOf", "oneOf", "anyOf"].some((name) => name in rest);
    if (isCombined) made(rest, node);
    const withNull = {
      ...rest,
      ...("type" in rest && { type: [rest["type"], "null"].flat() }),
      ...(Array.isArray(rest["enum"]) && { enum: [...rest["enum"], null] }),
    };
    rewrite(node, isCombined ? { anyOf: [rest, { type: "null" }] } : withNull);
  }

  /** What a property asks for beside it stands in `dependentRequired`, not among the rules of `dependentSchemas`. */
  function giveDependentRequired(node: Node, schemas: Node): void {
    const lists = { ...nodeIn(node, "dependentRequired") };
    for (const [name, schema] of Object.entries(schemas)) {
      if (!isNode(schema) || !Array.isArray(schema["required"])) continue;
      const { required, ...rest } = schema;
      lists[name] = [...listIn(lists, name), ...required];
      made(rest, schema);
      schemas[name] = rest;
    }
    node["dependentRequired"] = lists;
  }

  visit(root, "schema");
}

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
    const isExclusive = node[exclusive] && typeof node[bound] === "number";
    if (isExclusive) node[exclusive] = node[bound];
    delete node[isExclusive ? bound : exclusive];
  }
  if (node["format"] !== "int32") return;
  node["minimum"] ??= -(2 ** 31);
  node["maximum"] ??= 2 ** 31 - 1;
}
