import type { OperationId, operations } from "../../generated/operations.ts";
import type { Store } from "../store/store.ts";
import type { ApiKey, Finder } from "./find-key.ts";
import {
  createSessionFinder,
  createTokenFinder,
  type MessengerSession,
  type MessengerToken,
  readSessions,
  readTokens,
} from "./find-visitor.ts";

/** The name of a security scheme of the contract. */
export type Scheme = (typeof operations)[OperationId]["scheme"];

/** The owner of a secret, by security scheme. */
export interface OwnerOf {
  apiKey: ApiKey;
  messengerPublicToken: MessengerToken;
  messengerVisitor: MessengerSession;
}

/** Finds the owner of a secret by the secret's hash. */
export interface SchemeFinder<Owner extends { hash: string }> {
  finder: Finder<Owner>;
  /** Finds the owner again: undefined when it has been revoked, or has ended. */
  findAgain: (hash: string) => Promise<Owner | undefined>;
  /** True when many callers have the same secret: then requests are counted by address. */
  isShared: boolean;
}

/** Each security scheme of this API. */
export type Schemes = { [Name in Scheme]: SchemeFinder<OwnerOf[Name]> };

/**
 * Makes the finders of the security schemes. A cached token or session does not learn of its own
 * end, so it is read anew.
 */
export const createSchemes = (store: Store, keys: Finder<ApiKey>): Schemes => ({
  apiKey: { finder: keys, findAgain: keys.find, isShared: false },
  messengerPublicToken: {
    finder: createTokenFinder(store),
    findAgain: async (hash) => (await readTokens(store, [hash]))[0],
    isShared: true,
  },
  messengerVisitor: {
    finder: createSessionFinder(store),
    findAgain: async (hash) => (await readSessions(store, [hash]))[0],
    isShared: false,
  },
});
