import {
  resolve,
  type Contract,
  type Example,
  type MediaType,
  type Schema,
} from "../model/contract.ts";
import { jsonOf } from "../model/json.ts";
import { isNode, type Node } from "../model/node.ts";
import { sampleOf } from "../model/sample-value.ts";
import { isForm, isJson } from "../generate/success.ts";

/** Media types of which Prism knows less than the contract says. */
export interface OtherMedia {
  /** Their bodies in requests are not checked. */
  unchecked: Set<string>;
  /** Their bodies in responses are written as JSON. */
  writtenAsJson: Set<string>;
}

/**
 * Replaces what Prism cannot read or write in a body: it takes each body that is neither JSON nor a
 * form for a text, and writes only JSON, XML and texts.
 * @param key the key of the node; that of a request is `requestBody`
 */
export function withReadableMedia(
  node: Node,
  key: string,
  contract: Contract,
  found: OtherMedia,
): Node {
  const { content } = node;
  if (!isNode(content) || "in" in node) return node;
  const isRequest = key === "requestBody";
  const changed = Object.entries(content).map(([name, media]) => {
    if (!isNode(media) || isJson(name)) return [name, media];
    const typed = { schema: {}, ...media } as unknown as MediaType;
    return [
      name,
      isRequest
        ? readable(name, typed, contract, found)
        : writable(name, typed, contract, found),
    ];
  });
  return { ...node, content: Object.fromEntries(changed) };
}

const isText = (contract: Contract, schema: Schema): boolean =>
  [resolve<Schema>(contract, schema).type].flat().includes("string");

function readable(
  name: string,
  media: MediaType,
  contract: Contract,
  { unchecked }: OtherMedia,
): MediaType {
  if (isForm({ ...media, name }) || isText(contract, media.schema))
    return media;
  unchecked.add(name);
  return { ...media, schema: {} };
}

const isXml = /^application\/([^;]*\+)?xml\b/i;

function writable(
  name: string,
  media: MediaType,
  contract: Contract,
  { writtenAsJson }: OtherMedia,
): MediaType {
  const { schema, itemSchema, examples = {}, ...others } = media;
  if (isXml.test(name) || isText(contract, schema)) return media;
  const [example] = Object.values(examples);
  const sample = itemSchema
    ? [sampleOf(contract, itemSchema)]
    : sampleOf(contract, schema);
  const value = example ? resolve<Example>(contract, example).value : sample;
  if (typeof value !== "string") writtenAsJson.add(name);
  return {
    ...others,
    schema: { type: "string" },
    examples: { example: { value: linesOf(value) } },
  };
}

/** Writes a list as lines of JSON, and any other value as one line. */
function linesOf(value: unknown): string {
  if (typeof value === "string") return value;
  const lines = Array.isArray(value) ? value : [value];
  return lines.map((line) => `${jsonOf(line)}\n`).join("");
}
