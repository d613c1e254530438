import type { Client as FetchClient } from "openapi-fetch";
import type {
  Conversation,
  ConversationCreate,
  ConversationId,
  ConversationPage,
  Message,
  MessageCreate,
  MessagePage,
  operations,
  paths,
} from "../generated/types.ts";
import { bodyOf } from "./body-of.ts";
import { idempotencyHeader, type CreateOptions } from "./idempotency.ts";

/** `contact_id`, `status`, `limit` and `cursor` of a listing. */
export type ListConversationsQuery = NonNullable<operations["listConversations"]["parameters"]["query"]>;

/** `limit` and `cursor` of a listing. */
export type ListMessagesQuery = NonNullable<operations["listMessages"]["parameters"]["query"]>;

/** What contacts write, and what the team answers. */
export interface Conversations {
  /** Lists the conversations of the workspace, most recent first. */
  list: (query?: ListConversationsQuery) => Promise<ConversationPage>;
  /** Returns the conversation. Its messages are a list of their own. */
  get: (id: ConversationId) => Promise<Conversation>;
  /** Starts a conversation with its first message. */
  create: (body: ConversationCreate, options?: CreateOptions) => Promise<Conversation>;
  messages: Messages;
}

/** The messages of one conversation. */
export interface Messages {
  /** Lists the messages of the conversation, most recent first. */
  list: (conversationId: ConversationId, query?: ListMessagesQuery) => Promise<MessagePage>;
  /**
   * Sends a message in the conversation. One of the contact reopens a closed conversation and moves the contact's
   * `last_seen_at`.
   */
  create: (conversationId: ConversationId, body: MessageCreate, options?: CreateOptions) => Promise<Message>;
}

/** The operations on conversations and messages, over an openapi-fetch client that throws what is no success. */
export function createConversations(api: FetchClient<paths>): Conversations {
  return {
    list: async (query = {}) => bodyOf(await api.GET("/v1/conversations", { params: { query } })),
    get: async (id) => bodyOf(await api.GET("/v1/conversations/{id}", { params: { path: { id } } })).data,
    create: async (body, options = {}) => {
      const params = { header: idempotencyHeader(options) };
      return bodyOf(await api.POST("/v1/conversations", { params, body })).data;
    },
    messages: {
      list: async (id, query = {}) => {
        const params = { path: { id }, query };
        return bodyOf(await api.GET("/v1/conversations/{id}/messages", { params }));
      },
      create: async (id, body, options = {}) => {
        const params = { path: { id }, header: idempotencyHeader(options) };
        return bodyOf(await api.POST("/v1/conversations/{id}/messages", { params, body })).data;
      },
    },
  };
}
