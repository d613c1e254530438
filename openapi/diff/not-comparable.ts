/** The contracts cannot be compared. The message says what to change. */
export class NotComparable extends Error {}

/** What went wrong, in its own words. */
export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
