import type { Contract } from "../model/contract.ts";
import { withRequestSchemas } from "../generate/request-schemas.ts";
import { withJsonNamed } from "../model/media-names.ts";
import { isNode, mapNodes, type Node } from "../model/node.ts";
import { withoutOldNullable } from "../model/readable-schema.ts";
import { refersToSchema } from "../model/reference-siblings.ts";
import { inWordsOf31 } from "../model/version-30.ts";
import { withFieldsApart } from "./fields-apart.ts";
import { withResponses } from "./missing-responses.ts";
import { notesFor, type Found } from "./notes.ts";
import { withReadableMedia } from "./other-media.ts";
import { readParameter } from "./parameters.ts";
import { withPlainPathNames } from "./path-names.ts";
import { withReadablePatterns } from "./patterns.ts";
import { withoutReferences } from "./references.ts";
import { withReadableHeaders } from "./response-headers.ts";

/** A contract for Prism, and notes about differences to the original. */
interface ContractForPrism {
  contract: object;
  notes: string[];
}

/** Adapts a contract to Prism, so that Prism checks as much of it as it can. */
export function forPrism(published: Contract): ContractForPrism {
  const { contract, silent } = withResponses(
    withRequestSchemas(
      withFieldsApart(
        withPlainPathNames(withJsonNamed(inWordsOf31(published))),
      ),
    ),
  );
  const found: Found = {
    unchecked: new Set(),
    uncheckedJson: new Set(),
    hasReferences: false,
    patterns: new Set(),
    unsent: new Set(),
    media: {
      unchecked: new Set(),
      uncheckedFields: new Set(),
      writtenAsJson: new Set(),
    },
  };
  const changed = mapNodes(withoutSharedBodies(contract), (node, key) => {
    const alone = withValue(withoutSiblings(node));
    const readable = withReadablePatterns(withoutOldNullable(alone), found);
    const known = withReadableHeaders(
      withReadableMedia(readable, key, contract, found.media),
      contract,
      found,
    );
    return withoutReferences(readParameter(known, contract, found), key, found);
  });
  const readable = withoutPages(changed);
  return {
    contract: {
      ...readable,
      // Without the dialect it falls back to draft-07, and ignores keywords such as
      // unevaluatedProperties.
      jsonSchemaDialect: "https://json-schema.org/draft/2020-12/schema",
    },
    notes: notesFor(found, contract, silent),
  };
}

/** Leaves out the shared bodies of requests, which each operation has itself: they look like responses. */
function withoutSharedBodies(contract: Contract): Contract & Node {
  const { requestBodies: _, ...components } =
    contract.components as Contract["components"] & Node;
  return { ...contract, components };
}

/** Gives the example of a header or a parameter in the words of OpenAPI 3.2 a value. */
const withValue = (node: Node): Node =>
  "value" in node || !("dataValue" in node)
    ? node
    : { ...node, value: node["dataValue"] };

/**
 * Leaves a reference to a schema alone. Prism copies the schema of a reference that has a title or a
 * description beside it, and takes no part of a copy that refers to itself.
 */
const withoutSiblings = (node: Node): Node =>
  refersToSchema(node) ? { $ref: node["$ref"] } : node;

/** Makes each page of an example the last one, as Prism returns the same page for every cursor. */
function withoutPages<T>(value: T): T {
  const visit = (node: unknown): unknown => {
    if (Array.isArray(node)) return node.map(visit);
    if (!isNode(node)) return node;
    const all = Object.fromEntries(
      Object.entries(node).map(([name, child]) => [name, visit(child)]),
    );
    if (all["has_more"] !== true) return all;
    const last = { ...all, has_more: false };
    return "next_cursor" in all ? { ...last, next_cursor: null } : last;
  };
  return visit(value) as T;
}
