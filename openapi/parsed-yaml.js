import {
  CORE_SCHEMA,
  FAILSAFE_SCHEMA,
  load,
  Type,
  YAMLException,
} from "js-yaml";
import { hash } from "node:crypto";

// Plain JavaScript: `npm start` reads it before anything is compiled.

/** The merge key `<<`, which inserts the keys of another mapping. */
const merge = new Type("tag:yaml.org,2002:merge", {
  kind: "scalar",
  resolve: (/** @type {unknown} */ text) => text === "<<",
});

/** The type of whole numbers that JavaScript cannot represent. They become a BigInt. */
const exactNumber = new Type("tag:yaml.org,2002:int#exact", {
  kind: "scalar",
  resolve: (/** @type {unknown} */ text) => isInexact(text),
  construct: exactNumberOf,
});

/** The schema of YAML in contracts: values of JSON, anchors and merge keys. A date is a text. */
export const schema = FAILSAFE_SCHEMA.extend({ implicit: [exactNumber] })
  .extend(Object(CORE_SCHEMA))
  .extend({ implicit: [merge] });

const decimal = /^([-+]?)(\d+)(?:\.(\d*))?(?:[eE]([-+]?\d+))?$/;

/**
 * Reads a number as digits and a power of ten.
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
 * Returns true for a whole number that JavaScript cannot represent.
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

/** The maximum of digits. No contract has longer numbers, and they would take time. */
const maxDigits = 1000;

/** @param {string} text */
function exactNumberOf(text) {
  const { sign, digits, power } = decimalOf(text);
  if (digits.length + power > maxDigits)
    throw new YAMLException(`${text.slice(0, 40)} has too many digits`);
  return BigInt(sign + digits + "0".repeat(power));
}

/**
 * Hashes the values of a YAML text, without comments, quotes and line breaks.
 * @param {string} text
 * @returns the SHA-256, or undefined for an invalid text
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
