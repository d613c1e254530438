import {
  resolve,
  type Contract,
  type Example,
  type MediaType,
  type Schema,
} from "../model/contract.ts";
import { exampleValue } from "../model/example-value.ts";
import { jsonOf } from "../model/json.ts";
import { isJson } from "../model/media-names.ts";
import { isNode, type Node } from "../model/node.ts";
import { sampleOf } from "../model/sample/value.ts";
import { mayHaveParts, withTextChoices } from "../model/sent-schema.ts";
import { fieldStyles, isForm, type NamedMedia } from "../generate/success.ts";

/** Media types of which Prism knows less than the contract says. */
export interface OtherMedia {
  /** Their bodies in requests are not checked. */
  unchecked: Set<string>;
  /** The fields of forms that are not checked. */
  uncheckedFields: Set<string>;
  /** Their bodies in responses are written as JSON. */
  writtenAsJson: Set<string>;
}

/**
 * Replaces what Prism cannot read or write in a body: it takes each body that is neither JSON nor a
 * form for a text, and writes only JSON, XML and texts.
 * @param key the key of the node; `requestBody` for the body of a request
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
  const changed = Object.entries(content).map(
    ([name, media]): [string, unknown] => {
      if (!isNode(media)) return [name, media];
      const typed = { schema: {}, ...media } as unknown as MediaType;
      if (isJson(name))
        return [name, isRequest ? media : withExample(name, typed, contract)];
      return [
        name,
        isRequest
          ? readable(name, typed, contract, found)
          : writable(name, typed, contract, found),
      ];
    },
  );
  // Prism sends the first to a client that accepts any.
  const jsonFirst = changed.toSorted(
    ([one], [other]) => Number(isJson(other)) - Number(isJson(one)),
  );
  return { ...node, content: Object.fromEntries(jsonFirst) };
}

const isText = (contract: Contract, schema: Schema): boolean =>
  [resolve<Schema>(contract, schema).type].flat().includes("string");

/** Values of responses; a text is the one that Prism writes. */
const ofResponse = { isResponse: true, word: "string" };

/**
 * Adds an example that fits the schema to JSON without an example, because an example by Prism may
 * not fit. Writes the value of each example here.
 */
function withExample(
  name: string,
  media: MediaType,
  contract: Contract,
): MediaType {
  const sample = sampleOf(contract, media.schema, ofResponse);
  const named = Object.entries(media.examples ?? {});
  if (named.length === 0)
    return { ...media, examples: { example: { value: sample } } };
  return withValues(name, media, contract, sample);
}

/** Gives each example a value here: Prism reads no other form of them. */
function withValues(
  name: string,
  media: MediaType,
  contract: Contract,
  otherwise?: unknown,
): MediaType {
  const named = Object.entries(media.examples ?? {});
  if (named.length === 0) return media;
  const read = named.map(([key, node]): [string, Example] => {
    const example = resolve<Example>(contract, node);
    const own = exampleValue({ ...example }, name);
    const value = own === undefined ? otherwise : own;
    return [key, value === undefined ? example : { ...example, value }];
  });
  return { ...media, examples: Object.fromEntries(read) };
}

function readable(
  name: string,
  media: MediaType,
  contract: Contract,
  { unchecked, uncheckedFields }: OtherMedia,
): MediaType {
  if (isForm({ ...media, name }))
    return formForPrism({ ...media, name }, contract, uncheckedFields);
  if (isText(contract, media.schema)) return media;
  unchecked.add(name);
  return { ...media, schema: {} };
}

/**
 * Lets the objects and lists of a form be any text, and leaves out its styles: Prism takes lists for
 * texts, and refuses a form without a list that has a style.
 */
function formForPrism(
  named: NamedMedia,
  contract: Contract,
  unchecked: Set<string>,
): MediaType {
  const { name: _, encoding: __, ...media } = named;
  const styles = fieldStyles(named);
  const fields = fieldsOf(contract, media.schema);
  // The fields of such an object have other names, e.g. `place[row]`.
  const isSpread = (name: string) => {
    const { style, explode } = styles[name] ?? {};
    const { type } = resolve<Schema>(contract, fields[name] ?? {});
    return style === "deepObject" || (explode === true && type === "object");
  };
  const readableSchema = (node: Schema): Schema => {
    const schema = { ...resolve<Schema>(contract, node) };
    const properties = new Map(Object.entries(schema.properties ?? {}));
    for (const [name, field] of properties) {
      if (!mayHaveParts(contract, field)) {
        properties.set(name, withTextChoices(contract, field));
        continue;
      }
      unchecked.add(name);
      properties.set(name, {});
    }
    if (schema.properties) schema.properties = Object.fromEntries(properties);
    if (schema.required)
      schema.required = schema.required.filter((name) => !isSpread(name));
    for (const list of lists)
      if (schema[list]) schema[list] = schema[list].map(readableSchema);
    return schema;
  };
  const schema = readableSchema(media.schema);
  // Prism reads only the fields of the schema itself, and not the fields of its branches.
  const unread = Object.keys(fields).map((name) => [name, {}]);
  const properties = { ...Object.fromEntries(unread), ...schema.properties };
  return { ...media, schema: { ...schema, properties } };
}

const lists = ["allOf", "anyOf", "oneOf"] as const;

/** Returns the fields of a form and of its branches. */
function fieldsOf(contract: Contract, node: Schema): Record<string, Schema> {
  const schema = resolve<Schema>(contract, node);
  const branches = lists.flatMap((list) => schema[list] ?? []);
  return Object.assign(
    {},
    ...branches.map((branch) => fieldsOf(contract, branch)),
    schema.properties,
  ) as Record<string, Schema>;
}

const isXml = /^application\/([^;]*\+)?xml\b/i;

function writable(
  name: string,
  media: MediaType,
  contract: Contract,
  { writtenAsJson }: OtherMedia,
): MediaType {
  const { schema, itemSchema, examples = {}, ...others } = media;
  if (isXml.test(name) || isText(contract, schema))
    return withValues(name, media, contract);
  const [example] = Object.values(examples);
  const sample = itemSchema
    ? [sampleOf(contract, itemSchema, ofResponse)]
    : sampleOf(contract, schema, ofResponse);
  const value = example
    ? exampleValue({ ...resolve<Example>(contract, example) }, name)
    : sample;
  const isEvents = /^text\/event-stream\b/i.test(name);
  if (typeof value !== "string" && !isEvents) writtenAsJson.add(name);
  const body = isEvents ? eventsOf(value) : linesOf(value);
  return {
    ...others,
    schema: { type: "string" },
    examples: { example: { value: body } },
  };
}

/** Writes a list as lines of JSON, and any other value as one line. */
function linesOf(value: unknown): string {
  if (typeof value === "string") return value;
  return [value]
    .flat()
    .map((line) => `${jsonOf(line)}\n`)
    .join("");
}

/** Writes a list as events of a stream (Server-Sent Events), and any other value as one event. */
function eventsOf(value: unknown): string {
  if (typeof value === "string") return value;
  const events = [value].flat().map((event) => {
    const fields = isNode(event) ? event : { data: event };
    const lines = Object.entries(fields).map(
      ([name, each]) =>
        `${name}: ${typeof each === "string" ? each : jsonOf(each)}\n`,
    );
    return `${lines.join("")}\n`;
  });
  return events.join("");
}
