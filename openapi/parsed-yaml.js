import { CORE_SCHEMA, load, Type } from "js-yaml";
import { hash } from "node:crypto";

// Plain JavaScript: `npm start` reads it before anything is compiled.

/** `<<`, which puts the keys of another mapping in its place. */
const merge = new Type("tag:yaml.org,2002:merge", {
  kind: "scalar",
  resolve: (/** @type {unknown} */ text) => text === "<<",
});

/** The YAML of contracts: the values of JSON, anchors and merge keys. A day is a text. */
export const schema = CORE_SCHEMA.extend({ implicit: [merge] });

/**
 * Hashes what a YAML text says: comments, quotes and line breaks make no difference.
 * @param {string} text
 * @returns the SHA-256 of its values, undefined for a text that is no YAML
 */
export function hashOfYaml(text) {
  try {
    return hash("sha256", JSON.stringify(load(text, { schema })));
  } catch {
    return undefined;
  }
}
