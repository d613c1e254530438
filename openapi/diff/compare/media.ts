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
  /** Its normal name. */
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
  const next = (name: string) =>
    after.get(name) ?? ranged(name, after, scope.direction === "request");
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
}

/** By normal names: equal media types have one name. JSON is UTF-8 with and without `charset`. */
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

/** A request may be of a type that a range covers; a response that was a range may become a type in it. */
function ranged(
  name: string,
  offered: Map<string, MediaType>,
  isRequest: boolean,
): MediaType | undefined {
  const covers = (range: string, type: string) => {
    const [all = "", some = ""] = range.split("/");
    return (all === "*" || all === type.split("/")[0]) && some === "*";
  };
  return [...offered.values()].find((one) =>
    isRequest ? covers(one.name, name) : covers(name, one.name),
  );
}

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
  // Whether another way to write the parts of a message is a wider one is not decided: any change counts.
  const written = (encoding: unknown) =>
    fingerprint({ properties: encoding ?? {} });
  for (const key of isForm ? ["prefixEncoding", "itemEncoding"] : []) {
    const change = `\`${key}\` of \`${name}\` changed.`;
    if (written(from[key]) !== written(to[key]))
      scope.report(
        "parameter-serialization-changed",
        change,
        ...atKey(key, from, to),
      );
  }
}

/** 3.0 described bytes by a schema; 3.1 has none. */
const isBytes = (part: Node) =>
  part["type"] === "string" && part["format"] === "binary";
