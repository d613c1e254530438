import type { Node } from "./node.ts";

/**
 * Returns the value of an example: its `value`, or in OpenAPI 3.2 its data, or as a text how it is
 * written in a media type that is no JSON.
 */
export function exampleValue(example: Node, media: string): unknown {
  const { value, dataValue, serializedValue } = example;
  if (value !== undefined) return value;
  const isJson = /^[^;]*[/+]json\s*(;|$)/i.test(media);
  return isJson ? dataValue : (serializedValue ?? dataValue);
}
