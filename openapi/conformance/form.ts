import type { FieldStyle } from "../../client/encode-body.ts";
import { formFields } from "../generate/samples/call-text.ts";
import {
  bodyKindOf,
  fieldStyles,
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
  return { kind, fieldStyles: fieldStyles(media), files };
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
}

/** Returns the parts of a body, in their order. */
export const partsOf = (
  body: unknown,
  { fieldStyles: styles, files }: Form,
): FormPart[] =>
  formFields({ body, fieldStyles: styles }).map(([name, text]) => ({
    name,
    text,
    isFile: files.includes(name),
  }));

/** The name of a file that is sent. */
export const fileName = "conformance.txt";

/** Writes a body in its form. */
export function writtenForm(
  body: unknown,
  form: Form,
): FormData | URLSearchParams {
  if (form.kind === "urlencoded")
    return new URLSearchParams(
      formFields({ body, fieldStyles: form.fieldStyles }),
    );
  const data = new FormData();
  for (const { name, text, isFile: isBytes } of partsOf(body, form))
    if (isBytes) data.append(name, new File([text], fileName));
    else data.append(name, text);
  return data;
}
