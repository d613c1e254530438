import type { Timestamp } from "../store/timestamp.ts";

/** The fields of an object of the contract that its row holds. */
export type RowOf<Data> = Required<Omit<Data, "object" | "version">>;

/**
 * Returns the version of an object (D-44). Every change gives `updated_at` a later time
 * (`timestampAfter`), also in the same millisecond and by a server of an earlier release, so the
 * version is this time, as a text that nobody takes for one.
 *
 * In a literal it comes before the row: V8 copies a row that comes first so slowly that it was a
 * quarter of a list.
 */
export const versionOf = ({ updated_at }: { updated_at: Timestamp }): string =>
  Date.parse(updated_at).toString(36);
