import type { FieldStyle } from "../../../client/encode-body.ts";
import {
  resolve,
  type Contract,
  type Example,
  type Located,
  type MediaType,
  type Schema,
} from "../../model/contract.ts";
import { append } from "../../model/collections.ts";
import { isNode } from "../../model/node.ts";
import { sampleOf } from "../../model/sample/value.ts";
import {
  bodyKindOf,
  fieldStyles,
  nameOf,
  sentMediaOf,
  type NamedMedia,
} from "../success.ts";

/** The body of a call in a sample. */
export interface CallBody {
  /** The body; of one that is a file its name. */
  body: unknown;
  bodyKind: ReturnType<typeof bodyKindOf>;
  /** The media type of the body. */
  media: string;
  /** Field of a form → its style, where it has one. */
  fieldStyles: Record<string, FieldStyle>;
  /** The fields of a form that are files. Their values are names of files. */
  fileFields: string[];
  /** The name of the body's schema. */
  schema: string;
}

/** Returns the body of a call, with its first example. */
export function callBody(
  contract: Contract,
  { requestBody }: Located["operation"],
): CallBody {
  const media = requestBody && sentMediaOf(requestBody);
  const bodyKind = bodyKindOf(contract, media);
  const fileFields =
    media && bodyKind === "multipart" ? fileFieldsOf(contract, media) : [];
  return {
    body: media && bodySample(contract, media, bodyKind, fileFields),
    bodyKind,
    media: mediaTypeOf(media),
    fieldStyles: media ? fieldStyles(media) : {},
    fileFields,
    schema: nameOf(media?.schema) ?? "",
  };
}

/** Returns the media type of a body. Of a range such as `image/*` it is any. */
const mediaTypeOf = ({ name = "" }: Partial<NamedMedia> = {}): string =>
  name.includes("*") ? "application/octet-stream" : name;

/** Returns the fields of a form that are files. */
const fileFieldsOf = (contract: Contract, { schema }: MediaType): string[] =>
  Object.entries(resolve<Schema>(contract, schema).properties ?? {})
    .filter(([, field]) => {
      const { items, ...own } = resolve<Schema>(contract, field);
      return isFile(items ? resolve<Schema>(contract, items) : own);
    })
    .map(([name]) => name);

const isFile = ({ format, contentMediaType, contentEncoding }: Schema) =>
  format === "binary" ||
  (contentMediaType !== undefined && contentEncoding === undefined);

/**
 * Returns the example of a body, or a value that its schema allows. Of a file it is a name.
 * @param files the fields that are files
 */
function bodySample(
  contract: Contract,
  media: NamedMedia,
  kind: ReturnType<typeof bodyKindOf>,
  files: string[],
): unknown {
  if (kind === "file") return "body.bin";
  const found = bodyExample(contract, media);
  const value = found === undefined ? sampleOf(contract, media.schema) : found;
  if (!isNode(value)) return value;
  const named = Object.entries(value).map(([name, each]) => [
    name,
    files.includes(name) ? fileName(name, each) : each,
  ]);
  return Object.fromEntries(named);
}

/**
 * Returns the first example of a body. Of a form that is written out, such as `name=Ana&age=3`, it
 * has the fields. Undefined for the text of parts, as their names are in no simple form there.
 */
export function bodyExample(contract: Contract, media: NamedMedia): unknown {
  const [example] = Object.values(media.examples ?? {});
  const value = example && resolve<Example>(contract, example).value;
  if (typeof value !== "string") return value;
  const kind = bodyKindOf(contract, media);
  if (kind === "multipart") return undefined;
  return kind === "urlencoded" ? fieldsIn(contract, media, value) : value;
}

/** Reads the fields of a form that is written out, each with the type of its schema. */
function fieldsIn(
  contract: Contract,
  { schema }: MediaType,
  text: string,
): unknown {
  const { properties = {} } = resolve<Schema>(contract, schema);
  const found = new Map<string, unknown[]>();
  for (const [name, value] of new URLSearchParams(text)) {
    const field = resolve<Schema>(contract, properties[name] ?? {});
    const element = resolve<Schema>(contract, field.items ?? field);
    append(found, name, typed(value, element));
  }
  const fields = [...found].map(([name, [first, ...others]]) => {
    const { items } = resolve<Schema>(contract, properties[name] ?? {});
    const isList = others.length > 0 || items !== undefined;
    return [name, isList ? [first, ...others] : first];
  });
  return Object.fromEntries(fields);
}

/** Returns a text as the number, boolean or object that its schema asks for. */
function typed(text: string, { type }: Schema): unknown {
  if (type === undefined || [type].flat().includes("string")) return text;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}

/** Returns the name of a file, or of a list of files. */
const fileName = (field: string, value: unknown) =>
  Array.isArray(value) ? [`${field}.bin`] : `${field}.bin`;
