import { sql, type Kysely } from "kysely";
import { objects } from "../../generated/objects.ts";
import type {
  Article,
  ArticleContent,
  Timestamp,
} from "../../generated/types.ts";
import { found } from "../contract/api-error.ts";
import type { Handler } from "./handler.ts";
import { newId } from "../store/ids.ts";
import { timestampAfter } from "../store/timestamp.ts";
import { columnsFor, type Tables } from "../store/tables.ts";
import type { Transaction } from "../store/transaction.ts";
import { objectResponse } from "./etags.ts";
import { recordEvent } from "./record-events.ts";
import { newestFirst, ofWorkspace } from "./list.ts";
import { type RowOf, versionOf } from "./versions.ts";

/** Contract: listArticles. Most recently published first. */
export const listArticles: Handler<"listArticles"> = newestFirst({
  table: "articles",
  sortedBy: "published_at",
  values: ofWorkspace<"listArticles">,
  rows: (database, { workspaceId }) =>
    articlesOf(database, workspaceId).where("published_at", "is not", null),
  filters: {
    category: "column",
    q: { matches: (q) => sql`search like contains_pattern(${q})` },
  },
  shown: (rows) => rows.where("is_published", "=", true),
  toItem: toArticle,
});

/** Contract: getArticle. */
export const getArticle: Handler<"getArticle"> = async (
  { path },
  { store, workspaceId },
) => {
  const row = await articlesOf(store.database, workspaceId)
    .where("is_published", "=", true)
    .where("id", "=", path.id)
    .executeTakeFirst();
  return objectResponse(toArticle(found(row)));
};

/** Adds an article as a draft, which the API does not show. */
export async function draftArticle(
  tx: Transaction,
  draft: ArticleContent,
): Promise<{ id: string; slug: string }> {
  const { database, workspaceId } = tx;
  const now = tx.now;
  const id = newId("ar");
  const plain = slugOf(draft.title) || id.replace("_", "-");
  // Another command may be adding the same slug at this moment: the first statement waits for it.
  for (const slug of [plain, `${plain}-${id.replace("ar_", "")}`]) {
    const added = await database
      .insertInto("articles")
      .values({
        ...draft,
        workspace_id: workspaceId,
        id,
        slug,
        created_at: now,
        updated_at: now,
      })
      .onConflict((conflict) =>
        conflict.columns(["workspace_id", "slug"]).doNothing(),
      )
      .returning(["id", "slug"])
      .executeTakeFirst();
    if (added) return added;
  }
  throw new Error("The slug with the id of the article exists already.");
}

/**
 * Publishes an article, or withdraws it; emits no event if nothing changed. One that is published
 * again has the place in the list that it had (D-13).
 * @throws ApiError 404
 */
export async function setArticlePublished(
  tx: Transaction,
  id: string,
  published: boolean,
): Promise<void> {
  const { database, workspaceId } = tx;
  const locked = articlesOf(database, workspaceId)
    .select("is_published")
    .where("id", "=", id)
    .forUpdate();
  const before = found(await locked.executeTakeFirst());
  if (before.is_published === published) return;
  const updated_at = timestampAfter(before, tx.now);
  const published_at = before.published_at ?? updated_at;
  await database
    .updateTable("articles")
    .set({ is_published: published, published_at, updated_at })
    .where("workspace_id", "=", workspaceId)
    .where("id", "=", id)
    .execute();
  const data = toArticle({ ...before, updated_at, published_at });
  const type = published ? "article.published" : "article.unpublished";
  recordEvent(tx, { type, data }, null, updated_at);
}

function articlesOf(database: Kysely<Tables>, workspaceId: string) {
  return database
    .selectFrom("articles")
    .select(columnsFor("articles", "Article"))
    .where("workspace_id", "=", workspaceId);
}

/** `Cómo leer tu factura` → `como-leer-tu-factura` */
function slugOf(title: string): string {
  const plain = title.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
  return plain
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-|-$/g, "")
    .slice(0, 200)
    .replace(/-$/, "");
}

/** A draft, which no request shows, has no time of publication. */
function toArticle(
  row: Omit<RowOf<Article>, "published_at"> & {
    published_at: Timestamp | null;
  },
): Article {
  return objects.Article({
    ...row,
    published_at: row.published_at ?? row.created_at,
    version: versionOf(row),
  });
}
