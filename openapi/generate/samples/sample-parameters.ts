import {
  resolve,
  type Contract,
  type Example,
  type Header,
  type Parameter,
  type Schema,
} from "../../model/contract.ts";
import type { Credential } from "../../model/credentials.ts";
import { exampleValue } from "../../model/example-value.ts";
import { jsonOf } from "../../model/json.ts";
import { fieldsOf } from "../../model/parameter-text.ts";
import { parameterSample } from "../../model/sample/parameter.ts";
import { sampleOf } from "../../model/sample/value.ts";
import { isJson } from "../../model/media-names.ts";
import { isIgnoredHeader } from "../../model/ignored-headers.ts";
import { isTransferHeader } from "../../model/transfer-headers.ts";

/** Returns false for a header that callers do not write, and for the place of a credential. */
export const isSent = (
  { name, in: location }: Parameter,
  credentials: Credential[],
): boolean =>
  !(
    location === "header" &&
    (isIgnoredHeader(name) || isTransferHeader(name))
  ) && !credentials.some((each) => each.in === location && each.name === name);

/** Returns a parameter with its example. A required one without any gets a value that it allows. */
export function withExample(
  contract: Contract,
  parameter: Parameter,
): Parameter {
  const { name, in: location, required, schema } = parameter;
  const example = exampleOf(contract, parameter);
  if (example !== undefined || !required) return { ...parameter, example };
  const {
    type,
    format,
    pattern,
    minLength = 0,
    maxLength = Infinity,
  } = resolve<Schema>(contract, schema);
  const isPlain =
    type === "string" &&
    (format ?? pattern) === undefined &&
    name.length >= minLength &&
    name.length <= maxLength;
  const value = parameterSample(contract, schema);
  return {
    ...parameter,
    example:
      location === "path" && isPlain && value === "example" ? name : value,
  };
}

/** Returns the example that a parameter has in one of the ways of OpenAPI. */
export function exampleOf(
  contract: Contract,
  { example, examples = {}, content = {} }: Header,
): unknown {
  const [[name = "application/json", media] = []] = Object.entries(content);
  const [first] = Object.values({ ...examples, ...media?.examples });
  const named =
    first && exampleValue({ ...resolve<Example>(contract, first) }, name);
  return example ?? named ?? media?.example;
}

/** Returns the schema of a header, also of one that is written as a media type; undefined for none. */
export function headerSchema({
  schema,
  content = {},
}: Partial<Header>): Schema | undefined {
  const [media] = Object.values(content);
  return media?.schema ?? schema;
}

/**
 * Returns the value of a header in a sample of a response: its example, or one that its schema
 * allows.
 */
export const headerExample = (
  contract: Contract,
  header: Header,
  schema: Schema,
): unknown =>
  exampleOf(contract, header) ??
  sampleOf(contract, schema, { isResponse: true });

/** Returns the parameters as they are sent, with their values. */
export const valuesOf = (
  parameters: Parameter[],
): [name: string, value: unknown][] =>
  parameters
    .flatMap(asSent)
    .map((each): [string, unknown] => [each.name, each.example]);

/**
 * A parameter as a query has it: of an object, one for each field of its example, e.g.
 * `custom_fields[plan]`.
 */
export const asSent = (parameter: Parameter): Parameter[] =>
  parameter.style === "deepObject"
    ? Object.entries(Object(parameter.example) as object)
        .flatMap(([field, value]) =>
          fieldsOf(`${parameter.name}[${field}]`, value),
        )
        .map(([name, example]) => ({ ...parameter, name, example }))
    : [parameter];

/** Writes the required parameter that is the complete query: as a form, as JSON, or as a text. */
export function queryStringOf(parameters: Parameter[]): string {
  const found = parameters.find(
    (each) => (each.in as string) === "querystring" && each.required,
  );
  if (found === undefined) return "";
  const [media = ""] = Object.keys(found.content ?? {});
  if (isJson(media)) return encodeURIComponent(jsonOf(found.example));
  if (typeof found.example === "string")
    return isForm(media) ? found.example : encodeURIComponent(found.example);
  const fields = Object.entries(Object(found.example) as object);
  const texts = fields.map(([name, value]): [string, string] => [
    name,
    typeof value === "string" ? value : jsonOf(value),
  ]);
  return String(new URLSearchParams(texts));
}

/** Returns true for the media type of forms, in which an example may be written out. */
const isForm = (media: string): boolean => /x-www-form-urlencoded/i.test(media);

/** Returns the type of a parameter's values in a typed client: `enum`, the format or the type. */
export function typeOf(contract: Contract, schema: Schema): string {
  const { enum: values, format, type } = resolve<Schema>(contract, schema);
  const only = [type].flat().find((each) => each !== "null");
  const isScalar = ["string", "integer", "number"].includes(only ?? "");
  return values ? "enum" : (isScalar && format) || String(only);
}
