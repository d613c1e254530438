import {
  CORE_SCHEMA,
  FAILSAFE_SCHEMA,
  load,
  Type,
  YAMLException,
} from "js-yaml";
import { hash } from "node:crypto";

// Plain JavaScript: `npm start` reads it before anything is compiled.

/** `<<`, which puts the keys of another mapping in its place. */
const merge = new Type("tag:yaml.org,2002:merge", {
  kind: "scalar",
  resolve: (/** @type {unknown} */ text) => text === "<<",
});

/** A whole number that JavaScript would read as another one, which becomes a BigInt. */
const exactNumber = new Type("tag:yaml.org,2002:int#exact", {
  kind: "scalar",
  resolve: (/** @type {unknown} */ text) => isInexact(text),
  construct: exactNumberOf,
});

/** The YAML of contracts: the values of JSON, anchors and merge keys. A day is a text. */
export const schema = FAILSAFE_SCHEMA.extend({ implicit: [exactNumber] })
  .extend(Object(CORE_SCHEMA))
  .extend({ implicit: [merge] });

const decimal = /^([-+]?)(\d+)(?:\.(\d*))?(?:[eE]([-+]?\d+))?$/;

/**
 * Reads a number as digits and the power of ten behind them.
 * @param {string} text
 */
function decimalOf(text) {
  const [, sign = "", whole = "", fraction = "", exponent = "0"] =
    decimal.exec(text) ?? [];
  const digits = (whole + fraction).replace(/^0+/, "");
  const significant = digits.replace(/0+$/, "");
  const zeros = digits.length - significant.length;
  return {
    sign: sign === "-" ? "-" : "",
    digits: significant,
    power: Number(exponent) - fraction.length + zeros,
  };
}

/**
 * Whether JavaScript has no number of this value, and it is a whole one.
 * @param {unknown} text
 */
function isInexact(text) {
  if (typeof text !== "string" || !decimal.test(text)) return false;
  const value = Number(text);
  if (Number.isSafeInteger(value) || Math.abs(value) < 1) return false;
  const { digits, power } = decimalOf(text);
  if (power < 0) return false;
  if (!Number.isFinite(value)) return true;
  const read = decimalOf(String(value));
  return digits !== read.digits || power !== read.power;
}

/** More digits than any number of a contract has; more would only take time. */
const mostDigits = 1000;

/** @param {string} text */
function exactNumberOf(text) {
  const { sign, digits, power } = decimalOf(text);
  if (digits.length + power > mostDigits)
    throw new YAMLException(`${text.slice(0, 40)} has too many digits`);
  return BigInt(sign + digits + "0".repeat(power));
}

/**
 * Hashes what a YAML text says: comments, quotes and line breaks make no difference.
 * @param {string} text
 * @returns the SHA-256 of its values, undefined for a text that is no YAML
 */
export function hashOfYaml(text) {
  try {
    const values = JSON.stringify(load(text, { schema }), (_, value) =>
      typeof value === "bigint" ? String(value) : value,
    );
    return hash("sha256", values);
  } catch {
    return undefined;
  }
}
