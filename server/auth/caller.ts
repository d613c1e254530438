import type { OwnerOf, Scheme } from "./schemes.ts";

/** The sender of a request: what its secret belongs to. */
export interface Caller {
  scheme: Scheme;
  /** The id of the API key, or of what another secret belongs to. */
  id: string;
  hash: string;
  workspaceId: string;
  isSuspended: boolean;
  /** True when many callers have the same secret. */
  isShared: boolean;
  /** The scopes of an API key; others have none. */
  scopes: string[];
  owner: OwnerOf[Scheme];
}

/** The API key of a caller; undefined when it has none. */
export const keyIdOf = (caller: Caller | undefined): string | undefined =>
  caller?.scheme === "apiKey" ? caller.id : undefined;

/** Returns the owner of a caller's secret, when the secret is of this scheme. */
export function ownerBy<Name extends Scheme>(
  scheme: Name,
  caller: Caller | undefined,
): OwnerOf[Name] | undefined {
  // The scheme says which one it is, which TypeScript cannot see.
  return caller?.scheme === scheme
    ? (caller.owner as OwnerOf[Name])
    : undefined;
}
