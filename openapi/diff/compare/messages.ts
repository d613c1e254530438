import { element, elements } from "../contract/elements.ts";
import type { Contract } from "../contract/contract.ts";
import type { Node } from "../../model/node.ts";
import { compareMedia } from "./media-types.ts";
import { compareNamedElements, type NamedElement } from "./named-elements.ts";
import { compareSerialization } from "./parameters.ts";
import type { Scope } from "./scope.ts";

/** Compares the bodies of requests. A body that we send ourselves may not go missing. */
export function compareRequestBody(scope: Scope, from: Node, to: Node): void {
  const { direction } = scope;
  compareNamedElements(scope, () => scope.report, {
    ...{ before: bodyOf(scope.base, from), after: bodyOf(scope.head, to) },
    rules:
      direction === "request"
        ? { removed: "request-body-removed", required: "request-body-became-required" }
        : { removed: "diff/delivery-narrowed", optional: "diff/delivery-narrowed" },
    compare: (before, after) => compareMedia(scope, before.node, after.node, direction === "response"),
  });
}

function bodyOf(contract: Contract, operation: Node): Map<string, NamedElement> {
  const key = "requestBody";
  const node = element(contract, operation, key);
  return new Map(node && [[key, { what: "The request body", node, at: { node: operation, key } }]]);
}

/**
 * Compares responses by their statuses. A new status is one that `default` or its range described before; but a 304, which
 * never has a body (RFC 9110, section 15.4.5), comes only to those who ask for it by `If-None-Match`.
 */
export function compareResponses(scope: Scope, from: Node, to: Node): void {
  const [before, after] = [responsesOf(scope.base, from), responsesOf(scope.head, to)];
  const rules = { removed: "response-removed" } as const;
  const compare = (was: NamedElement, is: NamedElement, status: string) =>
    compareResponse(scope, was.node, is.node, scope.direction === "response" && status.startsWith("2"));
  compareNamedElements(scope, () => scope.report, { before, after, rules, compare });
  for (const [status, response] of after) {
    const range = before.get(`${status[0]}XX`) ?? before.get("default");
    if (range && !before.has(status) && status !== "304") compare(range, response, status);
  }
}

/** The responses by their statuses, without the extensions among them, which may be anything. */
function responsesOf(contract: Contract, operation: Node): Map<string, NamedElement> {
  const holder = element(contract, operation, "responses") ?? {};
  const statuses = Object.keys(holder).filter((name) => !name.startsWith("x-"));
  return new Map(
    statuses.map((key) => {
      const node = element(contract, holder, key) ?? {};
      return [upper(key), { what: `Response \`${upper(key)}\``, node, at: { node: holder, key } }];
    }),
  );
}

/** `default` is written so, and ranges in capitals. */
const upper = (status: string) => (/^\dxx$/i.test(status) ? status.toUpperCase() : status);

function compareResponse(scope: Scope, from: Node, to: Node, isStored: boolean): void {
  compareNamedElements(scope, () => scope.report, {
    ...{ before: headersOf(scope.base, from), after: headersOf(scope.head, to) },
    rules:
      scope.direction === "response"
        ? { removed: "response-header-removed", optional: "diff/header-became-optional" }
        : {},
    compare: (was, is) => compareSerialization(scope, was, is),
  });
  compareMedia(scope, from, to, isStored);
}

/** The names of headers ignore case. The media types stand for `Content-Type`. */
function headersOf(contract: Contract, response: Node): Map<string, NamedElement> {
  const all = [...elements(contract, response, "headers")].map(([name, node]) => {
    const header: NamedElement = { what: `Header \`${name}\``, node, at: { node } };
    return [name.toLowerCase(), header] as const;
  });
  return new Map(all.filter(([name]) => name !== "content-type"));
}
