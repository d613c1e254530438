import type { FieldStyle } from "../../client/encode-body.ts";
import {
  resolve,
  type Body,
  type Contract,
  type Example,
  type MediaType,
  type Operation,
  type Response,
  type Schema,
} from "../model/contract.ts";
import { isJson, jsonRangeIn } from "../model/media-names.ts";

/** The response that says that an operation succeeded. */
export function successOf(
  contract: Contract,
  { responses }: Operation,
): Response {
  const [, success = {}] =
    Object.entries(responses).find(([status]) => status.startsWith("2")) ?? [];
  return resolve<Response>(contract, success);
}

/** A media type of a body, by the name that it has there. */
export interface NamedMedia extends MediaType {
  name: string;
}

/**
 * The JSON of a body: `application/json` first, then `application/problem+json`, `application/json;
 * charset=utf-8`, … Frameworks write a range for it too.
 */
export function jsonMediaOf({ content = {} }: Body): NamedMedia | undefined {
  const names = Object.keys(content).filter(isJson);
  if (names.length === 0) return jsonOfRange(content);
  const name = names.includes("application/json")
    ? "application/json"
    : names[0];
  const media = name === undefined ? undefined : content[name];
  return name === undefined || !media ? undefined : { ...media, name };
}

/**
 * Returns the media type that a client asks for when a success has several: the one of the
 * generated type.
 */
export function acceptedTypeOf(
  contract: Contract,
  operation: Operation,
): string | undefined {
  const success = successOf(contract, operation);
  const isOne = Object.keys(success.content ?? {}).length <= 1;
  return isOne ? undefined : jsonMediaOf(success)?.name;
}

/** Returns true for a method with which `fetch` sends a body. */
export const maySendBody = (method: string): boolean =>
  !/^(get|head)$/i.test(method);

function jsonOfRange(content: NonNullable<Body["content"]>) {
  const range = jsonRangeIn(content);
  const media = range === undefined ? undefined : content[range];
  return media && { ...media, name: "application/json" };
}

/** The media types of the forms of HTML. */
const forms = ["application/x-www-form-urlencoded", "multipart/form-data"];

/**
 * The media type in which clients send a body: JSON if the operation takes it, or a form, or the
 * first one.
 */
export function sentMediaOf(body: Body): NamedMedia | undefined {
  const json = jsonMediaOf(body);
  if (json) return json;
  const names = Object.keys(body.content ?? {});
  const [first] = names;
  const name =
    forms
      .map((form) => names.find((each) => mediaRange(each) === form))
      .find((each) => each !== undefined) ?? first;
  const media = name === undefined ? undefined : body.content?.[name];
  return name === undefined || !media ? undefined : { ...media, name };
}

/** A media type without its parameters. */
const mediaRange = (name: string) =>
  name
    .replace(/\s*;.*/s, "")
    .trim()
    .toLowerCase();

/** Returns true when a body has this media type, which is a form. */
export const isForm = ({ name }: NamedMedia): boolean =>
  forms.includes(mediaRange(name));
export const isMultipart = ({ name }: NamedMedia): boolean =>
  mediaRange(name) === "multipart/form-data";

/** Returns true for a form whose schema takes a list, which no form can hold. */
export const isFormOfList = (contract: Contract, media: NamedMedia): boolean =>
  isForm(media) && resolve<Schema>(contract, media.schema).type === "array";

/** Returns true when a body is sent as it is: it is neither JSON nor a form. */
export const isRaw = (media: NamedMedia): boolean =>
  !isJson(media.name) && !isForm(media);

/** Returns true for JSON that is always an object. */
export function isObjectBody(contract: Contract, media: NamedMedia): boolean {
  const { type, properties } = resolve<Schema>(contract, media.schema);
  const isObject =
    type === undefined ? properties !== undefined : type === "object";
  return isJson(media.name) && isObject;
}

/** The way in which a body is written. */
type BodyKind = "json" | "urlencoded" | "multipart" | "text" | "file";

/**
 * Returns the way in which a body is written. One that is neither JSON nor a form is a text when its
 * example or its schema is one, and otherwise a file.
 */
export function bodyKindOf(
  contract: Contract,
  media: NamedMedia | undefined,
): BodyKind {
  if (!media || isJson(media.name)) return "json";
  if (isMultipart(media)) return "multipart";
  if (isForm(media)) return "urlencoded";
  const [example] = Object.values(media.examples ?? {});
  if (example)
    return typeof resolve<Example>(contract, example).value === "string"
      ? "text"
      : "file";
  const { type, format } = resolve<Schema>(contract, media.schema);
  const isText = type === "string" && format !== "binary";
  return isText && mediaRange(media.name).startsWith("text/") ? "text" : "file";
}

/**
 * Returns field → style for the fields of a form that have one. Without a style a list has a field
 * for each element, and an object is JSON.
 */
export function fieldStyles({
  encoding = {},
}: NamedMedia): Record<string, FieldStyle> {
  const styles: Record<string, FieldStyle> = {};
  for (const [name, { style = "form", explode, ...others }] of Object.entries(
    encoding,
  )) {
    const isStyled = "style" in (encoding[name] ?? {}) || explode !== undefined;
    if (isStyled || "allowReserved" in others)
      styles[name] = { style, explode: explode ?? style === "form" };
  }
  return styles;
}

/**
 * Returns field → media type for the parts of a multipart form that have one. One with a style has
 * none, and of several the caller chooses by the type of a Blob.
 */
export function partTypes(media: NamedMedia): Map<string, string> {
  if (!isMultipart(media)) return new Map();
  const styles = fieldStyles(media);
  const types = Object.entries(media.encoding ?? {}).flatMap(
    ([name, { contentType = "" }]): [string, string][] =>
      contentType === "" || /[,*]/.test(contentType) || name in styles
        ? []
        : [[name, contentType]],
  );
  return new Map(types);
}

/** The schema of a body in JSON. */
export const jsonSchemaOf = (body: Body): Schema | undefined =>
  jsonMediaOf(body)?.schema;

/** The name of a schema that has one. */
export const nameOf = (schema: Schema | undefined): string | undefined =>
  schema?.$ref?.split("/").at(-1);

/**
 * Returns the form of a success for its caller: a page of a list, the content of an envelope, or the
 * body as it is.
 */
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
