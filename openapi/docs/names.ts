import { slug } from "../html.ts";
import {
  operationsIn,
  operationsOf,
  type Contract,
} from "../model/contract.ts";
import { memoized } from "../model/collections.ts";

/** Names that no page of a tag or an operation may have. */
const reservedNames = [
  "index",
  "404",
  "redoc",
  "docs",
  "client",
  "errors",
  "what-s-new",
  "llms",
  "llms-full",
  "quickstart",
  "retries-and-idempotency",
];

/** The names of pages, without `.html`: tag → name, and operation id → name. */
interface PageNames {
  tags: Map<string, string>;
  operations: Map<string, string>;
}

/** Returns the names of the pages of all tags and operations. A repeated name gets a number. */
export const pageNames = memoized((contract: Contract): PageNames => {
  const used = new Set(reservedNames);
  const unused = (wanted: string) => {
    let name = wanted || "page";
    for (let count = 2; used.has(name.toLowerCase()); count++)
      name = `${wanted || "page"}-${count}`;
    used.add(name.toLowerCase());
    return name;
  };
  const tags = contract.tags.map(
    ({ name }) => [name, unused(slug(name))] as const,
  );
  const located = [
    ...operationsOf(contract),
    ...operationsIn(contract.webhooks),
  ];
  const operations = located.map(
    ({ operation: { operationId: id } }) =>
      [id, unused(id.replaceAll(/[^\p{L}\p{N}_-]+/gu, "-"))] as const,
  );
  return { tags: new Map(tags), operations: new Map(operations) };
});
