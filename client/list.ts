import { checkOptions, wholeNumber } from "./check.ts";
import type { Call, OperationId } from "./operation.ts";

/** A page of the contract's lists. */
export interface Page<Item> {
  data: Item[];
  next_cursor: string | null;
  has_more: boolean;
}

/**
 * A list. Await it for one page, or iterate over it for the elements of this page and all later
 * ones. An iteration requests the largest pages, unless the query has a `limit`.
 */
export interface List<OnePage extends Page<unknown>, Id extends OperationId>
  extends Call<OnePage, Id>, AsyncIterable<OnePage["data"][number]> {
  /** Iterates over this page and all later ones. */
  pages: () => AsyncGenerator<OnePage, void, undefined>;
  /**
   * Returns the elements of this page and of later ones, at most `limit`. It requests no further
   * pages than it needs. Default: all
   */
  toArray: (options?: {
    limit?: number | undefined;
  }) => Promise<OnePage["data"]>;
}

/** The parameters of a page, beside the query of the caller. */
export interface PageQuery {
  /** The limit for a query without one. Undefined for the default of the API. */
  limit: number | undefined;
  cursor?: string | undefined;
}

/**
 * Creates a list of the pages that `read` returns. It requests the first page at once, and each
 * other page when the iteration reaches it. An iteration requests pages of `maxLimit`, for fewer
 * requests.
 * @throws (the iteration) Error when the server repeats a cursor, as the list would never end
 */
export function listOf(
  read: (query: PageQuery | Promise<PageQuery>) => Call<unknown, OperationId>,
  maxLimit: number | undefined,
): List<Page<unknown>, OperationId> {
  let pageLimit: number | undefined;
  /** @param wanted the number of elements that the caller needs */
  const useLargestPages = (wanted = Infinity) => {
    pageLimit = maxLimit && Math.min(maxLimit, wanted);
  };
  // In a later microtask, when it is known whether the caller iterates.
  const firstQuery = Promise.resolve().then(() => ({ limit: pageLimit }));
  const first = read(firstQuery) as Call<Page<unknown>, OperationId>;

  async function* allPages(): AsyncGenerator<Page<unknown>, void, undefined> {
    const seenCursors = new Set<string | null>();
    for (let page = await first; ;) {
      yield page;
      const cursor = page.next_cursor;
      if (!page.has_more) return;
      seenCursors.add(cursor);
      const next = { limit: pageLimit, cursor: cursor ?? undefined };
      page = (await read(next)) as Page<unknown>;
      if (seenCursors.has(page.next_cursor))
        throw new Error(
          "The server returned the same next_cursor twice, so the list would never end.",
        );
    }
  }
  async function* allElements(): AsyncGenerator<unknown, void, undefined> {
    for await (const page of allPages()) yield* page.data;
  }
  async function toArray(
    options: { limit?: number | undefined } = {},
  ): Promise<unknown[]> {
    checkOptions(options, { limit: wholeNumber(1, 2 ** 32 - 1) }); // the maximal length of an array
    const { limit: wanted = Infinity } = options;
    useLargestPages(wanted);
    const all: unknown[] = [];
    for await (const element of allElements())
      if (all.push(element) >= wanted) break;
    return all;
  }
  return Object.assign(first, {
    pages: () => {
      useLargestPages();
      return allPages();
    },
    toArray,
    [Symbol.asyncIterator]: () => {
      useLargestPages();
      return allElements();
    },
  });
}
