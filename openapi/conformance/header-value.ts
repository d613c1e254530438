import {
  resolve,
  type Contract,
  type Header,
  type Schema,
} from "../model/contract.ts";
import { isJson } from "../model/media-names.ts";
import { sentSchema } from "../model/sent-schema.ts";

/**
 * Reads the text of a header of a response as the value that its schema describes: JSON, a list, an
 * object, or a scalar.
 * @returns the text itself when it has another form
 */
export function valueOfHeader(
  contract: Contract,
  { schema: node, content, explode = false }: Header,
  text: string,
): unknown {
  const [media] = Object.keys(content ?? {});
  if (media !== undefined) return isJson(media) ? jsonIn(text) : text;
  const schema = sentSchema(contract, node);
  const types = [schema.type].flat();
  const parts = text === "" ? [] : text.split(",").map((each) => each.trim());
  if (types.includes("array"))
    return parts.map((each) => valueOf(contract, schema.items, each));
  if (!types.includes("object")) return valueOfText(text, schema.type);
  const pairs = explode
    ? parts.map((each) => each.split(/=(.*)/s))
    : parts.flatMap((name, i) => (i % 2 === 0 ? [[name, parts[i + 1]]] : []));
  return Object.fromEntries(
    pairs.map(([name = "", value = ""]) => [
      name,
      valueOf(contract, schema.properties?.[name], value),
    ]),
  );
}

const valueOf = (contract: Contract, node: Schema = {}, text: string) =>
  valueOfText(text, resolve<Schema>(contract, node).type);

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** Converts the text of a header or a query parameter to the type of its schema. */
export function valueOfText(text: string, type: Schema["type"]): unknown {
  const types = [type].flat();
  if (types.includes("integer") || types.includes("number"))
    return text.trim() === "" ? text : Number(text);
  if (types.includes("boolean") && /^(true|false)$/.test(text))
    return text === "true";
  return text;
}

/**
 * Returns the number or the boolean that a text may be when its schema has no type, for example a
 * `const` alone. Returns undefined for another text.
 */
export function scalarIn(text: unknown): number | boolean | undefined {
  if (text === "true" || text === "false") return text === "true";
  const isNumber = typeof text === "string" && /^-?\d+(\.\d+)?$/.test(text);
  return isNumber ? Number(text) : undefined;
}
