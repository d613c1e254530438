import { readFileSync } from "node:fs";
import { relative } from "node:path";
import { childOf } from "./node.ts";
import type { Positions } from "./positions.ts";
import { readYaml } from "./yaml.ts";

/**
 * Returns the place of a part of a contract for a message: `file:line:column`. Of a part in another
 * file it is the place of the reference to it.
 * @param names the names that lead to the part
 */
export function placeIn(file: string, names: string[]): string {
  const name = relative(".", file);
  const positions: Positions = new Map();
  const { value: root } = readYaml(readFileSync(file, "utf8"), positions);
  let node = root;
  let place = name;
  for (const key of names) {
    const found = isObject(node) ? positions.get(node)?.get(key) : undefined;
    if (!found) break;
    place = `${name}:${found.line}:${found.column}`;
    node = childOf(node, key);
  }
  return place;
}

const isObject = (value: unknown): value is object =>
  typeof value === "object" && value !== null;
