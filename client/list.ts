import type { Call } from "./call.ts";
import type { OperationId } from "./operation.ts";

/** A page of the contract's lists. */
export interface Page<Item> {
  data: Item[];
  next_cursor: string | null;
  has_more: boolean;
}

/** A list: await it for one page, or iterate over it for every element of this page and all that follow. */
export interface List<OnePage extends Page<unknown>, Id extends OperationId>
  extends Call<OnePage, Id>, AsyncIterable<OnePage["data"][number]> {}

/** The page that is asked for. */
export interface Place {
  cursor: string;
}

/**
 * A list of the pages that `read` gives. The first is asked for at once, each other when the iteration comes to it.
 * @throws (its iteration) Error when a server gives the same cursor again, which would never end
 */
export function listOf<Item, OnePage extends Page<unknown>, Id extends OperationId>(
  read: (place?: Place) => Call<OnePage & Page<Item>, Id>,
): List<OnePage & Page<Item>, Id> {
  const first = read();
  async function* elements(): AsyncGenerator<Item, void, undefined> {
    let page = await first;
    for (;;) {
      yield* page.data;
      if (!page.has_more) return;
      const cursor = page.next_cursor;
      page = await read(cursor === null ? undefined : { cursor });
      if (page.next_cursor === cursor) throw new Error("The cursor of the list does not move.");
    }
  }
  return Object.assign(first, { [Symbol.asyncIterator]: elements });
}
