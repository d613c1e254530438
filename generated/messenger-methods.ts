// Generated from openapi/openapi.yaml by `npm run generate`. Do not edit.

import type { List } from "../client/list.ts";
import type { Body, Call, Query } from "../client/operation.ts";
import type { CallOptions, CreateOptions } from "../client/options.ts";
import type { Article, ArticlePage, ConversationSummary, CreateMessengerConversationRequest, CreateMessengerMessageRequest, CreateMessengerSessionRequest, Message, MessagePage, MessengerConversationPage, MessengerSession } from "./types.ts";

export type { Article, ArticlePage, ConversationSummary, CreateMessengerConversationRequest, CreateMessengerMessageRequest, CreateMessengerSessionRequest, Message, MessagePage, MessengerConversationPage, MessengerSession } from "./types.ts";

/** Filters of `listMessengerConversations`, and the page. */
export type ListMessengerConversationsQuery = Query<"listMessengerConversations">;

/** Filters of `listMessengerMessages`, and the page. */
export type ListMessengerMessagesQuery = Query<"listMessengerMessages">;

/** Filters of `listMessengerArticles`, and the page. */
export type ListMessengerArticlesQuery = Query<"listMessengerArticles">;

/** The operations of the API. */
export interface Methods {
  /**
   * Starts a session with the public token of the messenger. Send the `secret` of the response with all other requests of this visitor. Without `email_signature` the visitor is anonymous: nobody has checked the email, and the session shows nothing of the contact that has this email. With `email_signature` the visitor is the contact of the email; when no contact has the email, the server creates one. When the signature does not belong to the email, or has expired, the response is a 422.
   *
   * @throws (rejects) ApiError: 413 payload_too_large, 415 unsupported_media_type
   * @example
   * console.log(await messenger.start({ name: "Bárbara" }));
   */
  start: (body: Body<CreateMessengerSessionRequest>, options?: CallOptions) => Call<MessengerSession, "createMessengerSession">;
  conversations: Conversations;
  articles: Articles;
}

/** The messages of contacts, and the responses of the team. */
export interface Conversations {
  /**
   * Lists the conversations of the visitor, most recent first, by `created_at`.
   *
   * @example
   * for await (const item of session.conversations.list()) {
   *   console.log(item);
   * }
   */
  list: (query?: ListMessengerConversationsQuery, options?: CallOptions) => List<MessengerConversationPage, "listMessengerConversations">;
  /**
   * Starts a conversation with the first message of the visitor. The team sees it with the `source` of the messenger.
   *
   * @throws (rejects) ApiError: 409 request_in_progress, 413 payload_too_large, 415 unsupported_media_type
   * @example
   * console.log(await session.conversations.create({
   *   subject: "Cambio de plan",
   *   body: "Quiero cambiar de plan."
   * }));
   */
  create: (body: Body<CreateMessengerConversationRequest>, options?: CreateOptions) => Call<ConversationSummary, "createMessengerConversation">;
  messages: Messages;
}

/** The methods of `messages`. */
export interface Messages {
  /**
   * Lists the messages of a conversation of the visitor, most recent first, by `created_at`. Ask again every few seconds to see the response of the team.
   *
   * @throws (rejects) ApiError: 404 not_found
   * @example
   * for await (const item of session.conversations.messages.list("cv_01jqxk3d8rf0pva6m5z2h9wt7c")) {
   *   console.log(item);
   * }
   */
  list: (conversationId: string, query?: ListMessengerMessagesQuery, options?: CallOptions) => List<MessagePage, "listMessengerMessages">;
  /**
   * Sends a message of the visitor in a conversation. It reopens a closed conversation.
   *
   * @throws (rejects) ApiError: 404 not_found, 409 request_in_progress, 413 payload_too_large, 415 unsupported_media_type
   * @example
   * console.log(await session.conversations.messages.create("cv_01jqxk3d8rf0pva6m5z2h9wt7c", { body: "El anual, por favor." }));
   */
  create: (conversationId: string, body: Body<CreateMessengerMessageRequest>, options?: CreateOptions) => Call<Message, "createMessengerMessage">;
}

/** The help center's published pages. */
export interface Articles {
  /**
   * Lists the published articles of the help center, newest `published_at` first.
   *
   * @example
   * for await (const item of session.articles.list({ q: "factura" })) {
   *   console.log(item);
   * }
   */
  list: (query?: ListMessengerArticlesQuery, options?: CallOptions) => List<ArticlePage, "listMessengerArticles">;
  /**
   * Returns a published article. An article that is not published is a 404.
   *
   * @throws (rejects) ApiError: 404 not_found
   * @example
   * console.log(await session.articles.get("ar_01jr0c5t9kf6a8x2bq7d4m1hze"));
   */
  get: (id: string, options?: CallOptions) => Call<Article, "getMessengerArticle">;
}

/** Method → its request, its input and output, and the statuses of its errors besides the common ones. */
export const methods = {
  "start": "POST /v1/messenger/sessions body 413 415",
  "conversations": {
    "list": "GET /v1/messenger/conversations list pages:100 query",
    "create": "POST /v1/messenger/conversations body keyed 409 413 415",
    "messages": {
      "list": "GET /v1/messenger/conversations/{id}/messages list pages:100 query 404",
      "create": "POST /v1/messenger/conversations/{id}/messages body keyed 404 409 413 415"
    }
  },
  "articles": {
    "list": "GET /v1/messenger/articles list pages:100 query",
    "get": "GET /v1/messenger/articles/{id} 404"
  }
} as const;
