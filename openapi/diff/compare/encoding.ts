import { without } from "../../model/collections.ts";
import { nodeIn, textIn, type Node } from "../../model/node.ts";
import { element, elements, namesIn } from "../contract/references.ts";
import { alternativesOf } from "../schema/alternatives.ts";
import { fingerprint, isNote } from "../schema/fingerprint.ts";
import { allOf, type Schema } from "../schema/schema.ts";
import { atKey, type Scope } from "./scope.ts";

/**
 * Compares the serialization of the fields of a form. Fields of only one contract are compared with
 * the schema.
 * @param name the media type
 */
export function compareEncoding(
  scope: Scope,
  name: string,
  from: Node,
  to: Node,
): void {
  const before = fieldsOf(from);
  const after = fieldsOf(to);
  const written = encodings(from);
  const next = encodings(to);
  for (const field of new Set([...written.keys(), ...next.keys()])) {
    const schema = before.get(field);
    const other = after.get(field);
    if (Boolean(schema) !== Boolean(other)) continue;
    const unused = {
      ...(isStyled(name) ? {} : unstyled),
      ...(hasParts(schema) && hasParts(other) ? {} : withoutParts),
    };
    compareField(
      scope,
      `The field \`${field}\` of \`${name}\``,
      [from, to],
      [
        { ...encodingOf(written.get(field) ?? {}, schema), ...unused },
        { ...encodingOf(next.get(field) ?? {}, other), ...unused },
      ],
    );
  }
}

/** Returns true for a form that asks for JSON in a field that need not be an object. */
export function hasFieldInJson(media: Node): boolean {
  const fields = fieldsOf(media);
  return [...encodings(media)].some(([name, encoding]) => {
    if (!/json/i.test(textIn(encoding, "contentType") ?? "")) return false;
    const field = fields.get(name);
    return !field || typesOf(field).some(({ type }) => type !== "object");
  });
}

/** Returns true for the media types whose fields have a style. OpenAPI ignores it in all others. */
const isStyled = (name: string) =>
  /^(application\/x-www-form-urlencoded|multipart\/form-data)\b/.test(name);

/** The keywords without effect on a value without parts. */
const withoutParts = { style: "form", explode: true };
/** The keywords without effect in a media type without styles. */
const unstyled = { ...withoutParts, allowReserved: false };

const encodings = (media: Node) => elements(media, "encoding");

/** Returns field → schema. */
function fieldsOf(media: Node): Map<string, Schema> {
  const [object] = alternativesOf(allOf([media["schema"]])).list.flatMap(
    ({ constraints }) => constraints.object ?? [],
  );
  return object?.properties ?? new Map<string, Schema>();
}

/** The serialization of a field, with the defaults of OpenAPI. */
interface Encoding {
  contentTypes: string[];
  style: string;
  explode: boolean;
  allowReserved: boolean;
  /** Header → fingerprint without `required`, and whether it is required. */
  headers: Map<string, { text: string; isRequired: boolean }>;
  /** Each other keyword → fingerprint. */
  others: Map<string, string>;
}

/** Reads how a field of a form is encoded, with the defaults of OpenAPI. */
function encodingOf(node: Node, schema: Schema | undefined): Encoding {
  const {
    contentType: _,
    style = "form",
    explode = style === "form",
    allowReserved = false,
    headers: __,
    ...others
  } = node;
  const types = textIn(node, "contentType")
    ?.toLowerCase()
    .split(/\s*,\s*/);
  const headers = namesIn(nodeIn(node, "headers")).map((name) => {
    const { required, ...header } =
      element(nodeIn(node, "headers"), name) ?? {};
    return [
      name.toLowerCase(),
      { text: fingerprint(header), isRequired: required === true },
    ] as const;
  });
  return {
    contentTypes: types ?? defaultTypes(schema),
    style: String(style),
    // The fields of an object are always apart in the style `deepObject`.
    explode: style === "deepObject" || explode === true,
    allowReserved: allowReserved === true,
    headers: new Map(headers),
    others: new Map(
      Object.entries(others)
        .filter(([keyword]) => !isNote(keyword))
        .map(([keyword, value]) => [
          keyword,
          fingerprint({ [keyword]: value }),
        ]),
    ),
  };
}

