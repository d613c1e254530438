import { textIn, type Node } from "../contract/node.ts";

/** What a number, a text or the size of anything has to keep to. */
export interface PlainFacts {
  /** Bounds by their keyword, the tightest of each. */
  limits: Record<string, number>;
  /** `pattern`, `format` and the like: all of each have to hold. */
  texts: Record<string, string[]>;
  integer?: boolean;
  multipleOf?: number | undefined;
}

/** Formats that help a generator to choose a type. They do not decide which values are valid. */
const hints = new Set(["int64", "float", "double", "password", "byte", "binary", "int32"]);

/** 3.0 wrote with a format what 3.1 has keywords for. */
const encodings: Record<string, string> = { byte: "base64" };
const mediaTypes: Record<string, string> = { binary: "application/octet-stream" };
const int32 = { minimum: -(2 ** 31), maximum: 2 ** 31 - 1 };

/** Encodings that leave a text as it is. */
const plainEncodings = new Set(["7bit", "8bit", "binary"]);

/** Patterns that every text matches. */
const anything = new Set(["", ".*", "^.*$", "^", "$", "^.*", ".*$", "[\\s\\S]*", "^[\\s\\S]*$"]);

/** The tightest bound of a keyword; `none` is what holds without it. */
export function limit(parts: Node[], name: string, none?: number): Record<string, number> {
  const bounds = parts.map((part) => part[name]).filter((value) => typeof value === "number");
  if (bounds.length === 0) return {};
  const tightest = /^(min|exclusiveMin)/.test(name) ? Math.max(...bounds) : Math.min(...bounds);
  return tightest === none ? {} : { [name]: tightest };
}

export function numberFacts(written: Node[]): PlainFacts {
  const parts = written.map(withBounds);
  const integer = parts.some((part) => {
    const listed = [part["type"] ?? []].flat();
    return listed.includes("integer") && !listed.includes("number");
  });
  const steps = parts
    .map((part) => part["multipleOf"])
    .filter((step) => typeof step === "number" && step > 0);
  const multipleOf = steps.map(Number).reduce(commonMultiple, integer ? 1 : 0);
  const bounds = {
    ...limit(parts, "minimum"),
    ...limit(parts, "exclusiveMinimum"),
    ...limit(parts, "maximum"),
    ...limit(parts, "exclusiveMaximum"),
  };
  const limits = integer || (multipleOf > 0 && Number.isInteger(multipleOf)) ? inclusive(bounds) : bounds;
  return {
    limits: withoutIdle(limits),
    texts: { format: formats(parts) },
    ...(integer && { integer }),
    ...(multipleOf > (integer ? 1 : 0) && { multipleOf }),
  };
}

/** 3.0 had a flag where 3.1 has a number, and int32 is a range. */
function withBounds(part: Node): Node {
  const made: Node = { ...part };
  for (const [bound, exclusive] of [
    ["minimum", "exclusiveMinimum"],
    ["maximum", "exclusiveMaximum"],
  ] as const) {
    if (typeof part[exclusive] !== "boolean") continue;
    delete made[exclusive];
    if (part[exclusive] && typeof part[bound] === "number") {
      made[exclusive] = part[bound];
      delete made[bound];
    }
  }
  return part["format"] === "int32" ? { ...int32, ...made } : made;
}

/** The bounds of whole numbers. */
function inclusive(limits: Record<string, number>): Record<string, number> {
  const { minimum = -Infinity, exclusiveMinimum = -Infinity } = limits;
  const { maximum = Infinity, exclusiveMaximum = Infinity } = limits;
  const low = Math.max(Math.ceil(minimum), Math.floor(exclusiveMinimum) + 1);
  const high = Math.min(Math.floor(maximum), Math.ceil(exclusiveMaximum) - 1);
  return { ...(low > -Infinity && { minimum: low }), ...(high < Infinity && { maximum: high }) };
}

/** Of an inclusive and an exclusive bound, the one that decides. */
function withoutIdle(limits: Record<string, number>): Record<string, number> {
  const { minimum, exclusiveMinimum, maximum, exclusiveMaximum } = limits;
  const kept = { ...limits };
  if (minimum !== undefined && exclusiveMinimum !== undefined)
    delete kept[exclusiveMinimum >= minimum ? "minimum" : "exclusiveMinimum"];
  if (maximum !== undefined && exclusiveMaximum !== undefined)
    delete kept[exclusiveMaximum <= maximum ? "maximum" : "exclusiveMaximum"];
  return kept;
}

function commonMultiple(a: number, b: number): number {
  if (a === 0 || !Number.isInteger(a) || !Number.isInteger(b)) return a === 0 ? b : a * b;
  const divisor = (x: number, y: number): number => (y === 0 ? x : divisor(y, x % y));
  return (a * b) / divisor(a, b);
}

export function textFacts(parts: Node[]): PlainFacts {
  const all = (name: string) => parts.flatMap((part) => textIn(part, name) ?? []);
  const distinct = (list: (string | undefined)[]) =>
    [...new Set(list.filter((text) => text !== undefined))].sort();
  const format = all("format");
  return {
    limits: { ...limit(parts, "minLength", 0), ...limit(parts, "maxLength") },
    texts: {
      pattern: distinct(all("pattern").filter((pattern) => !anything.has(pattern))),
      format: formats(parts),
      contentEncoding: distinct([...all("contentEncoding"), ...format.map((name) => encodings[name])]).filter(
        (name) => !plainEncodings.has(name),
      ),
      contentMediaType: distinct([...all("contentMediaType"), ...format.map((name) => mediaTypes[name])]),
    },
  };
}

const formats = (parts: Node[]) =>
  [...new Set(parts.flatMap((part) => textIn(part, "format") ?? []))]
    .filter((name) => !hints.has(name))
    .sort();
