import { checkOptions, wholeNumber } from "./check.ts";
import type { Call, OperationId } from "./operation.ts";

/** A page of the contract's lists. */
export interface Page<Item> {
  data: Item[];
  next_cursor: string | null;
  has_more: boolean;
}

/**
 * A list: await it for one page, or iterate over it for every element of this page and all that follow. An iteration asks
 * for the largest pages, unless the query has a `limit`.
 */
export interface List<OnePage extends Page<unknown>, Id extends OperationId>
  extends Call<OnePage, Id>, AsyncIterable<OnePage["data"][number]> {
  /** This page and all that follow, one after the other. */
  pages: () => AsyncGenerator<OnePage, void, undefined>;
  /**
   * The elements of this page and of those that follow, at most `limit` of them. It asks for no page beyond them.
   * Default: all
   */
  toArray: (options?: {
    limit?: number | undefined;
  }) => Promise<OnePage["data"]>;
}

/** What decides about a page, beside the query of the caller. */
export interface PageQuery {
  /** For a query without a limit; undefined for the default of the API. */
  limit: number | undefined;
  cursor?: string | null;
}

/**
 * A list of the pages that `read` gives. The first is asked for at once, each other when the iteration comes to it. An
 * iteration asks for pages of `maxLimit`, so that it takes few requests.
 * @throws (its iteration) Error when a server gives a cursor again, by which the list would never end
 */
export function listOf(
  read: (query: PageQuery | Promise<PageQuery>) => Call<unknown, OperationId>,
  maxLimit: number | undefined,
): List<Page<unknown>, OperationId> {
  let limit: number | undefined;
  // A moment later, when it is known whether the caller iterates.
  const firstQuery = Promise.resolve().then(() => ({ limit }));
  const first = read(firstQuery) as Call<Page<unknown>, OperationId>;

  async function* allPages(): AsyncGenerator<Page<unknown>, void, undefined> {
    const passed = new Set<string | null>();
    for (let page = await first; ;) {
      yield page;
      const cursor = page.next_cursor;
      if (!page.has_more) return;
      passed.add(cursor);
      page = (await read({ limit, cursor })) as Page<unknown>;
      if (passed.has(page.next_cursor))
        throw new Error("The server repeats a cursor.");
    }
  }
  async function* allElements(): AsyncGenerator<unknown, void, undefined> {
    for await (const page of allPages()) yield* page.data;
  }
  async function toArray(
    options: { limit?: number | undefined } = {},
  ): Promise<unknown[]> {
    checkOptions(options, { limit: wholeNumber(1, 2 ** 32 - 1) }); // the longest that an array is
    const { limit: wanted = Infinity } = options;
    limit = maxLimit && Math.min(maxLimit, wanted);
    const all: unknown[] = [];
    for await (const element of allElements())
      if (all.push(element) >= wanted) break;
    return all;
  }
  return Object.assign(first, {
    pages: () => {
      limit = maxLimit;
      return allPages();
    },
    toArray,
    [Symbol.asyncIterator]: () => {
      limit = maxLimit;
      return allElements();
    },
  });
}
