import { checkOptions, wholeNumber } from "./check.ts";
import type { Call, OperationId } from "./operation.ts";

/** A page of the contract's lists. */
export interface Page<Item> {
  data: Item[];
  next_cursor: string | null;
  has_more: boolean;
}

/** A list: await it for one page, or iterate over it for every element of this page and all that follow. */
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

/**
 * A list of the pages that `read` gives. The first is asked for at once, each other when the iteration comes to it.
 * @throws (its iteration) Error when a server gives a cursor again, by which the list would never end
 */
export function listOf(
  read: (next?: { cursor: string | null }) => Call<unknown, OperationId>,
): List<Page<unknown>, OperationId> {
  const first = read() as Call<Page<unknown>, OperationId>;
  async function* pages(): AsyncGenerator<Page<unknown>, void, undefined> {
    const passed = new Set<string | null>();
    for (let page = await first; ;) {
      yield page;
      const cursor = page.next_cursor;
      if (!page.has_more) return;
      passed.add(cursor);
      page = (await read({ cursor })) as Page<unknown>;
      if (passed.has(page.next_cursor))
        throw new Error("The server repeats a cursor.");
    }
  }
  async function* elements(): AsyncGenerator<unknown, void, undefined> {
    for await (const page of pages()) yield* page.data;
  }
  async function toArray(
    options: { limit?: number | undefined } = {},
  ): Promise<unknown[]> {
    checkOptions(options, { limit: wholeNumber(1, 2 ** 32 - 1) }); // the longest that an array is
    const { limit = Infinity } = options;
    const all: unknown[] = [];
    for await (const element of elements())
      if (all.push(element) >= limit) break;
    return all;
  }
  return Object.assign(first, {
    pages,
    toArray,
    [Symbol.asyncIterator]: elements,
  });
}
