import { table } from "./table.js";

/** @typedef {import("../../tools/contract.ts").Reference} Reference */
/** @typedef {{ summary: string, value: { error?: { code: string, message: string } } }} Example */
/**
 * @typedef {{ description: string, content?: Record<string, { examples: Record<string, Example | Reference> }> }} Response
 */
/** @typedef {Record<string, Response | Reference>} Responses */
/** @typedef {{ paths: Record<string, Record<string, { responses?: Responses }>>, "x-unrouted-responses": Responses }} Root */
/** @typedef {<T extends object>(node: T | Reference) => T} Follow Returns what a reference points to, and anything else as it is. */

/**
 * Every error code with its status, its message and what it means, from all responses and their examples.
 * @param {Root} root
 * @param {Follow} follow
 */
export function errorCodesChapter(root, follow) {
  /** @type {Map<string, { status: string, message: string, meanings: Set<string> }>} */
  const codes = new Map();
  for (const [status, response] of responsesOf(root, follow)) {
    for (const { code, message, meaning } of errorsOf(response, follow)) {
      const entry = codes.get(code) ?? { status, message, meanings: new Set() };
      entry.meanings.add(meaning);
      codes.set(code, entry);
    }
  }
  const rows = [...codes]
    .sort(([, a], [, b]) => Number(a.status) - Number(b.status))
    .map(([code, { status, message, meanings }]) => [
      `\`${code}\``,
      status,
      message,
      [...meanings].join(" "),
    ]);
  return `## Error codes\n\n${table(["Code", "Status", "Message", "Meaning"], rows)}`;
}

/**
 * @param {Root} root
 * @param {Follow} follow
 * @returns {[status: string, response: Response][]}
 */
function responsesOf({ paths, "x-unrouted-responses": unrouted }, follow) {
  const operations = Object.values(paths).flatMap((path) => Object.values(path));
  return [...operations.map((operation) => operation.responses ?? {}), unrouted]
    .flatMap((responses) => Object.entries(responses))
    .map(([status, response]) => [status, follow(response)]);
}

/**
 * The description of a response tells what its code means; one of several codes is told by its example.
 * @param {Response} response
 * @param {Follow} follow
 */
function errorsOf({ description, content = {} }, follow) {
  const errors = Object.values(content)
    .flatMap((media) => Object.values(media.examples))
    .map(follow)
    .flatMap(({ summary, value: { error } }) =>
      error ? [{ code: error.code, message: error.message, summary }] : [],
    );
  const alone = new Set(errors.map(({ code }) => code)).size === 1;
  return errors.map((error) => ({ ...error, meaning: alone ? description : `${error.summary}.` }));
}
