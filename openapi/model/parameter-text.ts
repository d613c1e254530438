import {
  serializeArrayParam,
  serializeObjectParam,
  serializePrimitiveParam,
} from "openapi-fetch";
import type { Parameter } from "./contract.ts";
import { jsonOf } from "./json.ts";
import { isJson } from "./media-names.ts";
import { isNode, type Node } from "./node.ts";

/** The writing of a parameter, in the words of OpenAPI. `json` is for one with JSON as `content`. */
export interface ParameterStyle {
  style: string;
  explode: boolean;
  allowReserved?: boolean;
}

const defaultStyles: Record<Parameter["in"], string> = {
  path: "simple",
  header: "simple",
  query: "form",
  cookie: "form",
};

/** Returns the style of a parameter, with the defaults of OpenAPI. */
export function styleOf(parameter: Parameter): ParameterStyle {
  const { content, allowReserved } = parameter;
  const [media] = Object.keys(content ?? {});
  if (content && !isText(media)) return { style: "json", explode: false };
  const style = parameter.style ?? defaultStyles[parameter.in];
  return {
    style,
    explode: parameter.explode ?? ["form", "cookie"].includes(style),
    ...(allowReserved && { allowReserved }),
  };
}

/** Returns true for the media type of a text, which is written as it is. */
const isText = (media = ""): boolean =>
  !isJson(media) && !/x-www-form-urlencoded/i.test(media);

/** Writes a parameter of the query: `name=value`, and for some lists and objects several pairs. */
export function queryText(
  name: string,
  value: unknown,
  style: ParameterStyle,
): string {
  const key = encodeURIComponent(name);
  if (style.style === "form" && style.explode && isNode(value))
    return Object.entries(value)
      .map(([field, each]) => written(encodeURIComponent(field), each, style))
      .join("&");
  if (style.style !== "deepObject") return written(key, value, style);
  return fieldsOf(name, value)
    .map(([field, each]) => written(encodeURIComponent(field), each, style))
    .join("&");
}

/** Writes a parameter of the path: `3`, `.3` or `;id=3`. */
export function pathText(
  name: string,
  value: unknown,
  style: ParameterStyle,
): string {
  const isList = typeof value === "object" && value !== null;
  if (style.style === "json") return written("", value, style);
  if (isList) return written(name, value, style);
  const text = encodeURIComponent(String(value));
  if (style.style === "label") return `.${text}`;
  return style.style === "matrix" ? `;${name}=${text}` : text;
}

/** Writes the value of a header, whose characters are not encoded. */
export function headerText(value: unknown, style: ParameterStyle): string {
  const isList = typeof value === "object" && value !== null;
  if (!isList) return String(value);
  return written("", value, { ...style, allowReserved: true });
}

/** Writes a parameter in the header `Cookie`. Several pairs are separated by `; `. */
export const cookieText = (
  name: string,
  value: unknown,
  style: ParameterStyle,
): string => written(name, value, style).replaceAll("&", "; ");

function written(name: string, value: unknown, style: ParameterStyle): string {
  const { allowReserved = false } = style;
  if (style.style === "json") {
    const json = jsonOf(value);
    const text = allowReserved ? json : encodeURIComponent(json);
    return name === "" ? text : `${name}=${text}`;
  }
  const options = { ...style, style: style.style as "form" };
  if (Array.isArray(value))
    return serializeArrayParam(name, value.map(plain), options);
  if (isNode(value))
    return serializeObjectParam(name, plainFields(value), options);
  return serializePrimitiveParam(name, String(value), options);
}

/** Writes what is inside of a list or an object as JSON: no style has a form for it. */
const plain = (value: unknown) =>
  typeof value === "object" && value !== null ? jsonOf(value) : value;

const plainFields = (value: Node) =>
  Object.fromEntries(
    Object.entries(value).map(([name, each]) => [name, plain(each)]),
  );

/** Returns the parts of an object of the style `deepObject`: `place[row]` and its value. */
export const fieldsOf = (
  name: string,
  value: unknown,
): [name: string, value: unknown][] =>
  isNode(value)
    ? Object.entries(value).flatMap(([field, each]) =>
        fieldsOf(`${name}[${field}]`, each),
      )
    : [[name, value]];
