import { nodeIn, textIn, without, type Node } from "../../model/node.ts";
import { elements } from "../contract/references.ts";
import { canonical } from "../schema/fingerprint.ts";
import { allOf, anything } from "../schema/schema.ts";
import { compareElements, type NamedElement } from "./elements.ts";
import type { Scope } from "./scope.ts";

interface MediaType extends NamedElement {
  /** Its normal name. */
  name: string;
}

/** Compares the media types of a body, or of a parameter that has one. */
export function compareMedia(scope: Scope, from: Node, to: Node, isStored = false): void {
  const [before, after] = [mediaTypes(from), mediaTypes(to)];
  const next = (name: string) => after.get(name) ?? ranged(name, after, scope.direction === "request");
  compareElements(scope, { kind: "mediaType", before, after, next }, (was, is) =>
    compareMediaType(scope, was, is.node, isStored),
  );
}

/** By normal names: equal media types have one name. JSON is UTF-8 with and without `charset`. */
function mediaTypes(holder: Node): Map<string, MediaType> {
  return new Map(
    [...elements(holder, "content")].map(([key, node]) => {
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
  const schemaOf = (media: Node) => {
    const schema = allOf([media["schema"]]);
    return isBinary && schema.parts.some(isBytes) ? anything : schema;
  };
  scope.compare(schemaOf(from), schemaOf(to), use);
  scope.compare(allOf([from["itemSchema"]]), allOf([to["itemSchema"]]), use);
  if (/^multipart|form-urlencoded/.test(name)) compareEncodings(scope, name, from, to);
}

/** 3.0 described bytes by a schema; 3.1 has none. */
const isBytes = (part: Node) => part["type"] === "string" && part["format"] === "binary";

/** Compares how the fields of a form, and the parts of a message, are written. */
function compareEncodings(scope: Scope, name: string, from: Node, to: Node): void {
  const report = (change: string, key: string) =>
    scope.report("parameter-serialization-changed", change, { node: from, key }, { node: to, key });
  const [before, after] = [nodeIn(from, "encoding"), nodeIn(to, "encoding")];
  const isForm = name.startsWith("application/");
  for (const field of new Set([before, after].flatMap(Object.keys))) {
    const [was, is] = [nodeIn(before, field), nodeIn(after, field)];
    const [types, nextTypes] = [contentTypes(was), contentTypes(is)];
    const [expected, offered] = scope.direction === "request" ? [types, nextTypes] : [nextTypes, types];
    const isStated = [types, nextTypes].map((list) => list.length > 0);
    const isCovered = isStated[0] === isStated[1] && without(expected, offered).length === 0;
    if (!isCovered || encodingOf(was, isForm) !== encodingOf(is, isForm))
      report(`The encoding of \`${field}\` changed.`, "encoding");
  }
  for (const key of ["prefixEncoding", "itemEncoding"])
    if (canonical(from[key]) !== canonical(to[key])) report(`\`${key}\` changed.`, key);
}

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
