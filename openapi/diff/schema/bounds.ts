import type { Node } from "../../model/node.ts";

/** A bound of a value, or the number of which it is a multiple, with its keyword. */
export interface Limit {
  keyword: string;
  /** A BigInt when a number would lose digits. */
  value: number | bigint;
}

/** Keyword → the tightest limit. An exclusive limit has the keyword of the inclusive one. */
export type Limits = Record<string, Limit>;

const exclusives: Record<string, string> = {
  minimum: "exclusiveMinimum",
  maximum: "exclusiveMaximum",
};
const isExclusive = ({ keyword }: Limit) => keyword.startsWith("exclusive");
const isLow = ({ keyword }: Limit) => /^(min|exclusiveMin)/.test(keyword);

/** Returns true when a limit accepts fewer values than another one. */
export function isTighter(one: Limit, other: Limit): boolean {
  if (one.value === other.value) return isExclusive(one) && !isExclusive(other);
  if (one.keyword === "multipleOf") return isMultiple(one.value, other.value);
  return isLow(one) === one.value > other.value;
}

/** Returns true when a number is within a limit. */
export function isWithin(one: Limit, size: number | bigint): boolean {
  if (one.keyword === "multipleOf") return isMultiple(size, one.value);
  return size === one.value
    ? !isExclusive(one)
    : isLow(one) === size > one.value;
}

/** Returns true when a lower limit of one is above the upper limit of the other one. */
export const haveDisjointLimits = (a: Limits, b: Limits): boolean =>
  excludes(a, b) || excludes(b, a);

function excludes(from: Limits, to: Limits): boolean {
  return Object.entries(from).some(([name, low]) => {
    const high = to[name.replace(/^min/, "max")];
    const isPair = name.startsWith("min") && high !== undefined;
    return isPair && !(isWithin(high, low.value) && isWithin(low, high.value));
  });
}

/** Counts the values within limits. Returns `Infinity` when the limits do not bound their number. */
export function countWithin(limits: Limits): number {
  const { minimum, maximum, multipleOf, maxLength } = limits;
  if (maxLength?.value === 0) return 1;
  if (!minimum || !maximum) return Infinity;
  const from = Number(minimum.value);
  const to = Number(maximum.value);
  if (!multipleOf) return from < to ? Infinity : 1;
  const step = Number(multipleOf.value);
  if (!Number.isInteger(step)) return Infinity;
  return Math.floor(to / step) - Math.ceil(from / step) + 1;
}

/**
 * Returns the tightest limit of a keyword.
 * @param none the value that is the same as no limit
 */
export function limit(parts: Node[], name: string, none?: number): Limits {
  const keywords = [name, exclusives[name] ?? []].flat();
  const [tightest] = parts
    .flatMap((part) =>
      keywords.map((keyword) => ({ keyword, value: part[keyword] })),
    )
    .filter(
      (one): one is Limit =>
        typeof one.value === "number" || typeof one.value === "bigint",
    )
    .toSorted((a, b) => Number(isTighter(b, a)) - Number(isTighter(a, b)));
  return !tightest || tightest.value === none ? {} : { [name]: tightest };
}

/** Returns the limits of a number. An integer is a multiple of 1. */
export function boundsOfNumber(parts: Node[]): Limits {
  const steps = parts.flatMap(({ type, multipleOf }) => {
    const listed = [type].flat();
    const isInteger = listed.includes("integer") && !listed.includes("number");
    const step =
      typeof multipleOf === "bigint" ? multipleOf : Number(multipleOf ?? 0);
    return [isInteger ? 1 : 0, step].filter((each) => each > 0);
  });
  const limits = { ...limit(parts, "minimum"), ...limit(parts, "maximum") };
  if (steps.length === 0) return limits;
  const step = steps.reduce(commonMultiple);
  const integers = Object.entries(limits).map(([name, one]) => [
    name,
    inclusive(name, one),
  ]);
  const bounds: Limits = isWhole(step) ? Object.fromEntries(integers) : limits;
  return { ...bounds, multipleOf: { keyword: "multipleOf", value: step } };
}

const isWhole = (value: number | bigint) =>
  typeof value === "bigint" || Number.isInteger(value);

function inclusive(keyword: string, one: Limit): Limit {
  if (typeof one.value === "bigint")
    return {
      keyword,
      value: isExclusive(one) ? one.value + (isLow(one) ? 1n : -1n) : one.value,
    };
  const [step, round] = isLow(one) ? [1, Math.ceil] : [-1, Math.floor];
  const value = round(one.value);
  return {
    keyword,
    value: isExclusive(one) && value === one.value ? value + step : value,
  };
}

/**
 * Returns true when a number is a multiple of another, within the precision of floating-point
 * numbers.
 */
function isMultiple(value: number | bigint, step: number | bigint): boolean {
  const isExact = typeof value === "bigint" || typeof step === "bigint";
  if (isExact && isWhole(value) && isWhole(step))
    return BigInt(value) % BigInt(step) === 0n;
  const times = Number(value) / Number(step);
  return (
    Math.abs(times - Math.round(times)) <=
    4 * Number.EPSILON * Math.max(1, Math.abs(times))
  );
}

/** Returns the least common multiple: of whole numbers the exact one. */
function commonMultiple(
  a: number | bigint,
  b: number | bigint,
): number | bigint {
  if (isMultiple(b, a)) return b;
  if (isMultiple(a, b)) return a;
  if (!isWhole(a) || !isWhole(b)) return Number(a) * Number(b);
  const [one, other] = [BigInt(a), BigInt(b)];
  const multiple = (one / commonDivisor(one, other)) * other;
  return multiple > Number.MAX_SAFE_INTEGER ? multiple : Number(multiple);
}

const commonDivisor = (a: bigint, b: bigint): bigint =>
  b === 0n ? a : commonDivisor(b, a % b);
