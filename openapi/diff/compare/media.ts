import type { Node } from "../../model/node.ts";
import { fingerprint } from "../schema/fingerprint.ts";
import { allOf, anything } from "../schema/schema.ts";
import {
  compareElements,
  namedElements,
  type NamedElement,
} from "./elements.ts";
import { compareEncoding } from "./encoding.ts";
import { atKey, type Scope } from "./scope.ts";

interface MediaType extends NamedElement {
  /** The normalized name. */
  name: string;
}

/** Compares the media types of a body, or of a parameter that has one. */
export function compareMedia(
  scope: Scope,
  from: Node,
  to: Node,
  isStored = false,
): void {
  const before = mediaTypes(from);
  const after = mediaTypes(to);
  const isRequest = scope.direction === "request";
  const next = (name: string) =>
    after.get(name) ??
    (isRequest ? rangeOf(name, after) : typeInRange(name, after));
  const compare = (was: MediaType, is: MediaType) => {
    const at = [was.at, is.at] as const;
    if (was.name !== is.name)
      scope.report(
        "diff/compatible",
        `${was.what} is now \`${is.name}\`.`,
        ...at,
      );
    compareMediaType(scope, was, is.node, isStored);
  };
  compareElements(scope, "mediaType", [before, after], compare, next);
  for (const [name, added] of after) {
    const range = before.has(name) ? undefined : rangeOf(name, before);
    if (range) compareMediaType(scope, range, added.node, isStored);
  }
}

/** Returns normalized name → media type. JSON is UTF-8 with and without `charset`. */
function mediaTypes(holder: Node): Map<string, MediaType> {
  const normal = (key: string) => {
    const small = key.toLowerCase().replaceAll('"', "");
    const [type = "", ...parameters] = small.split(/\s*;\s*/);
    const significant = parameters.filter(
      (one) => !(/json$/.test(type) && /^charset=utf-?8$/.test(one)),
    );
    return [
      type.trim(),
      ...significant.map((one) => one.replaceAll(/\s/g, "")).sort(),
    ].join(";");
  };
  const byName = namedElements(holder, "content", "Media type", normal);
  return new Map([...byName].map(([name, one]) => [name, { ...one, name }]));
}

/** Finds the most specific range that covers a media type. */
function rangeOf<T>(name: string, offered: Map<string, T>): T | undefined {
  const [type] = name.split("/");
  return [`${type}/*`, "*/*"]
    .filter((range) => range !== name)
    .map((range) => offered.get(range))
    .find((range) => range !== undefined);
}

/** Finds a media type in a range. */
const typeInRange = (range: string, offered: Map<string, MediaType>) =>
  [...offered.values()].find(
    ({ name }) => rangeOf(name, new Map([[range, name]])) !== undefined,
  );

function compareMediaType(
  scope: Scope,
  { name, node: from }: MediaType,
  to: Node,
  isStored: boolean,
): void {
  const use = { isXml: /[/+]xml/.test(name), isStored };
  const isBinary = !/json|xml|^text|form|^multipart/.test(name);
  const schemaOf = (media: Node) => {
    const schema = allOf([media["schema"]]);
    return isBinary && schema.parts.some(isBytes) ? anything : schema;
  };
  scope.compare(schemaOf(from), schemaOf(to), use);
  scope.compare(allOf([from["itemSchema"]]), allOf([to["itemSchema"]]), use);
  const isForm = /^multipart|form/.test(name);
  if (isForm) compareEncoding(scope, name, from, to);
  // Any change counts, as the diff cannot tell whether one encoding includes the other.
  const fingerprintOf = (encoding: unknown) =>
    fingerprint({ properties: encoding ?? {} });
  for (const key of isForm ? ["prefixEncoding", "itemEncoding"] : []) {
    const change = `\`${key}\` of \`${name}\` changed.`;
    if (fingerprintOf(from[key]) !== fingerprintOf(to[key]))
      scope.report(
        "parameter-serialization-changed",
        change,
        ...atKey(key, from, to),
      );
  }
}

/** Returns true for the schema of bytes in 3.0. In 3.1 bytes have no schema. */
const isBytes = (part: Node) =>
  part["type"] === "string" && part["format"] === "binary";
