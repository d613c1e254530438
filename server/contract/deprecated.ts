import { type OperationId, operations } from "../../generated/operations.ts";
import { createRequestFinder, type SentValues } from "./deprecated-requests.ts";
import {
  type DeprecatedPart,
  responsePartsOf,
} from "./deprecated-responses.ts";
import type { Document } from "./request-check.ts";

/**
 * Something that callers send, and that a later version may remove: `operation`, `query.q`,
 * `header.If-Match` or `body.books[].title`.
 */
export interface DeprecatedElement extends DeprecatedPart {
  operation: OperationId;
}

/** Everything that a contract calls `deprecated`. */
export interface Deprecations {
  elements: DeprecatedElement[];
  responseParts: DeprecatedPart[];
  /** Returns the names of the deprecated elements in a request, each once. */
  namesIn: (operation: OperationId, sent: SentValues) => string[];
}

const none: string[] = [];

/** Finds everything deprecated in a contract, so that a request without any of it costs nothing. */
export function deprecationsOf(document: Document): Deprecations {
  const elements: DeprecatedElement[] = [];
  const finders = new Map<
    OperationId,
    (sent: SentValues, names: Set<string>) => void
  >();
  for (const operation of Object.keys(operations) as OperationId[]) {
    const { parts, find } = createRequestFinder(document, operation);
    if (parts.length > 0) finders.set(operation, find);
    elements.push(...parts.map((part) => ({ operation, ...part })));
  }
  return {
    elements,
    responseParts: responsePartsOf(document),
    namesIn: (operation, sent) => {
      const find = finders.get(operation);
      if (find === undefined) return none;
      const names = new Set<string>();
      find(sent, names);
      return [...names];
    },
  };
}