const typesOf = (schema: Schema | undefined) =>
  schema
    ? alternativesOf(schema).list.map(({ constraints }) => constraints)
    : [];

/** Returns true when a field has parts, or its type is unknown. */
const hasParts = (schema: Schema | undefined) =>
  !schema ||
  typesOf(schema).some(({ type }) => type === "object" || type === "array");

/**
 * Returns the default media types of a field: JSON for an object, bytes for a file, otherwise text.
 * A list has the types of its items. A list in a list is JSON, as it may contain itself.
 */
function defaultTypes(schema: Schema | undefined, isItem = false): string[] {
  const types = typesOf(schema).flatMap(({ type, inside }): string[] => {
    if (type === "array" && !isItem)
      return defaultTypes(inside.get("items"), true);
    if (type === "object" || type === "array") return ["application/json"];
    const isFile = schema?.parts.some((part) => "contentMediaType" in part);
    return isFile ? ["application/octet-stream"] : ["text/plain"];
  });
  return [...new Set(types)].sort();
}

/** Returns true when a list has the media type. `image/*` includes all images. */
const covers = (types: string[], type: string) =>
  types.some(
    (one) =>
      one === type ||
      one === "*/*" ||
      (one.endsWith("/*") && type.startsWith(one.slice(0, -1))),
  );

/** Returns the keywords whose value is another one, but for the media types and the headers. */
function changedKeywords(from: Encoding, to: Encoding): string[] {
  const ofStyle = ["style", "explode", "allowReserved"] as const;
  const others = new Set([...from.others.keys(), ...to.others.keys()]);
  return [
    ...ofStyle.filter((key) => from[key] !== to[key]),
    ...[...others].filter((key) => from.others.get(key) !== to.others.get(key)),
  ];
}

/** Reports the changes in the encoding of a field of a form. */
function compareField(
  { direction, report }: Scope,
  what: string,
  media: [from: Node, to: Node],
  [from, to]: [Encoding, Encoding],
): void {
  const at = atKey("encoding", ...media);
  const isRequest = direction === "request";
  const lost = from.contentTypes.filter((one) => !covers(to.contentTypes, one));
  const gained = to.contentTypes.filter(
    (one) => !covers(from.contentTypes, one),
  );
  if ((isRequest ? lost : gained).length > 0) {
    const [was, is] = [from, to].map((one) => one.contentTypes.join(", "));
    const change = `${what} was \`${was}\` and is \`${is}\`.`;
    report("parameter-serialization-changed", change, ...at);
  } else if (lost.length > 0 || gained.length > 0)
    report(
      "diff/compatible",
      `${what} may be \`${to.contentTypes.join(", ")}\`.`,
      ...at,
    );
  for (const key of changedKeywords(from, to)) {
    const isWider = key === "allowReserved" && to.allowReserved && isRequest;
    report(
      isWider ? "diff/compatible" : "parameter-serialization-changed",
      `${what} is written in another way (\`${key}\`).`,
      ...at,
    );
  }
  for (const name of without(to.headers.keys(), from.headers.keys())) {
    const isBroken = isRequest && to.headers.get(name)?.isRequired === true;
    report(
      isBroken ? "parameter-serialization-changed" : "added",
      `${what} has the header \`${name}\`.`,
      ...at,
    );
  }
  for (const [name, { text, isRequired: wasRequired }] of from.headers) {
    const { text: next, isRequired: isNeeded } = to.headers.get(name) ?? {};
    if (next !== text)
      report(
        "parameter-serialization-changed",
        `${what} has another header \`${name}\`, or none.`,
        ...at,
      );
    else if (isNeeded !== wasRequired)
      report(
        isNeeded === isRequest
          ? "parameter-serialization-changed"
          : "diff/compatible",
        `${what} has the header \`${name}\` ${isNeeded ? "always" : "only sometimes"}.`,
        ...at,
      );
  }
}
