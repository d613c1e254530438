import { element, elements } from "../contract/elements.ts";
import type { Contract } from "../contract/contract.ts";
import type { Node } from "../contract/node.ts";
import { deprecation, endOf, isPast, removal } from "./difference.ts";
import { compareMedia } from "./media-types.ts";
import { compareSerialization } from "./parameters.ts";
import type { Scope } from "./scope.ts";

/** Compares the bodies of requests. */
export function compareRequestBody(scope: Scope, from: Node, to: Node): void {
  const { base, head, direction, report } = scope;
  const [before, after] = [element(base, from, "requestBody"), element(head, to, "requestBody")];
  const at = [
    before && { node: from, key: "requestBody" },
    after && { node: to, key: "requestBody" },
  ] as const;
  const isRequest = direction === "request";
  if (before && !after) {
    if (isRequest) report("request-body-removed", "The request body was removed.", ...at);
    else report("gate/delivery-narrowed", "No body is sent any more.", ...at);
  } else if (after && !before) {
    if (isRequest && after["required"] === true)
      report("gate/body-added-as-required", "A required request body was added.", ...at);
    else report("added", "A request body was added.", ...at);
  } else if (before && after) {
    const [was, is] = [before["required"] === true, after["required"] === true];
    if (isRequest && is && !was)
      report("request-body-became-required", "The request body is now required.", ...at);
    if (!isRequest && was && !is)
      report("gate/delivery-narrowed", "The body is no longer always sent.", ...at);
    compareMedia(scope, before, after, "the request");
  }
}

/** Compares responses by their statuses. A new status is one that `default` or its range described before. */
export function compareResponses(scope: Scope, from: Node, to: Node): void {
  const [before, after] = [responsesOf(scope.base, from), responsesOf(scope.head, to)];
  for (const [status, response] of before) {
    const next = after.get(status);
    if (next) compareResponse(scope, status, response, next);
    else
      scope.report("response-removed", `Response \`${status}\` was removed.`, {
        node: element(scope.base, from, "responses") ?? from,
        key: status,
      });
  }
  for (const [status, response] of after) {
    if (before.has(status)) continue;
    const range = before.get(`${status[0]}XX`) ?? before.get("default");
    if (range) compareResponse(scope, status, range, response);
    const holder = element(scope.head, to, "responses") ?? to;
    scope.report("added", `Response \`${status}\` was added.`, undefined, { node: holder, key: status });
  }
}

/** The responses by their statuses, without the extensions among them, which may be anything. */
function responsesOf(contract: Contract, operation: Node): Map<string, Node> {
  const holder = element(contract, operation, "responses") ?? {};
  const statuses = Object.keys(holder).filter((name) => !name.startsWith("x-"));
  return new Map(statuses.map((status) => [upper(status), element(contract, holder, status) ?? {}]));
}

/** `default` is written so, and ranges in capitals. */
const upper = (status: string) => (/^\dxx$/i.test(status) ? status.toUpperCase() : status);

function compareResponse(scope: Scope, status: string, from: Node, to: Node): void {
  compareHeaders(scope, status, from, to);
  compareMedia(scope, from, to, `response \`${status}\``);
}

/** The names of headers ignore case. The media types stand for `Content-Type`. */
function headersOf(contract: Contract, response: Node): Map<string, [name: string, header: Node]> {
  const all = [...elements(contract, response, "headers")];
  return new Map(
    all
      .filter(([name]) => name.toLowerCase() !== "content-type")
      .map(([name, header]) => [name.toLowerCase(), [name, header]]),
  );
}

function compareHeaders(scope: Scope, status: string, from: Node, to: Node): void {
  const { direction, today, report } = scope;
  const [before, after] = [headersOf(scope.base, from), headersOf(scope.head, to)];
  for (const [key, [name, header]] of before) {
    const [, next] = after.get(key) ?? [];
    const what = `Header \`${name}\` of response \`${status}\``;
    const at = [{ node: header }, next && { node: next }] as const;
    if (next) {
      if (header["required"] === true && next["required"] !== true && direction === "response")
        report("gate/header-became-optional", `${what} is no longer always there.`, ...at);
      compareSerialization(scope, `header \`${name}\``, header, next);
      const ending = deprecation(what, endOf(header), endOf(next), today);
      if (ending) report(...ending, ...at);
      continue;
    }
    const past = isPast(header["deprecated"], header["x-sunset"], today);
    if (past || direction === "response") report(...removal(what, past, "response-header-removed"), ...at);
  }
  for (const [key, [name, header]] of after)
    if (!before.has(key)) report("added", `Header \`${name}\` was added.`, undefined, { node: header });
}
