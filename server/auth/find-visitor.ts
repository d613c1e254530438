import { sql } from "kysely";
import { limits } from "../../generated/constants.ts";
import type { Store } from "../store/store.ts";
import type { Timestamp } from "../store/timestamp.ts";
import { createFinder, isSuspended, type SchemeFinder } from "./find-key.ts";

/** The public token of a website, whose pages of some origins may use it (D-41). */
export type MessengerToken = Awaited<ReturnType<typeof readTokens>>[number];

/** The session of a visitor of the website. */
export type MessengerSession = Awaited<ReturnType<typeof readSessions>>[number];

/**
 * Finds tokens, and caches them. It learns of a suspension at once, but not of the revocation of a
 * token.
 */
export const createTokenFinder = (store: Store) =>
  createFinder((hashes) => readTokens(store, hashes), {
    follow: store.revocations.follow,
  });

/** The scheme of public tokens, which many visitors share. */
export const tokenScheme = (store: Store): SchemeFinder<MessengerToken> => ({
  finder: createTokenFinder(store),
  findAgain: async (hash) => (await readTokens(store, [hash]))[0],
  isShared: true,
});

/**
 * Finds sessions, and caches them. It learns of a suspension at once, but not of the end of a
 * session.
 */
export const createSessionFinder = (store: Store) =>
  createFinder((hashes) => readSessions(store, hashes), {
    follow: store.revocations.follow,
  });

/** The scheme of sessions, each of which is one visitor's. */
export const sessionScheme = (
  store: Store,
): SchemeFinder<MessengerSession> => ({
  finder: createSessionFinder(store),
  findAgain: async (hash) => (await readSessions(store, [hash]))[0],
  isShared: false,
});

/** The tokens as they are now, but for those that are revoked. */
export const readTokens = (store: Store, hashes: string[]) =>
  store.database
    .selectFrom("messenger_tokens")
    .select(["hash", "id", "workspace_id as workspaceId", "origins"])
    .select(signingSecrets(store).as("signingSecrets"))
    .select(isSuspended("messenger_tokens").as("isSuspended"))
    .where("hash", "=", sql<string>`any(${hashes})`)
    .where("revoked_at", "is", null)
    .execute();

/**
 * The sessions as they are now, but for those that have ended or whose token is revoked. An
 * anonymous visitor who has not written yet is no contact.
 */
export const readSessions = (store: Store, hashes: string[]) =>
  store.database
    .selectFrom("messenger_sessions as session")
    .innerJoin("messenger_tokens as token", "token.id", "session.token_id")
    .select([
      "session.hash",
      "session.id",
      "session.workspace_id as workspaceId",
      "token_id as tokenId",
    ])
    .select([
      "origins",
      "contact_id as contactId",
      "email_verified as isVerified",
    ])
    .select(isSuspended("session").as("isSuspended"))
    .where("session.hash", "=", sql<string>`any(${hashes})`)
    .where("session.created_at", ">", oldestSession(store))
    .where("revoked_at", "is", null)
    .execute();

/**
 * Selects the secrets with which the website signs emails, encrypted with the token's id: two while
 * a rotation's overlap lasts.
 */
const signingSecrets = ({ now }: Store) => sql<string[]>`
  array_remove(array[secret, case when previous_secret_expires_at > ${now()} then previous_secret end], null)`;

/** Computes the time when the oldest session began that has not ended. */
export const oldestSession = ({ now }: Pick<Store, "now">) =>
  sql<Timestamp>`${now()} - make_interval(hours => ${limits.messengerSessionHours})`;
