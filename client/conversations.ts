import type {
  Conversation,
  ConversationCreate,
  ConversationId,
  ConversationPage,
  Message,
  MessageCreate,
  MessagePage,
} from "../generated/types.ts";
import type { Call, Caller, CallOptions } from "./call.ts";
import type { CreateOptions } from "./idempotency.ts";
import { listOf, type List } from "./list.ts";
import type { Query } from "./operation.ts";

/** `contact_id`, `status`, `limit` and `cursor` of a listing. */
export type ListConversationsQuery = Query<"listConversations">;

/** `limit` and `cursor` of a listing. */
export type ListMessagesQuery = Query<"listMessages">;

/** What they write, and what the team answers. */
export interface Conversations {
  /** Lists the conversations of the workspace, most recent first. */
  list: (
    query?: ListConversationsQuery,
    options?: CallOptions,
  ) => List<ConversationPage, "listConversations">;
  /** Returns the conversation. Its messages are a list of their own. */
  get: (id: ConversationId, options?: CallOptions) => Call<Conversation, "getConversation">;
  /** Starts a conversation with its first message. */
  create: (body: ConversationCreate, options?: CreateOptions) => Call<Conversation, "createConversation">;
  messages: Messages;
}

/** The messages of one conversation. */
export interface Messages {
  /** Lists the messages of a conversation, most recent first. */
  list: (
    conversationId: ConversationId,
    query?: ListMessagesQuery,
    options?: CallOptions,
  ) => List<MessagePage, "listMessages">;
  /**
   * Sends a message in a conversation. A message of the contact reopens a closed conversation and moves the contact's
   * `last_seen_at`.
   */
  create: (
    conversationId: ConversationId,
    body: MessageCreate,
    options?: CreateOptions,
  ) => Call<Message, "createMessage">;
}

/** The operations on conversations and messages. */
export function createConversations(call: Caller): Conversations {
  return {
    list: (query, options) =>
      listOf((place) => call("listConversations", { query: { ...query, ...place } }, options)),
    get: (id, options) => call("getConversation", { path: { id } }, options),
    create: (body, options) => call("createConversation", { body }, options),
    messages: {
      list: (id, query, options) =>
        listOf((place) => call("listMessages", { path: { id }, query: { ...query, ...place } }, options)),
      create: (id, body, options) => call("createMessage", { path: { id }, body }, options),
    },
  };
}
