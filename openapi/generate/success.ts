import {
  resolve,
  type Body,
  type Contract,
  type Operation,
  type Response,
  type Schema,
} from "../model/contract.ts";

/** The response that says that an operation succeeded. */
export function successOf(
  contract: Contract,
  { responses }: Operation,
): Response {
  const [, success = {}] =
    Object.entries(responses).find(([status]) => status.startsWith("2")) ?? [];
  return resolve<Response>(contract, success);
}

/** The schema of a body in JSON. */
export const jsonSchemaOf = ({ content }: Body): Schema | undefined =>
  content?.["application/json"]?.schema;

/** The name of a schema that has one. */
export const nameOf = (schema: Schema | undefined): string | undefined =>
  schema?.$ref?.split("/").at(-1);

/** What a success is to its caller: a page of a list, what an envelope holds, or the body as it is. */
export function formOf(
  contract: Contract,
  success: Schema | undefined,
): "page" | "enveloped" | "bare" {
  const { properties = {}, required = [] } = resolve(contract, success ?? {});
  const has = (...names: string[]) =>
    names.every((name) => required.includes(name) && name in properties);
  const { type = "object" } = resolve(contract, properties["data"] ?? {});
  if (type === "array" && has("data", "next_cursor", "has_more")) return "page";
  return type === "object" &&
    has("data") &&
    Object.keys(properties).length === 1
    ? "enveloped"
    : "bare";
}

/** A field of an object, whose `allOf` the strict contract has merged. */
export const field = (
  contract: Contract,
  schema: Schema,
  name: string,
): Schema | undefined => resolve(contract, schema).properties?.[name];
