/** How much a workspace may store (D-35). */
export interface Quotas {
  contacts: number;
  /** Of the contacts, conversations, messages and tickets, as JSON. */
  bytes: number;
}

/** The quotas of a server whose settings name none. */
export const defaultQuotas: Quotas = { contacts: 10_000_000, bytes: 100 * 1024 ** 3 };
