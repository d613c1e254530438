/** The maximum that a workspace may store (D-35). */
export interface Quotas {
  contacts: number;
  bytes: number;
}

export const bytesInMegabyte = 1024 ** 2;

/** The quotas of a server whose settings name none. */
export const defaultQuotas: Quotas = {
  contacts: 10_000_000,
  bytes: 100 * 1024 ** 3,
};
