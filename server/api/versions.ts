import type { Timestamp } from "../store/timestamp.ts";

/** The fields of an object of the contract that its row holds. */
export type RowOf<Data> = Required<Omit<Data, "object" | "version">>;

/**
 * Returns the version of an object (D-44). Every change gives `updated_at` a later time
 * (`timestampAfter`), also in the same millisecond and by a server of an earlier release, so the
 * version is this time, as a text that does not look like a time.
 *
 * Object literals have `version` before `...row`: V8 copies a row at the start of a literal so
 * slowly that the copies took a quarter of the time of a list.
 */
export const versionOf = ({ updated_at }: { updated_at: Timestamp }): string =>
  Date.parse(updated_at).toString(36);
