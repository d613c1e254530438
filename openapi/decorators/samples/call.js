/**
 * What a sample of an operation sends: the examples of its parameters and the first named example of its body.
 * @typedef {{ id: string, method: string, path: string, tag: string, isList: boolean,
 *   parameters: { path: [string, unknown][], query: [string, unknown][] }, body: unknown }} SampleCall
 */

/** @typedef {import("../../tools/contract.ts").Reference} Reference */
/** @typedef {{ name: string, in: string, example?: unknown }} Parameter */
/** @typedef {{ examples?: Record<string, { value: unknown } | Reference> }} Media */
/**
 * @typedef {{ operationId: string, tags?: string[], parameters?: (Parameter | Reference)[],
 *   requestBody?: { content: Record<string, Media> } }} Operation What is read of an operation.
 */

/** Where to read on and how much to read is not what a sample shows. */
const paging = ["limit", "cursor"];

/**
 * @param {string} path
 * @param {string} method
 * @param {Operation} operation
 * @param {<T extends object>(node: T | Reference) => T} follow Returns what a reference points to, and anything else as it is.
 * @returns {SampleCall}
 */
export function sampleCall(path, method, operation, follow) {
  /** @type {Parameter[]} */
  const parameters = (operation.parameters ?? []).map((parameter) => follow(parameter));
  /** @type {(place: string) => [string, unknown][]} */
  const shown = (place) =>
    parameters
      .filter((each) => each.in === place && !paging.includes(each.name))
      .filter((each) => each.example !== undefined)
      .map((each) => [each.name, each.example]);
  const [tag] = operation.tags ?? [];
  if (tag === undefined) throw new Error(`${operation.operationId} has no tag.`);
  const [media] = Object.values(operation.requestBody?.content ?? {});
  const [example] = Object.values(media?.examples ?? {});
  return {
    id: operation.operationId,
    method: method.toUpperCase(),
    path,
    tag,
    isList: parameters.some((each) => each.name === "cursor"),
    parameters: { path: shown("path"), query: shown("query") },
    body: example && follow(example).value,
  };
}
