import {
  resolve,
  type Contract,
  type Example,
  type MediaType,
  type Schema,
} from "../../model/contract.ts";
import { isNode } from "../../model/node.ts";
import { sampleOf } from "../../model/sample/value.ts";
import type { bodyKindOf, NamedMedia } from "../success.ts";

/** Returns the media type of a body. Of a range such as `image/*` it is any. */
export const mediaTypeOf = ({ name = "" }: Partial<NamedMedia> = {}): string =>
  name.includes("*") ? "application/octet-stream" : name;

/** Returns the fields of a form that are files. */
export const fileFieldsOf = (
  contract: Contract,
  { schema }: MediaType,
): string[] =>
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
export function bodySample(
  contract: Contract,
  { examples, schema }: MediaType,
  kind: ReturnType<typeof bodyKindOf>,
  files: string[],
): unknown {
  if (kind === "file") return "body.bin";
  const [example] = Object.values(examples ?? {});
  const found = example && resolve<Example>(contract, example).value;
  const value = found === undefined ? sampleOf(contract, schema) : found;
  if (!isNode(value)) return value;
  const named = Object.entries(value).map(([name, each]) => [
    name,
    files.includes(name) ? fileName(name, each) : each,
  ]);
  return Object.fromEntries(named);
}

/** Returns the name of a file, or of a list of files. */
const fileName = (field: string, value: unknown) =>
  Array.isArray(value) ? [`${field}.bin`] : `${field}.bin`;
