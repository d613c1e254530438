import type { OperationId } from "../../generated/operations.ts";
import type { Success } from "../contract/operation.ts";

type Body = { [Id in OperationId]: Success<Id>["body"] }[OperationId];
type Listed = Extract<
  Body,
  { next_cursor: string | null } | { has_more: boolean }
>;

/** A page of a list, with the fields that the pages of all lists have. */
export type Page<T> = Pick<Listed, Exclude<keyof Listed, "data">> & {
  data: T[];
};

/** Makes a page of the first `limit` rows. When `rows` has more, another page follows. */
export function page<Row, Item extends { id: string }>(
  rows: Row[],
  limit: number,
  toItem: (row: Row) => Item,
): Page<Item> {
  const data = rows.slice(0, limit).map(toItem);
  return {
    data,
    next_cursor: data.at(-1)?.id ?? null,
    has_more: rows.length > limit,
  };
}
