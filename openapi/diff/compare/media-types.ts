import type { Contract } from "../contract/contract.ts";
import { elements } from "../contract/elements.ts";
import { nodeIn, textIn, without, type Node } from "../../model/node.ts";
import { canonical } from "../schema/fingerprint.ts";
import type { Schemas } from "../schema/schema.ts";
import { compareNamedElements, type NamedElement } from "./named-elements.ts";
import type { Scope } from "./scope.ts";

/** Compares the media types of a body, or of a parameter that has one. */
export function compareMedia(scope: Scope, from: Node, to: Node, isStored = false): void {
  const [before, after] = [mediaTypes(scope.base, from), mediaTypes(scope.head, to)];
  compareNamedElements(scope, () => scope.report, {
    ...{ before, after, rules: { removed: "media-type-removed" } },
    next: (name) => after.get(name) ?? ranged(name, after, scope.direction === "request"),
    compare: (was, is) => compareMediaType(scope, was, is.node, isStored),
  });
}

interface MediaType extends NamedElement {
  /** Its normal name. */
  name: string;
}

/** By normal names: equal media types have one name. JSON is UTF-8 with and without `charset`. */
function mediaTypes(contract: Contract, holder: Node): Map<string, MediaType> {
  return new Map(
    [...elements(contract, holder, "content")].map(([key, node]) => {
      const [type = "", ...parameters] = key
        .toLowerCase()
        .replaceAll('"', "")
        .split(/\s*;\s*/);
      const significant = parameters.filter((one) => !(/json$/.test(type) && /^charset=utf-?8$/.test(one)));
      const name = [type.trim(), ...significant.map((one) => one.replaceAll(/\s/g, "")).sort()].join(";");
      const at = { node: nodeIn(holder, "content"), key };
      return [name, { name, what: `Media type \`${key}\``, node, at }];
    }),
  );
}

/** A request may be of a type that a range covers; a response that was a range may become a type in it. */
function ranged(name: string, offered: Map<string, MediaType>, isRequest: boolean): MediaType | undefined {
  const covers = (range: string, type: string) => {
    const [all = "", some = ""] = range.split("/");
    return (all === "*" || all === type.split("/")[0]) && some === "*";
  };
  return [...offered.values()].find((one) => (isRequest ? covers(one.name, name) : covers(name, one.name)));
}

function compareMediaType(scope: Scope, { name, node: from }: MediaType, to: Node, isStored: boolean): void {
  const use = { isXml: /[/+]xml/.test(name), isStored };
  const isBinary = !/json|xml|^text|form|^multipart/.test(name);
  const schemaOf = (media: Node, { all }: Schemas) =>
    isBinary && all([media["schema"]]).parts.some(isBytes) ? undefined : media["schema"];
  const { base, head } = scope.schemas;
  scope.compare(schemaOf(from, base), schemaOf(to, head), use);
  if ("itemSchema" in from || "itemSchema" in to) scope.compare(from["itemSchema"], to["itemSchema"], use);
  if (!/^multipart|form-urlencoded/.test(name)) return;
  const [before, after] = [nodeIn(from, "encoding"), nodeIn(to, "encoding")];
  const report = (change: string, key: string) =>
    scope.report("parameter-serialization-changed", change, { node: from, key }, { node: to, key });
  const isForm = name.startsWith("application/");
  for (const field of new Set([...Object.keys(before), ...Object.keys(after)])) {
    const [was, is] = [nodeIn(before, field), nodeIn(after, field)];
    const [types, nextTypes] = [contentTypes(was), contentTypes(is)];
    const [expected, offered] = scope.direction === "request" ? [types, nextTypes] : [nextTypes, types];
    const isCovered =
      expected.length > 0
        ? offered.length > 0 && without(expected, offered).length === 0
        : offered.length === 0;
    if (!isCovered || encodingOf(was, isForm) !== encodingOf(is, isForm))
      report(`The encoding of \`${field}\` changed.`, "encoding");
  }
  for (const key of ["prefixEncoding", "itemEncoding"])
    if (canonical(from[key]) !== canonical(to[key])) report(`\`${key}\` changed.`, key);
}

/** 3.0 described bytes by a schema; 3.1 has none. */
const isBytes = (part: Node) => textIn(part, "type") === "string" && textIn(part, "format") === "binary";

const contentTypes = (encoding: Node) =>
  (textIn(encoding, "contentType") ?? "")
    .toLowerCase()
    .split(/\s*,\s*/)
    .filter(Boolean);

/** How a field is written, besides its media type. A form writes lists as a query does. */
function encodingOf(encoding: Node, isForm: boolean): string {
  const { style = isForm ? "form" : undefined, allowReserved, headers } = encoding;
  const { explode = style === undefined ? undefined : style === "form" } = encoding;
  return canonical([style, explode, allowReserved === true, headers]);
}
