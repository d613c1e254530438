import { sql } from "kysely";
import { randomBytes } from "node:crypto";
import pg from "pg";
import { createCipher } from "../../../server/encryption/cipher.ts";
import { createKey } from "../../../server/keys/keys.ts";
import { openPostgres } from "../../../server/store/postgres.ts";
import { credentialsOf } from "../../support/credentials.ts";
import { workspace } from "../seed/seed.ts";

/** What the calls to a seeded database are made from. */
export interface Data {
  /** How many contacts the workspace has. */
  contactCount: number;
  keys: string[];
  /** The token of a website, and the session of a visitor who is a contact. */
  token: string;
  session: string;
  /** A conversation of the visitor. */
  ownConversation: string;
  /** Ids from anywhere. */
  contacts: string[];
  conversations: string[];
  /** Ids that nine tenths of the list come before. */
  deepContacts: string[];
  deepEvents: string[];
  tickets: string[];
  articles: string[];
  events: string[];
  deliveries: string[];
  webhook: string;
}

/** How many ids there are to take turns with. */
const sample = 400;

/** Makes keys in a seeded database, and reads what calls need to know of it. */
export async function readData(url: string, keyCount: number): Promise<Data> {
  const store = await openPostgres(url);
  const { database } = store;
  /** Millions of rows are sorted, for which the store has a limit of time. */
  const client = new pg.Client(url);
  try {
    await client.connect();
    const read = async (query: ReturnType<typeof sql<{ id: string }>>) => {
      const { sql: text, parameters } = query.compile(database);
      return (await client.query<{ id: string }>(text, [...parameters])).rows.map(({ id }) => id);
    };
    const ws = sql`workspace_id = (select id from workspaces where name = ${workspace})`;
    const deep = (table: string, order: ReturnType<typeof sql>) =>
      read(sql`
        select id from ${sql.table(table)} where ${ws} order by ${order}
        offset (select count(*) * 9 / 10 from ${sql.table(table)} where ${ws}) limit ${sample}`);
    const any = (table: string) =>
      read(sql`select id from ${sql.table(table)} where ${ws} order by md5(id) limit ${sample}`);
    const [contactCount = ""] = await read(sql`select count(*) as id from contacts where ${ws}`);
    const [webhook = ""] = await read(sql`select id from webhooks where ${ws}`);
    const data = {
      contactCount: Number(contactCount),
      contacts: await any("contacts"),
      conversations: await any("conversations"),
      tickets: await any("tickets"),
      articles: await any("articles"),
      events: await any("events"),
      deliveries: await any("webhook_deliveries"),
      deepContacts: await deep("contacts", sql`created_at desc, id desc`),
      deepEvents: await deep("events", sql`sequence`),
      webhook,
    };
    if (data.contacts.length === 0) throw new Error("The database is not seeded; see npm run bench -- seed.");
    const keys: string[] = [];
    while (keys.length < keyCount) {
      keys.push((await createKey(store, { workspace, scopes: ["*"], name: "bench" })).key);
    }
    const website = credentialsOf({ store, cipher: createCipher(randomBytes(32)) }, workspace);
    const { token } = await website.token();
    const [own] = (
      await sql<{ id: string; contact: string }>`
      select id, contact_id as contact from conversations where ${ws} order by id limit 1`.execute(database)
    ).rows;
    const session = await website.session(own?.contact);
    return { ...data, keys, token, session, ownConversation: own?.id ?? "" };
  } finally {
    await client.end();
    await store.close();
  }
}
