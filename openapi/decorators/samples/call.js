/**
 * What a sample of an operation sends: the examples of its parameters and the first named example of its body.
 * @typedef {{ id: string, method: string, path: string, tag: string, isList: boolean,
 *   parameters: { path: [string, unknown][], query: [string, unknown][] }, body: unknown }} SampleCall
 */

/** Where to read on and how much to read is not what a sample shows. */
const paging = ["limit", "cursor"];

/**
 * @param {string} path
 * @param {string} method
 * @param {any} operation
 * @param {(node: any) => any} follow Returns what a reference points to, and anything else as it is.
 * @returns {SampleCall}
 */
export function sampleCall(path, method, operation, follow) {
  const parameters = (operation.parameters ?? []).map(follow);
  const shown = (/** @type {string} */ place) =>
    parameters
      .filter((/** @type {any} */ each) => each.in === place && !paging.includes(each.name))
      .filter((/** @type {any} */ each) => each.example !== undefined)
      .map((/** @type {any} */ each) => [each.name, each.example]);
  const [media] = Object.values(operation.requestBody?.content ?? {});
  const [example] = Object.values(media?.examples ?? {});
  return {
    id: operation.operationId,
    method: method.toUpperCase(),
    path,
    tag: operation.tags[0],
    isList: parameters.some((/** @type {any} */ each) => each.name === "cursor"),
    parameters: { path: shown("path"), query: shown("query") },
    body: example && follow(example).value,
  };
}
