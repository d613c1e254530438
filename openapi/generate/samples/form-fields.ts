import type { FieldStyle } from "../../../client/encode-body.ts";
import { jsonOf } from "../../model/json.ts";
import { isNode } from "../../model/node.ts";
import type { SampleCall } from "./sample-call.ts";

/** The fields of a call's form, as they are sent. */
export function formFields(
  call: Pick<SampleCall, "body" | "fieldStyles">,
): [name: string, text: string][] {
  return Object.entries(Object(call.body) as object).flatMap(([name, value]) =>
    fieldsOfForm(name, value, call.fieldStyles[name]),
  );
}

function fieldsOfForm(
  name: string,
  value: unknown,
  style?: FieldStyle,
): [name: string, text: string][] {
  const isObject = isNode(value);
  if (style?.style === "deepObject" && typeof value === "object")
    return Object.entries(value ?? {}).flatMap(([key, each]) =>
      fieldsOfForm(`${name}[${key}]`, each, style),
    );
  if (style && !style.explode && typeof value === "object") {
    const parts = isObject ? Object.entries(value).flat() : [value].flat();
    const texts = parts.map(textOf);
    const delimiter = delimiters[style.style] ?? ",";
    return texts.length === 0 ? [] : [[name, texts.join(delimiter)]];
  }
  if (style && isObject)
    return Object.entries(value).map(([key, each]) => [key, textOf(each)]);
  if (Array.isArray(value))
    return value.flatMap((each) => fieldsOfForm(name, each));
  return [[name, textOf(value)]];
}

/** Style → what separates the elements of a value in one field. */
const delimiters: Record<string, string> = {
  form: ",",
  spaceDelimited: " ",
  pipeDelimited: "|",
};

const textOf = (value: unknown): string =>
  typeof value === "string" ? value : jsonOf(value);

/** Returns true for a field of a form that is an object without a style: it is written as JSON. */
export const isJsonField = (
  { body, fieldStyles }: Pick<SampleCall, "body" | "fieldStyles">,
  name: string,
): boolean =>
  isNode(body) && isNode(body[name]) && fieldStyles[name] === undefined;
