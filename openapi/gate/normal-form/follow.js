/**
 * Follows references inside one file.
 * @param {unknown} root
 * @returns {(node: any) => any} what the reference leads to, undefined where nothing stands or another file begins,
 *   and anything else as it is
 */
export function follower(root) {
  /** @type {(node: any, passed: string[]) => any} */
  function follow(node, passed) {
    const ref = node?.$ref;
    if (typeof ref !== "string") return node;
    if (!ref.startsWith("#/") || passed.includes(ref)) return undefined;
    const names = ref.slice("#/".length).split("/").map(unescapePointer);
    const target = names.reduce((/** @type {any} */ at, name) => follow(at, [...passed, ref])?.[name], root);
    return follow(target, [...passed, ref]);
  }
  return (node) => follow(node, []);
}

/**
 * Whether a node is a reference.
 * @param {unknown} node
 * @throws Error when it leads out of the file: what stands there would be compared as it is written.
 */
export function isReference(node) {
  const ref = mapping(node)["$ref"];
  if (typeof ref !== "string") return false;
  if (ref.startsWith("#")) return true;
  throw new Error(
    `The contract refers to ${ref}, which is not on this machine. Put it into one file first: npx redocly bundle FILE --output BUNDLE`,
  );
}

/**
 * The node, of which names and values are asked.
 * @param {unknown} node
 * @returns {Record<string, any>}
 * @throws Error when it has none.
 */
export function mapping(node) {
  if (typeof node === "object" && node !== null && !Array.isArray(node)) return node;
  throw new Error(`The contract has ${JSON.stringify(node)} where OpenAPI wants an object.`);
}

/** @type {(name: string) => string} */
const unescapePointer = (name) => decodeURIComponent(name).replaceAll("~1", "/").replaceAll("~0", "~");
