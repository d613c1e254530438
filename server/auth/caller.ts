import type { OwnerOf, Scheme } from "./schemes.ts";

/** The sender of a request: the owner of its secret. */
export interface Caller {
  scheme: Scheme;
  /** The id of the API key, or of what else the scheme is of. */
  id: string;
  /** The hash of the secret. */
  hash: string;
  workspaceId: string;
  isSuspended: boolean;
  /** True when many callers have the same secret. */
  isShared: boolean;
  /** The scopes of an API key; the other schemes have none. */
  scopes: string[];
  /** The data that are stored with the secret; `scheme` says of which type they are. */
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
  // The scheme decides the type of the owner, which TypeScript cannot see.
  return caller?.scheme === scheme
    ? (caller.owner as OwnerOf[Name])
    : undefined;
}
