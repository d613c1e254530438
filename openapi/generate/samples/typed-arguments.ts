import { compactJson } from "../../model/json.ts";
import { pascal } from "../client-names.ts";
import { nested } from "./call-text.ts";
import type { SampleCall } from "./sample-call.ts";

/**
 * Writes the value of a parameter in the form that a generated client takes.
 * @param json the value
 * @param model the name of its type in the client
 * @param name the name of the parameter
 * @param elementType the type of the elements of a list
 */
type WriteValue = (
  json: string,
  model: string,
  name: string,
  elementType: string,
) => string;

/** The forms of parameter values in one language. */
interface Values {
  /** Type of a parameter, as `types` of the call names it → its form. */
  byType: Record<string, WriteValue>;
  /** The form of all other types. */
  other: WriteValue;
  /** The name of the operation's own types, to which the name of a parameter is added. */
  ownType: string;
  /** The module of the types that have a name in the contract: `contacts.` in Go. */
  module: string;
}

/** Returns the parameters beside the path as arguments of a generated client. */
export function typedArguments(
  call: SampleCall,
  { byType, other, ownType, module }: Values,
): { name: string; code: string }[] {
  const { parameters, types, elements, elementTypes } = call;
  const { header, cookie } = parameters;
  const sent = {
    ...nested(call),
    ...Object.fromEntries([...header, ...cookie]),
  };
  return Object.entries(sent).map(([name, value]) => {
    const write = byType[kindOf(value, types[name])] ?? other;
    const element = elements[name];
    const model =
      element === undefined ? ownType + pascal(name) : module + element;
    const json = compactJson(value, { maxLength: Infinity });
    const code = write(json, model, name, elementTypes[name] ?? "");
    return { name, code };
  });
}

/** Returns the type of a value. When its schema has several types, the type of the example counts. */
function kindOf(value: unknown, type = ""): string {
  if (Array.isArray(value)) return "array";
  if (typeof value === "object" && value !== null) return "object";
  return type === "array" || type === "object" ? "" : type;
}
