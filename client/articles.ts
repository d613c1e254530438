import type { Client as FetchClient } from "openapi-fetch";
import type { Article, ArticleId, ArticlePage, operations, paths } from "../generated/types.ts";
import { bodyOf } from "./body-of.ts";

/** `q`, `category`, `limit` and `cursor` of a listing. */
export type ListArticlesQuery = NonNullable<operations["listArticles"]["parameters"]["query"]>;

/** The help center's published pages. */
export interface Articles {
  /** Lists the published articles, most recently published first. */
  list: (query?: ListArticlesQuery) => Promise<ArticlePage>;
  /** Returns a published article. One that is not published does not exist for the API. */
  get: (id: ArticleId) => Promise<Article>;
}

/** The operations on articles, over an openapi-fetch client that throws what is no success. */
export function createArticles(api: FetchClient<paths>): Articles {
  return {
    list: async (query = {}) => bodyOf(await api.GET("/v1/articles", { params: { query } })),
    get: async (id) => bodyOf(await api.GET("/v1/articles/{id}", { params: { path: { id } } })).data,
  };
}
