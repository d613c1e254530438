import type { FieldStyle } from "../../client/encode-body.ts";
import { multipartForm } from "../../client/multipart.ts";
import { formFields, isJsonField } from "../generate/samples/form-fields.ts";
import {
  bodyKindOf,
  fieldStyles,
  partTypes,
  type NamedMedia,
} from "../generate/success.ts";
import { resolve, type Contract, type Schema } from "../model/contract.ts";

/** A form of HTML, in which a body is sent. */
export interface Form {
  kind: "urlencoded" | "multipart";
  /** Field → its style, where it has one. */
  fieldStyles: Record<string, FieldStyle>;
  /** The fields that are files. */
  files: string[];
  /** Field → its media type, for the parts that have one. */
  types: Map<string, string>;
}

/** Returns the form in which a body is sent, or undefined for one of another media type. */
export function formOf(
  contract: Contract,
  media: NamedMedia,
): Form | undefined {
  const kind = bodyKindOf(contract, media);
  if (kind !== "urlencoded" && kind !== "multipart") return undefined;
  const { properties = {} } = resolve<Schema>(contract, media.schema);
  const files = Object.keys(properties).filter((name) =>
    isFile(resolve<Schema>(contract, properties[name] ?? {})),
  );
  const types = partTypes(media);
  return { kind, fieldStyles: fieldStyles(media), files, types };
}

/** Returns true for bytes, in the words of 3.0 or of 3.1. */
const isFile = (schema: Schema): boolean =>
  schema.format === "binary" ||
  (schema.contentMediaType !== undefined &&
    schema.contentEncoding === undefined);

/** A part of a form, as it is sent. */
interface FormPart {
  name: string;
  text: string;
  isFile: boolean;
  /** The media type of a part that is no file; of an object JSON. */
  type: string | undefined;
}

/** Returns the parts of a body, in their order. */
export const partsOf = (
  body: unknown,
  { fieldStyles: styles, files, types }: Form,
): FormPart[] =>
  formFields({ body, fieldStyles: styles }).map(([name, text]) => {
    const isJson = isJsonField({ body, fieldStyles: styles }, name);
    const type = types.get(name) ?? (isJson ? "application/json" : undefined);
    return { name, text, isFile: files.includes(name), type };
  });

/** The name of a file that is sent. */
export const fileName = "conformance.txt";

/** Writes a body in its form. */
export function writtenForm(body: unknown, form: Form): Blob | URLSearchParams {
  if (form.kind === "urlencoded")
    return new URLSearchParams(
      formFields({ body, fieldStyles: form.fieldStyles }),
    );
  const parts = partsOf(body, form).map(
    ({ name, text, isFile: isBytes, type }) => ({
      name,
      value: isBytes ? new File([text], fileName) : text,
      type,
    }),
  );
  return multipartForm(parts);
}
