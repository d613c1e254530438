import { jsonOf } from "../../model/json.ts";
import type { SampleCall } from "./sample-call.ts";

/** Writes a text or a number of JSON as a value of its type. */
type WriteValue = (json: string, model: string) => string;

/** Type of a value → the function that writes the value in Go. */
export const goValues: Record<string, WriteValue> = {
  enum: (json, model) => `${model}(${json})`,
  email: (json) => `types.Email(${json})`,
  uuid: (json) => `uuid.MustParse(${json})`,
  date: (json) => `types.Date{Time: ${timeOf(json)}}`,
  "date-time": timeOf,
  int32: (json) => `int32(${json})`,
  int64: (json) => `int64(${json})`,
  number: (json) => `float32(${json})`,
  float: (json) => `float32(${json})`,
  double: (json) => `float64(${json})`,
};

/** Writes a date or a time, in UTC. */
function timeOf(json: string): string {
  const numbers = (json.match(/\d+/g) ?? []).slice(0, 6).map(Number);
  while (numbers.length < 6) numbers.push(0);
  return `time.Date(${numbers.join(", ")}, 0, time.UTC)`;
}

/** Type of elements → its name in Go. */
const elementTypes: Record<string, string> = {
  string: "string",
  integer: "int",
  int32: "int32",
  int64: "int64",
  number: "float32",
  float: "float32",
  double: "float64",
  boolean: "bool",
  email: "types.Email",
  uuid: "types.UUID",
  date: "types.Date",
  "date-time": "time.Time",
};

/** Returns the function that writes a list, whose elements may have a named type. JSON stays. */
export const goList =
  ({ elements }: SampleCall) =>
  (json: string, model: string, name: string, elementType: string): string => {
    const isNamed = name in elements || elementType === "enum";
    const type = isNamed ? model : (elementTypes[elementType] ?? "string");
    const write = isNamed ? undefined : goValues[elementType];
    const list = JSON.parse(json) as unknown[];
    if (list.some((each) => typeof each === "object")) return json;
    const texts = list.map((each) => {
      const text = JSON.stringify(each);
      return write?.(text, model) ?? text;
    });
    return `[]${type}{${texts.join(", ")}}`;
  };

/** Writes a parameter of the path as its type. */
export function goPathValue(
  { types }: SampleCall,
  name: string,
  value: unknown,
): string {
  const json = jsonOf(value);
  const type = types[name] ?? "";
  // A constant of Go fits any type of numbers and texts.
  const isTyped = ["uuid", "date", "date-time"].includes(type);
  return isTyped ? (goValues[type]?.(json, "") ?? json) : json;
}
