import type { Node } from "../../model/node.ts";

/** Of what size a value may be. */
export interface Bounds {
  /** By their keyword, the tightest of each. */
  limits: Record<string, number>;
  integer?: boolean;
  multipleOf?: number | undefined;
}

const int32 = { minimum: -(2 ** 31), maximum: 2 ** 31 - 1 };

/** The tightest bound of a keyword; `none` is what holds without it. */
export function limit(parts: Node[], name: string, none?: number): Record<string, number> {
  const bounds = parts.map((part) => part[name]).filter((value) => typeof value === "number");
  if (bounds.length === 0) return {};
  const tightest = /^(min|exclusiveMin)/.test(name) ? Math.max(...bounds) : Math.min(...bounds);
  return tightest === none ? {} : { [name]: tightest };
}

/** What a number has to keep to. */
export function boundsOfNumber(written: Node[]): Bounds {
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
  const merged = { ...limits };
  if (minimum !== undefined && exclusiveMinimum !== undefined)
    delete merged[exclusiveMinimum >= minimum ? "minimum" : "exclusiveMinimum"];
  if (maximum !== undefined && exclusiveMaximum !== undefined)
    delete merged[exclusiveMaximum <= maximum ? "maximum" : "exclusiveMaximum"];
  return merged;
}

/** Whether a number is a multiple of another, as far as floating-point numbers can say. */
export function isMultiple(value: number, step: number): boolean {
  const times = value / step;
  return Math.abs(times - Math.round(times)) <= 4 * Number.EPSILON * Math.max(1, Math.abs(times));
}

function commonMultiple(a: number, b: number): number {
  if (a === 0 || isMultiple(b, a)) return b;
  if (isMultiple(a, b)) return a;
  if (!Number.isInteger(a) || !Number.isInteger(b)) return a * b;
  const divisor = (x: number, y: number): number => (y === 0 ? x : divisor(y, x % y));
  return (a * b) / divisor(a, b);
}
