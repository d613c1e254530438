import { nodeIn, type Node } from "../../model/node.ts";
import type { Parameter } from "../../model/contract.ts";
import {
  cookieText,
  headerText,
  pathText,
  queryText,
  type ParameterStyle,
} from "../../model/parameter-text.ts";
import type { SampleCall } from "./sample-call.ts";

/**
 * The address as a sample has it in place of what reads it: in quotes, except on a command line.
 */
export const addressIn = (read: string, server: string): string =>
  read.startsWith("$") ? server : JSON.stringify(server);

/** The style of parameters that have none, such as the fields of an object. */
const plainStyle: ParameterStyle = { style: "form", explode: true };

/** The address of a call on a command line. */
export function addressOf(call: SampleCall): string {
  const { names, path, parameters, server } = call;
  const pairs = parameters.query.map(([name, value]) =>
    queryText(name, value, styleIn(call, "query", name)),
  );
  const query = [...pairs, call.queryString].filter(Boolean).join("&");
  const base = server === "" ? `$${names.address}` : server;
  return `${base}${filledIn(path, call)}${query && `?${query}`}`;
}

/** Replaces the parameters in a path, or in a part of one, by the values of a call. */
export const filledIn = (path: string, call: SampleCall): string =>
  call.parameters.path.reduce((text, [name, value]) => {
    const written = pathText(name, value, styleIn(call, "path", name));
    return text.replace(`{${name}}`, () => written);
  }, path);

/** The parameters of the path, each as the text that is in the address. */
export const pathTextsOf = (call: SampleCall): string[] =>
  call.parameters.path.map(([name, value]) =>
    decodeURIComponent(pathText(name, value, styleIn(call, "path", name))),
  );

/** The headers of a call, except the headers of its credentials and of its body. */
export function headersOf(call: SampleCall): [name: string, text: string][] {
  return call.parameters.header.map(([name, value]) => [
    name,
    headerText(value, styleIn(call, "header", name)),
  ]);
}

/** The cookies of a call in the form of the header `Cookie`; empty when it has none. */
export const cookiesOf = (call: SampleCall): string =>
  call.parameters.cookie
    .map(([name, value]) =>
      cookieText(name, value, styleIn(call, "cookie", name)),
    )
    .join("; ");

const styleIn = (
  { styles }: SampleCall,
  location: Parameter["in"],
  name: string,
): ParameterStyle => styles[`${location} ${name}`] ?? plainStyle;

/** Returns true when the query of a call may have parameters. */
export const hasQuery = ({ styles }: SampleCall): boolean =>
  Object.keys(styles).some((place) => place.startsWith("query "));

/** Returns true for a list of the query whose elements are parameters of their own: `tag=a&tag=b`. */
export function isRepeated(call: SampleCall, name: string): boolean {
  const { style, explode } = styleIn(call, "query", name);
  return style === "form" && explode;
}

/** `[["custom_fields[plan]", "oro"]]` → `{ custom_fields: { plan: "oro" } }`. */
export function nested({
  parameters,
  styles,
}: SampleCall): Record<string, unknown> {
  // Without a prototype, as a parameter may be called `__proto__`.
  const result = Object.create(null) as Record<string, unknown>;
  for (const [name, value] of parameters.query) {
    const [parameter = "", ...fields] = name.split(/\]?\[|\]$/).slice(0, -1);
    const isDeep = styles[`query ${parameter}`]?.style === "deepObject";
    if (isDeep) setAt(result, [parameter, ...fields], value);
    else result[name] = value;
  }
  return result;
}

/** Sets a field inside of objects, which are added where they are missing. */
function setAt(object: Node, [name = "", ...rest]: string[], value: unknown) {
  if (rest.length === 0) {
    object[name] = value;
    return;
  }
  const inner: Node = { ...nodeIn(object, name) };
  object[name] = inner;
  setAt(inner, rest, value);
}
