import { isNode, mapNodes, type Node } from "./node.ts";

/** Returns true when a media type is JSON (RFC 6839, RFC 9110 § 8.3). */
export const isJson = (name: string): boolean =>
  /^[^;]*[/+]json\s*(;|$)/i.test(name);

/** Returns true for JSON, and for a range of media types in which JSON is. */
export const mayBeJson = (name: string): boolean =>
  isJson(name) || /^(\*|application)\/\*/.test(name);

/**
 * Returns the media range of a content that stands for JSON, as frameworks write one: its schema
 * describes more than a text or a file.
 */
export function jsonRangeIn(content: Node): string | undefined {
  if (Object.keys(content).some(isJson)) return undefined;
  return ["*/*", "application/*"].find((range) => {
    const media = content[range];
    return (
      isNode(media) && isNode(media["schema"]) && isOfJson(media["schema"])
    );
  });
}

/** The keywords of a schema that no text and no file has. */
const ofJson = ["$ref", "allOf", "anyOf", "oneOf", "properties", "items"];

const isOfJson = ({ type, ...schema }: Node): boolean =>
  type === undefined
    ? ofJson.some((keyword) => keyword in schema)
    : type !== "string";

/** Returns the contract with `application/json` in place of each range that stands for JSON. */
export const withJsonNamed = <T extends object>(contract: T): T =>
  mapNodes(contract, (node) => {
    const { content } = node;
    const range = isNode(content) ? jsonRangeIn(content) : undefined;
    if (!isNode(content) || range === undefined) return node;
    const { [range]: media, ...others } = content;
    return { ...node, content: { ...others, "application/json": media } };
  });
