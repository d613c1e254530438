import { compactJson, jsonOf } from "../../model/json.ts";
import { pascal } from "../client-names.ts";
import type { SampleCall } from "./sample-call.ts";

/** Writes a text as a value of its type. */
type WriteText = (json: string, model: string) => string;

/** Type of a value → the function that writes the value in Python. */
export const pythonValues: Record<string, WriteText> = {
  enum: (json, model) => `models.${model}(${json})`,
  "date-time": (json) => `datetime.fromisoformat(${json})`,
  date: (json) => `date.fromisoformat(${json})`,
  uuid: (json) => `UUID(${json})`,
};

/**
 * Writes a value as its type.
 * @param model the class of an enum
 */
export function pythonValue(
  value: unknown,
  type: string,
  model: string,
): string {
  const write = Object.hasOwn(pythonValues, type)
    ? pythonValues[type]
    : undefined;
  return write ? write(jsonOf(value), model) : pythonLiteral(value);
}

/** Writes a list whose elements have types. An inline `enum` has a class of its own. */
export function pythonList(
  json: string,
  model: string,
  name: string,
  elementType: string,
): string {
  const write = pythonValues[elementType];
  const elements = JSON.parse(json) as unknown[];
  if (!write) return pythonLiteral(elements);
  const ownModel = model.endsWith(pascal(name)) ? `${model}Item` : model;
  return `[${elements.map((each) => write(jsonOf(each), ownModel)).join(", ")}]`;
}

/** Returns how an object is written: the client sends each of its fields under the field's name. */
export const pythonObject =
  ({ styles }: SampleCall) =>
  (json: string, model: string, name: string) => {
    const isDeep = styles[`query ${name}`]?.style === "deepObject";
    const fields = Object.entries(JSON.parse(json)).map(([field, value]) => [
      isDeep ? `${name}[${field}]` : field,
      value,
    ]);
    return `models.${model}.from_dict(${pythonLiteral(Object.fromEntries(fields))})`;
  };

/** Writes a value of JSON as Python does. */
export const pythonLiteral = (value: unknown) =>
  compactJson(value, { maxLength: 60, indent: 4 })
    .replaceAll(/(?<=[^,{[])\n/g, ",\n")
    .replaceAll(
      /"(?:\\.|[^"\\])*"|null|true|false/g,
      (word) => words[word] ?? word,
    )
    .replaceAll("\n", "\n    ");

/** Words of JSON → words of Python. */
const words: Record<string, string> = {
  null: "None",
  true: "True",
  false: "False",
};
