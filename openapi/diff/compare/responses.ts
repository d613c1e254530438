import { nodeIn, textIn, type Node } from "../../model/node.ts";
import { impliedId } from "../../model/operation-nodes.ts";
import { namesIn } from "../../model/pointer.ts";
import type { Contract } from "../contract/contract.ts";
import { element } from "../contract/references.ts";
import { canonical } from "../schema/fingerprint.ts";
import {
  compareElements,
  locationOf,
  namedElements,
  namesWithoutExtensions,
  type NamedElement,
} from "./elements.ts";
import { compareMedia } from "./media.ts";
import { compareSerialization } from "./parameters.ts";
import { atKey, type Scope } from "./scope.ts";

/**
 * Compares responses by their statuses. A removed status is compared with its range, such as `4XX`,
 * and a removed range with the statuses that take its place. A new status is compared with its former
 * range or `default`; a success not with a `default` for errors. A new 304 is no change: it has no
 * body (RFC 9110, section 15.4.5), and only requests with `If-None-Match` get it.
 */
export function compareResponses(
  scope: Scope,
  from: Node,
  to: Node,
  key = "responses",
): void {
  const before = responsesOf(from, key);
  const after = responsesOf(to, key);
  const compare = (was: NamedElement, is: NamedElement, status: string) =>
    compareResponse(
      scope,
      was.node,
      is.node,
      scope.direction === "response" && status.startsWith("2"),
    );
  const rangeIn = (responses: typeof before, status: string) =>
    responses.get(rangeOf(status));
  const newInRange = (range: string) =>
    [...after].find(
      ([status]) => rangeOf(status) === range && !before.has(status),
    )?.[1];
  const next = (status: string) =>
    after.get(status) ?? rangeIn(after, status) ?? newInRange(status);
  const compareAndName = (
    was: NamedElement,
    is: NamedElement,
    status: string,
  ) => {
    if (!after.has(status))
      scope.report(
        "diff/compatible",
        `${is.what} takes the place of \`${status}\`.`,
        locationOf(was),
        locationOf(is),
      );
    compare(was, is, status);
  };
  compareElements(scope, "status", [before, after], compareAndName, next);
  const isOfSuccess = (status: string) => /^[123]/.test(status);
  const ofErrors = [...before.keys()].some(isOfSuccess);
  for (const [status, response] of after) {
    const fallback =
      ofErrors && isOfSuccess(status) ? undefined : before.get("default");
    const range = rangeIn(before, status) ?? fallback;
    if (range && !before.has(status) && status !== "304")
      compare(range, response, status);
  }
}

/** Returns the range of a status: `4XX` of `404`. */
const rangeOf = (status: string): string => `${status[0]}XX`;

/** Returns status → response. Ranges are in capitals. */
const responsesOf = (holder: Node, key: string): Map<string, NamedElement> =>
  namedElements(
    holder,
    key,
    "Response",
    (status) => status.replace("xx", "XX"),
    namesWithoutExtensions,
  );

/** Compares the headers, the links and the bodies of a response. */
function compareResponse(
  scope: Scope,
  from: Node,
  to: Node,
  isStored: boolean,
): void {
  compareElements(
    scope,
    "header",
    [headersOf(from), headersOf(to)],
    (was, is) => compareSerialization(scope, was, is),
  );
  const links = (response: Node) => namedElements(response, "links", "Link");
  compareElements(scope, "link", [links(from), links(to)], (was, is) =>
    compareLink(scope, was, is),
  );
  const gainsBody = hasContent(to) && !hasContent(from);
  if (scope.direction === "request" && gainsBody)
    scope.report(
      "diff/cannot-tell",
      "Receivers may have to send a body with this response.",
      ...atKey("content", from, to),
    );
  compareMedia(scope, from, to, isStored);
}

const hasContent = (response: Node): boolean =>
  namedElements(response, "content", "Media type").size > 0;

/** Compares the operation of a link, and the values for it. */
function compareLink(
  { base, head, report }: Scope,
  { what, node: from }: NamedElement,
  { node: to }: NamedElement,
): void {
  const leads = linkTarget(base, from) !== linkTarget(head, to);
  for (const key of ["operationId", "operationRef"])
    if (leads && canonical(from[key]) !== canonical(to[key]))
      report(
        "diff/link-removed",
        `${what} has another \`${key}\`.`,
        ...atKey(key, from, to),
      );
  for (const key of ["parameters", "requestBody", "server"])
    if (canonical(from[key]) !== canonical(to[key]))
      report(
        "diff/link-removed",
        `${what} has another \`${key}\`.`,
        ...atKey(key, from, to),
      );
}

/** Returns the id of the operation of a link, also for a reference in this contract. */
function linkTarget({ root }: Contract, link: Node): string | undefined {
  const reference = textIn(link, "operationRef");
  if (!reference?.startsWith("#/paths/"))
    return reference ?? textIn(link, "operationId");
  const [, path = "", method = ""] = namesIn(reference);
  const operation = nodeIn(element(nodeIn(root, "paths"), path), method);
  return textIn(operation, "operationId") ?? impliedId(method, path);
}

/** Returns name in lower case → header. The media types are compared instead of `Content-Type`. */
function headersOf(response: Node): Map<string, NamedElement> {
  const all = namedElements(response, "headers", "Header", (name) =>
    name.toLowerCase(),
  );
  all.delete("content-type");
  return new Map(
    [...all].map(([name, { what, node }]) => [name, { what, node }]),
  );
}
