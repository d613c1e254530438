import type { Article, ArticleId, ArticlePage } from "../generated/types.ts";
import type { Call, Caller, CallOptions } from "./call.ts";
import { listOf, type List } from "./list.ts";
import type { Query } from "./operation.ts";

/** `q`, `category`, `limit` and `cursor` of a listing. */
export type ListArticlesQuery = Query<"listArticles">;

/** The help center's published pages. */
export interface Articles {
  /** Lists the published articles of the help center, most recently published first. */
  list: (query?: ListArticlesQuery, options?: CallOptions) => List<ArticlePage, "listArticles">;
  /** Returns a published article. One that is not published does not exist for the API. */
  get: (id: ArticleId, options?: CallOptions) => Call<Article, "getArticle">;
}

/** The operations on articles. */
export function createArticles(call: Caller): Articles {
  return {
    list: (query, options) =>
      listOf((place) => call("listArticles", { query: { ...query, ...place } }, options)),
    get: (id, options) => call("getArticle", { path: { id } }, options),
  };
}
