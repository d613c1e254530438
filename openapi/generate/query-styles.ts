import type { QueryStyle } from "../../client/query-styles.ts";
import {
  operationsOf,
  resolve,
  type Contract,
  type Parameter,
  type Schema,
} from "../model/contract.ts";
import { isJson } from "../model/media-names.ts";
import type { Node } from "../model/node.ts";
import { requestLine } from "./client-names.ts";

type Styles = Record<string, Record<string, QueryStyle>>;

/**
 * Returns operation → parameter of its query → style, for the parameters that the client would write
 * in another way: it separates the elements of a list by commas, and writes the fields of an object
 * as `name[field]`.
 */
export function queryStylesOf(contract: Contract): Styles {
  const styles: Styles = {};
  for (const { method, path, operation } of operationsOf(contract)) {
    const found = (operation.parameters ?? [])
      .map((each) => resolve<Parameter>(contract, each))
      .flatMap((each) => {
        const style = styleOf(contract, each);
        return style ? [[each.name, style] as const] : [];
      });
    if (found.length > 0)
      styles[requestLine(method, path)] = Object.fromEntries(found);
  }
  return styles;
}

function styleOf(
  contract: Contract,
  parameter: Parameter,
): QueryStyle | undefined {
  if (parameter.in !== "query") return undefined;
  const node = parameter as Parameter & Node;
  const { content } = parameter;
  if (content) {
    const [media = ""] = Object.keys(content);
    const isText = !isJson(media) && isPlain(contract, parameter.schema);
    return isText ? undefined : { style: "json", explode: false };
  }
  const style = (node["style"] ?? "form") as QueryStyle["style"];
  const explode = node["explode"] ?? style === "form";
  const allowReserved = node["allowReserved"] === true;
  const schema = resolve<Schema>(contract, parameter.schema);
  const isOurs =
    isPlain(contract, schema) ||
    (style === "deepObject" && isFlat(contract, schema)) ||
    (style === "form" && !explode && isPlainList(contract, schema));
  if (isOurs && !allowReserved) return undefined;
  return {
    style,
    explode: explode === true,
    ...(allowReserved && { allowReserved }),
  };
}

/** The types of values that the client writes in a query by itself. */
const plainTypes = ["string", "number", "integer"];

/** Returns true for a text or a number. */
function isPlain(contract: Contract, node: Schema): boolean {
  const { type } = resolve<Schema>(contract, node);
  return (
    type !== undefined &&
    [type].flat().every((each) => plainTypes.includes(each))
  );
}

/** Returns true for a list of texts and numbers, or one of them alone. */
function isPlainList(contract: Contract, node: Schema): boolean {
  const { type, items } = resolve<Schema>(contract, node);
  const types = [type ?? "any"].flat();
  return (
    types.every((each) => each === "array" || plainTypes.includes(each)) &&
    isPlain(contract, items ?? {})
  );
}

/** Returns true for an object of texts, numbers and lists of them. */
function isFlat(contract: Contract, schema: Schema): boolean {
  const { properties = {}, additionalProperties } = schema;
  const values = Object.values(properties);
  if (typeof additionalProperties === "object")
    values.push(additionalProperties);
  return (
    values.length > 0 &&
    values.every(
      (each) => isPlain(contract, each) || isPlainList(contract, each),
    )
  );
}

/** The part of `generated/bodies.ts` that writes queries. */
export function queryWriterCode(contract: Contract): {
  imports: string;
  code: string;
} {
  const styles = queryStylesOf(contract);
  return Object.keys(styles).length === 0
    ? {
        imports: `import type { WriteQuery } from "../client/query-styles.ts";\n`,
        code: "/** Every query is written in one way. */\nexport const writeQuery: WriteQuery | undefined = undefined;\n",
      }
    : {
        imports: `import { queryWriter, type WriteQuery } from "../client/query-styles.ts";\n`,
        code: `/** Writes queries with the styles of their parameters. */\nexport const writeQuery: WriteQuery | undefined = queryWriter(${JSON.stringify(styles, null, 2)});\n`,
      };
}
