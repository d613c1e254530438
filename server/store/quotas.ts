/** How much a workspace may store (D-35). */
export interface Quotas {
  contacts: number;
  /** Of all rows that callers make the server keep: the sum of their `bytes`. */
  bytes: number;
}

/** The quotas of a server whose settings name none. */
export const defaultQuotas: Quotas = { contacts: 10_000_000, bytes: 100 * 1024 ** 3 };

/**
 * For what has to be written in a full workspace too, whatever its own quotas are: an erasure, or an attempt that was made.
 */
export const unlimited: Quotas = { contacts: Number.MAX_SAFE_INTEGER, bytes: Number.MAX_SAFE_INTEGER };
