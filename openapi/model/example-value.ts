import { isJson } from "./media-names.ts";
import type { Node } from "./node.ts";

/**
 * Returns the value of an example: its `value`, or in OpenAPI 3.2 its data, or as a text how it is
 * written in a media type that is neither JSON nor a form.
 */
export function exampleValue(example: Node, media: string): unknown {
  const { value, dataValue, serializedValue } = example;
  if (value !== undefined) return value;
  if (isJson(media)) return dataValue;
  const isForm = /^(application\/x-www-form-urlencoded|multipart\/)/i.test(
    media,
  );
  return isForm
    ? (dataValue ?? serializedValue)
    : (serializedValue ?? dataValue);
}
