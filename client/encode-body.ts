import type { Payload } from "../generated/calls.ts";
import { checkInput, isPlainObject, type MethodInput } from "./check.ts";
import { isText, mistake, toJson } from "./json-value.ts";

/** A body in the media type of its operation. */
export interface Encoded {
  text?: string | undefined;
  /** A form with files. Fetch writes its header. */
  form?: Payload;
  headers?: Record<string, string>;
}

export type EncodeBody = (operation: string, input: MethodInput) => Encoded;

/**
 * Writes the body of a call in the media type of its operation: JSON or a form. JSON is an object,
 * or with the word `value` any value. In a form a list is
 * a field for each element. An object is JSON, or with `deepObject` a field for each of its fields:
 * `name[field]`.
 * @throws TypeError with the name of the argument, and the path of a value that cannot be sent
 * @public generated code of other contracts uses it
 */
export const encodeBody: EncodeBody = (operation, input) => {
  const [, mediaType = "application/json"] =
    / type:(\S+)/.exec(operation) ?? [];
  const headers = { "Content-Type": mediaType };
  const { body, method } = input;
  if (body === undefined) return { text: checkInput(input) };
  const isJson = /[/+]json\b/i.test(mediaType);
  const isObject = !/ value( |$)/.test(operation);
  if (isJson && isObject) return { text: checkInput(input), headers };
  checkInput({ ...input, body: undefined });
  if (isJson)
    return {
      text: toJson(body, (place) => `body${place} of ${method}`),
      headers,
    };
  if (!isPlainObject(body))
    throw new TypeError(`body of ${method} must be an object.`);
  const [, deep = ""] = / deep:(\S+)/.exec(operation) ?? [];
  const deepNames = deep.split(",").map(decodeURIComponent);
  const fields = Object.entries(body).flatMap(([name, value]) =>
    fieldsOf(name, value, deepNames.includes(name), method),
  );
  return mediaType.toLowerCase().startsWith("multipart/")
    ? { form: multipart(fields) }
    : { text: urlencoded(fields, method), headers };
};

interface Field {
  name: string;
  value: string | Blob;
}

function fieldsOf(
  name: string,
  value: unknown,
  isDeep: boolean,
  method: string,
): Field[] {
  if (value === undefined) return [];
  if (value === null)
    throw mistake(`${name} of ${method} is null, which no form can hold.`);
  if (!isText(name))
    throw mistake(`body of ${method} has a name with a lone surrogate.`);
  if (value instanceof Blob) return [{ name, value }];
  if (isDeep && (isPlainObject(value) || Array.isArray(value)))
    return Object.entries(value).flatMap(([key, each]) =>
      fieldsOf(`${name}[${key}]`, each, true, method),
    );
  if (Array.isArray(value))
    return value.flatMap((each) => fieldsOf(name, each, false, method));
  const json = toJson(value, (place) => `${name}${place} of ${method}`);
  const written: unknown = JSON.parse(json);
  return [{ name, value: typeof written === "string" ? written : json }];
}

function urlencoded(fields: Field[], method: string): string {
  const form = new URLSearchParams();
  for (const { name, value } of fields) {
    if (typeof value !== "string")
      throw mistake(
        `${name} of ${method} is a file, which this form cannot hold.`,
      );
    form.append(name, value);
  }
  return String(form);
}

function multipart(fields: Field[]): Payload {
  const form = new FormData();
  for (const { name, value } of fields) form.append(name, value);
  // TypeScript cannot see that `Payload` includes forms for a contract with such a body.
  return form as unknown as Payload;
}
