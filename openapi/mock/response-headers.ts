import {
  resolve,
  type Contract,
  type Header,
  type Parameter,
} from "../model/contract.ts";
import {
  headerExample,
  headerSchema,
} from "../generate/samples/sample-parameters.ts";
import { isNode, type Node } from "../model/node.ts";
import { headerText, styleOf } from "../model/parameter-text.ts";
import { mayHaveParts } from "../model/sent-schema.ts";
import { isTransferHeader } from "../model/transfer-headers.ts";
import type { Found } from "./notes.ts";

/**
 * Gives each header of a response a value, because a value by Prism may not fit the schema. Writes
 * lists, objects and JSON there as texts: Prism crashes on a list that it does not send, and sends
 * null for the others. Leaves out the headers that no example can have.
 */
export function withReadableHeaders(
  node: Node,
  contract: Contract,
  { unsent }: Found,
): Node {
  const { headers } = node;
  if (!isNode(headers)) return node;
  const sent = Object.entries(headers).filter(([name]) => {
    if (isTransferHeader(name)) unsent.add(name);
    return !isTransferHeader(name);
  });
  const readable = sent.map(([name, each]) => {
    const header = resolve<Partial<Header>>(contract, { ...Object(each) });
    const { content, required } = header;
    const schema = headerSchema(header);
    if (!isNode(schema)) return [name, each];
    const parameter: Parameter = { ...header, name, in: "header", schema };
    const value = headerExample(contract, parameter, schema);
    if (!content && !mayHaveParts(contract, schema))
      return [name, { required, schema, example: value }];
    const example = headerText(value, styleOf(parameter));
    return [name, { required, schema: { type: "string" }, example }];
  });
  return { ...node, headers: Object.fromEntries(readable) };
}
