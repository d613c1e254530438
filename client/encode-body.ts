import type { Payload } from "../generated/calls.ts";
import { checkInput, isPlainObject } from "./check.ts";
import type { EncodeBody, Encoded } from "./encoded.ts";
import { isText, mistake, toJson } from "./json-value.ts";
import { multipartForm, type Part } from "./multipart.ts";

/**
 * Writes the body of a call in the media type of its operation. JSON is an object, or any value when
 * the operation has the word `value`. A form has a field for each element of a list, and an object is
 * JSON in it, unless the field has a style. A part of a multipart form has its media type.
 * @throws TypeError with the name of the argument, and the path of a value that cannot be sent
 * @public generated code of other contracts uses it
 */
export const encodeBody: EncodeBody = (operation, input) =>
  withAccept(operation, writeBody(operation, input));

/** Asks for the media type of an operation whose success has several. */
export function withAccept(operation: string, encoded: Encoded): Encoded {
  const [, mediaType] = / accept:(\S+)/.exec(operation) ?? [];
  if (mediaType === undefined) return encoded;
  const Accept = `${mediaType}, */*;q=0.1`;
  return { ...encoded, headers: { ...encoded.headers, Accept } };
}

const writeBody: EncodeBody = (operation, input) => {
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
  const styles = stylesIn(operation);
  const fields = Object.entries(body).flatMap(([name, value]) =>
    fieldsOf(name, value, styles.get(name), method),
  );
  return mediaType.toLowerCase().startsWith("multipart/")
    ? multipart(fields, partTypesIn(operation))
    : { text: urlencoded(fields, method), headers };
};

/** The style of a field, in the words of OpenAPI. */
export interface FieldStyle {
  style: string;
  /** True when each element of a list, and each field of an object, is a field of the form. */
  explode: boolean;
}

/** Style → the separator of a list in one field. Other styles have a comma. */
const delimiters: Record<string, string> = {
  spaceDelimited: " ",
  pipeDelimited: "|",
};

/** Reads the styles of an operation: `styles:tags=form,place=deepObject*`, where `*` explodes. */
function stylesIn(operation: string): Map<string, FieldStyle> {
  const [, written = ""] = / styles:(\S+)/.exec(operation) ?? [];
  const pairs = written.split(",").map((pair): [string, FieldStyle] => {
    const [name = "", style = ""] = pair.split("=");
    const explode = style.endsWith("*");
    return [
      decodeURIComponent(name),
      { style: explode ? style.slice(0, -1) : style, explode },
    ];
  });
  return new Map(pairs);
}

/** Reads the media types of the parts of a form: `parts:meta=text%2Fcsv`. */
function partTypesIn(operation: string): Map<string, string> {
  const [, written = ""] = / parts:(\S+)/.exec(operation) ?? [];
  const pairs = written.split(",").map((pair): [string, string] => {
    const [name = "", type = ""] = pair.split("=").map(decodeURIComponent);
    return [name, type];
  });
  return new Map(pairs);
}

interface Field {
  name: string;
  value: string | Blob;
  /** The media type of an object, which is JSON. */
  type?: string;
  /** The value in a form without files, where it differs: its delimiters are not encoded. */
  encoded?: string;
}

function fieldsOf(
  name: string,
  value: unknown,
  style: FieldStyle | undefined,
  method: string,
): Field[] {
  if (value === undefined) return [];
  if (value === null)
    throw mistake(`${name} of ${method} is null, which no form can hold.`);
  if (!isText(name))
    throw mistake(`body of ${method} has a name with a lone surrogate.`);
  if (value instanceof Blob) return [{ name, value }];
  if (style && (isPlainObject(value) || Array.isArray(value)))
    return styledFields(name, value, style, method);
  if (Array.isArray(value))
    return value.flatMap((each) => fieldsOf(name, each, undefined, method));
  const json = toJson(value, (place) => `${name}${place} of ${method}`);
  const written: unknown = JSON.parse(json);
  if (typeof written === "string") return [{ name, value: written }];
  return isPlainObject(written)
    ? [{ name, value: json, type: "application/json" }]
    : [{ name, value: json }];
}

/** Writes a list or an object in a style. */
function styledFields(
  name: string,
  value: object,
  style: FieldStyle,
  method: string,
): Field[] {
  const entries = Object.entries(value);
  const isList = Array.isArray(value);
  if (style.style === "deepObject")
    return entries.flatMap(([key, each]) =>
      fieldsOf(`${name}[${key}]`, each, style, method),
    );
  const parts = entries.flatMap(([key, each]) =>
    fieldsOf(isList ? name : key, each, undefined, method),
  );
  if (style.explode || parts.length === 0) return parts;
  const texts = parts.flatMap((part) => {
    if (typeof part.value !== "string")
      throw mistake(`${name} of ${method} has a file among its texts.`);
    return isList ? [part.value] : [part.name, part.value];
  });
  const delimiter = delimiters[style.style] ?? ",";
  const between = delimiter === "," ? delimiter : encodeURIComponent(delimiter);
  const encoded = texts.map(encodeURIComponent).join(between);
  return [{ name, value: texts.join(delimiter), encoded }];
}

function urlencoded(fields: Field[], method: string): string {
  const pairs = fields.map(({ name, value, encoded }) => {
    if (typeof value !== "string")
      throw mistake(
        `${name} of ${method} is a file, which this form cannot hold.`,
      );
    return encoded === undefined
      ? String(new URLSearchParams([[name, value]]))
      : `${String(new URLSearchParams([[name, ""]]))}${encoded}`;
  });
  return pairs.join("&");
}

/** Writes a form with files. */
function multipart(fields: Field[], types: Map<string, string>): Encoded {
  const parts = fields.map(({ name, value, type }): Part => ({
    name,
    value,
    type: types.get(name) ?? type,
  }));
  // TypeScript cannot see that `Payload` includes forms for a contract with such a body.
  if (parts.some(({ type }) => type)) {
    const form = multipartForm(parts);
    return {
      form: form as unknown as Payload,
      headers: { "Content-Type": form.type },
    };
  }
  const form = new FormData();
  for (const { name, value } of parts) form.append(name, value);
  return { form: form as unknown as Payload };
}
