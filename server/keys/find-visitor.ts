import { sql } from "kysely";
import { limits } from "../../generated/catalogue.ts";
import type { Moment } from "../store/moment.ts";
import type { Store } from "../store/store.ts";
import { createBatches } from "./batches.ts";
import type { Finder } from "./find-key.ts";

/** The public token of a website (D-41). */
export interface MessengerToken {
  id: string;
  workspaceId: string;
  /** Whose pages may use it, e.g. `https://shop.example`. */
  origins: string[];
  /** What the website signs emails with, encrypted with the id. */
  signingSecret: string;
}

/** The session of a visitor of the website. */
export interface MessengerSession {
  id: string;
  workspaceId: string;
  tokenId: string;
  origins: string[];
  /** The contact that the visitor is; null for an anonymous one who has not written yet. */
  contactId: string | null;
  isVerified: boolean;
}

/** Finds tokens. They are not cached, as each is used once by a visitor. */
export const createTokenFinder = (store: Store): Finder<MessengerToken> =>
  finder(async (hashes) => {
    const rows = await store.database
      .selectFrom("messenger_tokens")
      .select(["hash", "id", "workspace_id as workspaceId", "origins", "secret as signingSecret"])
      .where("hash", "=", sql<string>`any(${hashes})`)
      .where("revoked_at", "is", null)
      .execute();
    return new Map(rows.map(({ hash, ...token }) => [hash, token]));
  });

/** Finds sessions that have not ended, of tokens that are not revoked. They are not cached, so a revocation holds at once. */
export const createSessionFinder = (store: Store): Finder<MessengerSession> =>
  finder(async (hashes) => {
    const rows = await store.database
      .selectFrom("messenger_sessions as session")
      .innerJoin("messenger_tokens as token", "token.id", "session.token_id")
      .select(["session.hash", "session.id", "session.workspace_id as workspaceId", "token_id as tokenId"])
      .select(["origins", "contact_id as contactId", "email_verified as isVerified"])
      .where("session.hash", "=", sql<string>`any(${hashes})`)
      .where("session.created_at", ">", oldestSession(store))
      .where("revoked_at", "is", null)
      .execute();
    return new Map(rows.map(({ hash, ...session }) => [hash, session]));
  });

/** When the oldest session began that has not ended. */
export const oldestSession = ({ now }: Pick<Store, "now">) =>
  sql<Moment>`${now()} - make_interval(hours => ${limits.messengerSessionHours})`;

function finder<Found>(lookUp: (hashes: string[]) => Promise<Map<string, Found>>): Finder<Found> {
  return { find: async (hash) => (await lookUp([hash])).get(hash), findInBatch: createBatches(lookUp) };
}
