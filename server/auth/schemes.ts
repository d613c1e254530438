import type { OperationId, operations } from "../../generated/operations.ts";
import type { Store } from "../store/store.ts";
import { type ApiKey, keyScheme, type SchemeFinder } from "./find-key.ts";
import {
  type MessengerSession,
  type MessengerToken,
  sessionScheme,
  tokenScheme,
} from "./find-visitor.ts";

/** The name of a security scheme of the contract. */
export type Scheme = (typeof operations)[OperationId]["scheme"];

/** The owner of a secret, by security scheme. */
export interface OwnerOf {
  apiKey: ApiKey;
  messengerPublicToken: MessengerToken;
  messengerVisitor: MessengerSession;
}

/** Each security scheme of this API. */
export type Schemes = { [Name in Scheme]: SchemeFinder<OwnerOf[Name]> };

/** Makes the finders of the security schemes. */
export const createSchemes = (store: Store): Schemes => ({
  apiKey: keyScheme(store),
  messengerPublicToken: tokenScheme(store),
  messengerVisitor: sessionScheme(store),
});
