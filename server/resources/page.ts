/** A page of the contract's lists. */
export interface Page<T> {
  data: T[];
  next_cursor: string | null;
  has_more: boolean;
}

/** Cuts a page out of one row more than it holds; that row tells whether there is more (D-18). */
export function page<Row, T extends { id: string }>(
  rows: Row[],
  limit: number,
  toItem: (row: Row) => T,
): Page<T> {
  const data = rows.slice(0, limit).map(toItem);
  return { data, next_cursor: data.at(-1)?.id ?? null, has_more: rows.length > limit };
}
