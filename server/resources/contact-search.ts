import { sql, type Kysely } from "kysely";
import { planEachTime } from "../store/driver.ts";
import type { Tables } from "../store/tables.ts";
import type { Place } from "./page.ts";

/** How many of the newest contacts are searched one by one before the index is used. */
const recent = 20_000;

/** Texts that the trigrams of the index can find: those with three letters or digits in a row. */
const hasTrigram = /[\p{L}\p{N}]{3}/u;

/** Three words or more. */
const isLong = /([\p{L}\p{N}]+[^\p{L}\p{N}]+){2}[\p{L}\p{N}]/u;

interface Search {
  workspaceId: string;
  q: string;
  /** The last element of the page before. */
  after: Place | undefined;
  count: number;
}

/**
 * The ids of the newest contacts whose name or email contains a text (D-30). A frequent text is found soon among the
 * newest contacts. For a rare text the index gives few rows, which are sorted. In a single statement PostgreSQL would
 * choose between the two by an estimate, and read a million rows where the estimate is wrong.
 */
export async function searchContacts(database: Kysely<Tables>, search: Search): Promise<string[]> {
  const found = await read(database, search, amongNewest(search));
  return found.length === search.count ? found : read(database, search, byIndex(search));
}

async function read(
  database: Kysely<Tables>,
  { count }: Search,
  found: ReturnType<typeof sql>,
): Promise<string[]> {
  const statement = sql<{ id: string }>`
    select id from (${found}) found order by created_at desc, id desc limit ${count}`;
  const { rows } = await database.executeQuery(planEachTime(statement.compile(database)));
  return rows.map(({ id }) => id);
}

const amongNewest = (search: Search) => sql`
  select id, created_at from (
    select id, created_at, search from contacts
    where ${before(search)}
    order by created_at desc, id desc
    limit ${recent}
  ) newest
  where ${contains(search)}`;

/** `offset 0` keeps the planner from reading all contacts in their final order. */
const byIndex = (search: Search) => sql`
  select id, created_at from contacts
  where ${before(search)} and ${indexed(search)}
  offset 0`;

/** The condition that the index evaluates. It would read the whole index for a pattern without a trigram. */
function indexed(search: Search) {
  const { q } = search;
  if (!hasTrigram.test(q)) {
    return sql`short_grams(search) collate "C" @> short_grams(fold(${q})) and ${contains(search)}`;
  }
  return isLong.test(q)
    ? sql`search like word_starts_pattern(${q}) and ${contains(search)}`
    : sql`search like contains_pattern(${q})`;
}

const contains = ({ q }: Search) => sql`strpos(search, fold(${q})) > 0`;

const before = ({ workspaceId, after }: Search) =>
  after === undefined
    ? sql`workspace_id = ${workspaceId}`
    : sql`workspace_id = ${workspaceId} and (created_at, id) < (${after.moment}, ${after.id})`;
