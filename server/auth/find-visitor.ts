import { sql } from "kysely";
import { limits } from "../../generated/constants.ts";
import type { Store } from "../store/store.ts";
import type { Timestamp } from "../store/timestamp.ts";
import { createFinder, type Finder } from "./find-key.ts";

/** The public token of a website (D-41). */
export interface MessengerToken {
  hash: string;
  id: string;
  workspaceId: string;
  /** Whose pages may use it, e.g. `https://shop.example`. */
  origins: string[];
  /** What the website signs emails with, encrypted with the id: after a rotation, and until its overlap ends, two. */
  signingSecrets: string[];
}

/** The session of a visitor of the website. */
export interface MessengerSession {
  hash: string;
  id: string;
  workspaceId: string;
  tokenId: string;
  origins: string[];
  /** The contact that the visitor is; null for an anonymous one who has not written yet. */
  contactId: string | null;
  isVerified: boolean;
}

export const createTokenFinder = (store: Store): Finder<MessengerToken> =>
  createFinder((hashes) => readTokens(store, hashes));

export const createSessionFinder = (store: Store): Finder<MessengerSession> =>
  createFinder((hashes) => readSessions(store, hashes));

/** The tokens as they are now, but for those that are revoked. */
export async function readTokens(store: Store, hashes: string[]): Promise<MessengerToken[]> {
  return store.database
    .selectFrom("messenger_tokens")
    .select(["hash", "id", "workspace_id as workspaceId", "origins"])
    .select(signingSecrets(store).as("signingSecrets"))
    .where("hash", "=", sql<string>`any(${hashes})`)
    .where("revoked_at", "is", null)
    .execute();
}

/** The sessions as they are now, but for those that have ended or whose token is revoked. */
export async function readSessions(store: Store, hashes: string[]): Promise<MessengerSession[]> {
  return store.database
    .selectFrom("messenger_sessions as session")
    .innerJoin("messenger_tokens as token", "token.id", "session.token_id")
    .select(["session.hash", "session.id", "session.workspace_id as workspaceId", "token_id as tokenId"])
    .select(["origins", "contact_id as contactId", "email_verified as isVerified"])
    .where("session.hash", "=", sql<string>`any(${hashes})`)
    .where("session.created_at", ">", oldestSession(store))
    .where("revoked_at", "is", null)
    .execute();
}

const signingSecrets = ({ now }: Store) => sql<string[]>`
  array_remove(array[secret, case when previous_secret_expires_at > ${now()} then previous_secret end], null)`;

/** When the oldest session began that has not ended. */
export const oldestSession = ({ now }: Pick<Store, "now">) =>
  sql<Timestamp>`${now()} - make_interval(hours => ${limits.messengerSessionHours})`;
