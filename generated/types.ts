// Generated from openapi/openapi.yaml by `npm run generate`. Do not edit.

export interface paths {
    "/v1/contacts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List contacts
         * @description Lists the contacts of the workspace, most recent first, by `created_at`.
         */
        get: operations["listContacts"];
        put?: never;
        /**
         * Create a contact
         * @description Creates a contact. The email is the deduplication key: when the workspace already has a contact with it, the response is a 409 that carries the id of that contact. So this request can be repeated without an `Idempotency-Key`. With one, a repeated request gets the first response again instead of the 409.
         */
        post: operations["createContact"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/contacts/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a contact
         * @description Returns the contact with its newest conversations and tickets.
         */
        get: operations["getContact"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/conversations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List conversations
         * @description Lists the conversations of the workspace, most recent first, by `created_at`.
         */
        get: operations["listConversations"];
        put?: never;
        /**
         * Start a conversation
         * @description Starts a conversation with its first message.
         */
        post: operations["createConversation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/conversations/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a conversation
         * @description Returns the conversation. Its messages are a list of their own.
         */
        get: operations["getConversation"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/conversations/{id}/messages": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List messages
         * @description Lists the messages of a conversation, most recent first, by `created_at`.
         */
        get: operations["listMessages"];
        put?: never;
        /**
         * Send a message
         * @description Sends a message in a conversation. A message of the contact reopens a closed conversation and moves the contact's `last_seen_at`.
         */
        post: operations["createMessage"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/tickets": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List tickets
         * @description Lists the tickets of the workspace, most recent first, by `created_at`.
         */
        get: operations["listTickets"];
        put?: never;
        /**
         * Create a ticket
         * @description Creates a ticket for a contact.
         */
        post: operations["createTicket"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/tickets/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a ticket
         * @description Returns the ticket.
         */
        get: operations["getTicket"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/articles": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List articles
         * @description Lists the published articles of the help center, newest `published_at` first.
         */
        get: operations["listArticles"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/articles/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read an article
         * @description Returns a published article. One that is not published does not exist for the API.
         */
        get: operations["getArticle"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the event feed
         * @description Lists what changed in the workspace, oldest first, so that a reader keeps one cursor and misses nothing. Without `cursor` the feed starts at the oldest event that is kept. When `has_more` is false you have caught up: keep `next_cursor` and ask again later. The `next_cursor` of an empty page that follows a cursor is the newest event, so that a reader of some `types` moves on while nothing matches. Events are kept for 30 days; a cursor that is older is refused, so that a reader learns of the gap.
         */
        get: operations["listEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/events/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read an event
         * @description Returns an event that is still kept.
         */
        get: operations["getEvent"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhooks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List webhooks
         * @description Lists the webhooks of the workspace, most recent first, by `created_at`.
         */
        get: operations["listWebhooks"];
        put?: never;
        /**
         * Create a webhook
         * @description Creates a webhook. From now on the events that it asks for are sent to its `url`. The response shows the secret that they are signed with; no other response does.
         */
        post: operations["createWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhooks/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a webhook
         * @description Returns the webhook without its secret.
         */
        get: operations["getWebhook"];
        put?: never;
        post?: never;
        /**
         * Delete a webhook
         * @description Deletes the webhook with its deliveries. Those that are pending are not sent any more.
         */
        delete: operations["deleteWebhook"];
        options?: never;
        head?: never;
        /**
         * Change a webhook
         * @description Changes the fields that you send. Disabling a webhook cancels the deliveries that are still pending; enabling it gives it a fresh start.
         */
        patch: operations["updateWebhook"];
        trace?: never;
    };
    "/v1/webhooks/{id}/rotate_secret": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Rotate the secret
         * @description Gives the webhook a new secret, which only this response shows. Deliveries are signed with both secrets until the previous one expires, so that you can change over without losing any. Send an `Idempotency-Key`: a repeated request then gets the same secret again, and rotates nothing.
         */
        post: operations["rotateWebhookSecret"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhooks/{id}/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a test event
         * @description Sends a `webhook.test` event to the webhook, once and even while it is disabled. Read the delivery in the list of deliveries to see what came of it.
         */
        post: operations["testWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhooks/{id}/deliveries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List deliveries
         * @description Lists what was sent to a webhook, most recent first, and how each attempt ended. A delivery is kept for as long as its event.
         */
        get: operations["listDeliveries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhooks/{id}/deliveries/{delivery_id}/redeliver": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a delivery again
         * @description Makes one more attempt of a delivery, with the same `webhook-id`, to the present `url` and even while the webhook is disabled. A delivery that is still pending is returned as it is.
         */
        post: operations["redeliverDelivery"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface webhooks {
    "contact.created": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A contact was created
         * @description The contact was created by this API or in the workspace.
         */
        post: operations["contactCreated"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "contact.updated": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A contact was changed
         * @description The team changed the contact. Counts and `last_seen_at` do not count as a change.
         */
        post: operations["contactUpdated"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "conversation.created": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A conversation was started
         * @description A conversation was started. Its first message is an event of its own.
         */
        post: operations["conversationCreated"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "conversation.updated": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A conversation was closed or reopened
         * @description The conversation has another status.
         */
        post: operations["conversationUpdated"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "message.created": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A message was sent
         * @description The team or the contact wrote in a conversation.
         */
        post: operations["messageCreated"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "ticket.created": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A ticket was created
         * @description The ticket was created by this API or in the workspace.
         */
        post: operations["ticketCreated"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "ticket.updated": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A ticket was changed
         * @description The ticket has another status.
         */
        post: operations["ticketUpdated"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "article.published": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * An article was published
         * @description The article can be read in the help center.
         */
        post: operations["articlePublished"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "article.unpublished": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * An article was taken back
         * @description The article is no longer in the help center.
         */
        post: operations["articleUnpublished"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "webhook.test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A test
         * @description Sent when you test a webhook, and by nothing else. The event feed does not have it.
         */
        post: operations["webhookTest"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface components {
    schemas: {
        /** @description An identifier that the API gave you. Treat it as opaque. */
        Reference: string;
        ContactId: string;
        ConversationId: string;
        TicketId: string;
        MessageId: string;
        ArticleId: string;
        EventId: string;
        WebhookId: string;
        DeliveryId: string;
        /**
         * Format: date-time
         * @description Moment in UTC, ISO 8601 with milliseconds.
         */
        Timestamp: string;
        SearchText: string;
        /** @description Send it as `cursor` to read on. It is the id of the last element of this page, on the last page too, and null only on an empty page. */
        NextCursor: string | null;
        /** @description Whether more pages exist. False means that the listing is finished. */
        HasMore: boolean;
        /** @description Where a record comes from. `api`: this API. `messenger`: the public messenger. `import`: an import of the team. More values may be added: accept those that you do not know. */
        Source: "api" | "messenger" | "import" | (string & {});
        PersonName: string;
        /** Format: email */
        Email: string;
        Phone: string;
        Company: string;
        City: string;
        Country: string;
        Tags: string[];
        Lifecycle: "lead" | "active" | "customer" | (string & {});
        CustomFields: {
            [key: string]: string | number;
        };
        /** @description The fields of a new contact. */
        CreateContactRequest: {
            /** @description Full name. */
            name: components["schemas"]["PersonName"];
            /**
             * Format: email
             * @description Unique in the workspace; capitals make no difference.
             */
            email: string;
            /** @description Telephone, in any format. */
            phone?: components["schemas"]["Phone"];
            /** @description Company that the contact belongs to. */
            company?: components["schemas"]["Company"];
            /**
             * @description Country.
             * @default Argentina
             */
            country?: string;
            /** @description Labels for segmentation. Spaces around a label and repeated labels are removed. */
            tags?: components["schemas"]["Tags"];
            /** @description Key/value pairs with data from your own system. Values are strings or numbers. */
            custom_fields?: components["schemas"]["CustomFields"];
        };
        /** @description A person who writes to the team. Lists carry all of its fields. */
        Contact: {
            /** @description Identifier of the contact. */
            id: components["schemas"]["ContactId"];
            /**
             * @description Kind of this object.
             * @constant
             */
            object: "contact";
            /** @description Full name. */
            name: components["schemas"]["PersonName"];
            /** @description Email as it was sent. */
            email: components["schemas"]["Email"];
            /** @description Telephone; empty when unknown. */
            phone: components["schemas"]["Phone"];
            /** @description Company that the contact belongs to; empty when unknown. */
            company: components["schemas"]["Company"];
            /** @description Country. */
            country: components["schemas"]["Country"];
            /** @description City, as the team sees it; empty when unknown. It is no input of creation. */
            city: components["schemas"]["City"];
            /** @description Labels for segmentation. */
            tags: components["schemas"]["Tags"];
            /** @description Where the contact stands with the company. `lead`: no customer yet, as every contact at creation. `active`: in touch with the team. `customer`: buys from the company. The team changes it. More values may be added: accept those that you do not know. */
            lifecycle: components["schemas"]["Lifecycle"];
            /** @description Whether the team gives this contact priority. */
            vip: boolean;
            /** @description Where the record comes from; `api` for those that this API created. */
            source: components["schemas"]["Source"];
            /** @description When the contact was created. */
            created_at: components["schemas"]["Timestamp"];
            /** @description When the contact last wrote; at first, when it was created. */
            last_seen_at: components["schemas"]["Timestamp"];
            /**
             * Format: int32
             * @description How many conversations the contact has.
             */
            conversations_count: number;
            /**
             * Format: int32
             * @description How many tickets the contact has.
             */
            tickets_count: number;
            /** @description Key/value pairs with data from your own system. */
            custom_fields: components["schemas"]["CustomFields"];
        };
        /** @description A contact with its newest conversations and tickets. The counts tell when there are more. */
        ContactDetail: {
            /** @description Identifier of the contact. */
            id: components["schemas"]["ContactId"];
            /**
             * @description Kind of this object.
             * @constant
             */
            object: "contact";
            /** @description Full name. */
            name: components["schemas"]["PersonName"];
            /** @description Email as it was sent. */
            email: components["schemas"]["Email"];
            /** @description Telephone; empty when unknown. */
            phone: components["schemas"]["Phone"];
            /** @description Company that the contact belongs to; empty when unknown. */
            company: components["schemas"]["Company"];
            /** @description Country. */
            country: components["schemas"]["Country"];
            /** @description City, as the team sees it; empty when unknown. It is no input of creation. */
            city: components["schemas"]["City"];
            /** @description Labels for segmentation. */
            tags: components["schemas"]["Tags"];
            /** @description Where the contact stands with the company. `lead`: no customer yet, as every contact at creation. `active`: in touch with the team. `customer`: buys from the company. The team changes it. More values may be added: accept those that you do not know. */
            lifecycle: components["schemas"]["Lifecycle"];
            /** @description Whether the team gives this contact priority. */
            vip: boolean;
            /** @description Where the record comes from; `api` for those that this API created. */
            source: components["schemas"]["Source"];
            /** @description When the contact was created. */
            created_at: components["schemas"]["Timestamp"];
            /** @description When the contact last wrote; at first, when it was created. */
            last_seen_at: components["schemas"]["Timestamp"];
            /**
             * Format: int32
             * @description How many conversations the contact has.
             */
            conversations_count: number;
            /**
             * Format: int32
             * @description How many tickets the contact has.
             */
            tickets_count: number;
            /** @description Key/value pairs with data from your own system. */
            custom_fields: components["schemas"]["CustomFields"];
            /** @description The newest conversations, newest first. */
            conversations: components["schemas"]["ConversationSummary"][];
            /** @description The newest tickets, newest first. */
            tickets: components["schemas"]["TicketSummary"][];
        };
        /** @description A conversation without its messages. */
        ConversationSummary: {
            /** @description Identifier of the conversation. */
            id: components["schemas"]["ConversationId"];
            /**
             * @description Kind of this object.
             * @constant
             */
            object: "conversation";
            /** @description Subject; may be empty. */
            subject: components["schemas"]["Subject"];
            /** @description Whether the team still works on it. */
            status: components["schemas"]["ConversationStatus"];
            /** @description When its newest message was written. */
            last_message_at: components["schemas"]["Timestamp"];
            /** @description When it was started. */
            created_at: components["schemas"]["Timestamp"];
        };
        /** @description A ticket without its description. */
        TicketSummary: {
            /** @description Identifier of the ticket. */
            id: components["schemas"]["TicketId"];
            /**
             * @description Kind of this object.
             * @constant
             */
            object: "ticket";
            /** @description Number in the workspace. */
            number: components["schemas"]["TicketNumber"];
            /** @description Subject. */
            subject: components["schemas"]["TicketSubject"];
            /** @description Where the work on it stands. */
            status: components["schemas"]["TicketStatus"];
            /** @description How much it matters. */
            priority: components["schemas"]["TicketPriority"];
            /** @description When it was created. */
            created_at: components["schemas"]["Timestamp"];
        };
        /** @description One contact. */
        ContactResponse: {
            data: components["schemas"]["Contact"];
        };
        /** @description One contact with its conversations and tickets. */
        ContactDetailResponse: {
            data: components["schemas"]["ContactDetail"];
        };
        /** @description A page of contacts. */
        ContactPage: {
            /** @description The contacts of this page. */
            data: components["schemas"]["Contact"][];
            next_cursor: components["schemas"]["NextCursor"];
            has_more: components["schemas"]["HasMore"];
        };
        Subject: string;
        MessageBody: string;
        /** @description `open`: the team still works on it. `closed`: the team is done with it. More values may be added. */
        ConversationStatus: "open" | "closed" | (string & {});
        /** @description `team`: somebody of the team. `contact`: the contact. More values may be added. */
        AuthorType: "team" | "contact" | (string & {});
        /** @description A conversation and its first message. */
        CreateConversationRequest: {
            /** @description The contact to talk with. */
            contact_id: components["schemas"]["Reference"];
            /**
             * @description Subject.
             * @default
             */
            subject?: string;
            /** @description The first message, plain text. */
            body: components["schemas"]["MessageBody"];
            /**
             * @description Who wrote it. `contact` passes on what the contact wrote elsewhere.
             * @default team
             * @enum {string}
             */
            author_type?: "team" | "contact";
        };
        /** @description The fields of a new message. */
        CreateMessageRequest: {
            /** @description The message, plain text. */
            body: components["schemas"]["MessageBody"];
            /**
             * @description Who wrote it. `contact` passes on what the contact wrote elsewhere.
             * @default team
             * @enum {string}
             */
            author_type?: "team" | "contact";
        };
        /** @description An exchange of messages with a contact. */
        Conversation: {
            /** @description Identifier of the conversation. */
            id: components["schemas"]["ConversationId"];
            /**
             * @description Kind of this object.
             * @constant
             */
            object: "conversation";
            /** @description The contact. */
            contact_id: components["schemas"]["ContactId"];
            /** @description Subject; may be empty. */
            subject: components["schemas"]["Subject"];
            /** @description Whether the team still works on it. A message of the contact reopens it. */
            status: components["schemas"]["ConversationStatus"];
            /** @description Where the conversation comes from. */
            source: components["schemas"]["Source"];
            /**
             * Format: int32
             * @description How many messages it has.
             */
            messages_count: number;
            /** @description When its newest message was written. */
            last_message_at: components["schemas"]["Timestamp"];
            /** @description When it was started. */
            created_at: components["schemas"]["Timestamp"];
        };
        /** @description What somebody wrote in a conversation. */
        Message: {
            /** @description Identifier of the message. */
            id: components["schemas"]["MessageId"];
            /**
             * @description Kind of this object.
             * @constant
             */
            object: "message";
            /** @description The conversation. */
            conversation_id: components["schemas"]["ConversationId"];
            /** @description Who wrote it. */
            author: components["schemas"]["Author"];
            /** @description Plain text. */
            body: components["schemas"]["MessageBody"];
            /** @description When it was written. */
            created_at: components["schemas"]["Timestamp"];
        };
        /** @description Who wrote a message. */
        Author: {
            /** @description Kind of author. */
            type: components["schemas"]["AuthorType"];
            /** @description The contact who wrote it; null when the team did. */
            contact_id: components["schemas"]["ContactId"] | null;
            /** @description Name of the contact or of the workspace. */
            name: string;
        };
        /** @description `open`: the team has to work on it. `pending`: the team waits for somebody else. `solved`: the team has solved it. `closed`: nobody works on it any more. More values may be added. */
        TicketStatus: "open" | "pending" | "solved" | "closed" | (string & {});
        /** @description How much the ticket matters, from `low` to `urgent`. More values may be added. */
        TicketPriority: "low" | "normal" | "high" | "urgent" | (string & {});
        /** Format: int64 */
        TicketNumber: number;
        TicketSubject: string;
        TicketDescription: string;
        /** @description The fields of a new ticket. */
        CreateTicketRequest: {
            /** @description The contact it is for. */
            contact_id: components["schemas"]["Reference"];
            /** @description The conversation that it comes from, one of the same contact. */
            conversation_id?: components["schemas"]["Reference"];
            /** @description Subject. */
            subject: components["schemas"]["TicketSubject"];
            /** @description What it is about, plain text. */
            description: components["schemas"]["TicketDescription"];
            /**
             * @description How much it matters, from `low` to `urgent`.
             * @default normal
             * @enum {string}
             */
            priority?: "low" | "normal" | "high" | "urgent";
            /** @description Labels. Spaces around a label and repeated labels are removed. */
            tags?: components["schemas"]["Tags"];
            /** @description Key/value pairs with data from your own system. Values are strings or numbers. */
            custom_fields?: components["schemas"]["CustomFields"];
        };
        /** @description A piece of work for a contact. */
        Ticket: {
            /** @description Identifier of the ticket. */
            id: components["schemas"]["TicketId"];
            /**
             * @description Kind of this object.
             * @constant
             */
            object: "ticket";
            /** @description Number in the workspace. */
            number: components["schemas"]["TicketNumber"];
            /** @description The contact it is for. */
            contact_id: components["schemas"]["ContactId"];
            /** @description The conversation that it comes from; null when there is none. */
            conversation_id: components["schemas"]["ConversationId"] | null;
            /** @description Subject. */
            subject: components["schemas"]["TicketSubject"];
            /** @description What it is about. */
            description: components["schemas"]["TicketDescription"];
            /** @description Where the work on it stands. */
            status: components["schemas"]["TicketStatus"];
            /** @description How much it matters. */
            priority: components["schemas"]["TicketPriority"];
            /** @description Labels. */
            tags: components["schemas"]["Tags"];
            /** @description Key/value pairs with data from your own system. */
            custom_fields: components["schemas"]["CustomFields"];
            /** @description When it was created. */
            created_at: components["schemas"]["Timestamp"];
            /** @description When it last changed. */
            updated_at: components["schemas"]["Timestamp"];
        };
        /** @description What the team writes of an article. */
        ArticleContent: {
            /** @description Title. */
            title: string;
            /** @description The text in short; may be empty. */
            excerpt: string;
            /** @description Text in Markdown. */
            body: string;
            /** @description Category; may be empty. */
            category: string;
            /** @description Language, as in BCP 47. */
            locale: string;
            /**
             * Format: uri
             * @description Where people read it; null when it has no page of its own.
             */
            url: string | null;
        };
        /** @description A page of the help center. */
        Article: {
            /** @description Title. */
            title: string;
            /** @description The text in short; may be empty. */
            excerpt: string;
            /** @description Text in Markdown. */
            body: string;
            /** @description Category; may be empty. */
            category: string;
            /** @description Language, as in BCP 47. */
            locale: string;
            /**
             * Format: uri
             * @description Where people read it; null when it has no page of its own.
             */
            url: string | null;
            /** @description Identifier of the article. */
            id: components["schemas"]["ArticleId"];
            /**
             * @description Kind of this object.
             * @constant
             */
            object: "article";
            /** @description The title for a URL. */
            slug: string;
            /** @description When it was published. */
            published_at: components["schemas"]["Timestamp"];
            /** @description When it was written. */
            created_at: components["schemas"]["Timestamp"];
            /** @description When it last changed. */
            updated_at: components["schemas"]["Timestamp"];
        };
        /** @description What happened. `contact.updated` says that the team changed a contact, not that its counts or `last_seen_at` moved. More types may be added: skip those that you do not know. */
        EventType: "contact.created" | "contact.updated" | "conversation.created" | "conversation.updated" | "message.created" | "ticket.created" | "ticket.updated" | "article.published" | "article.unpublished" | (string & {});
        /** @description A change in the workspace. `data` is the object as it was right after the change; `type` tells which schema it has: `Contact` for `contact.…`, `Conversation` for `conversation.…`, `Message` for `message.…`, `Ticket` for `ticket.…`, `Article` for `article.…`. It is no union, so that an event of a type that your client does not know decodes as well as any other. Read `type` first, decode `data` then, and skip what you do not know. */
        Event: components["schemas"]["ContactEvent"] | components["schemas"]["ConversationEvent"] | components["schemas"]["MessageEvent"] | components["schemas"]["TicketEvent"] | components["schemas"]["ArticleEvent"];
        /** @description The fields that every event has. */
        EventFields: {
            /** @description Identifier of the event. */
            id: components["schemas"]["EventId"];
            /**
             * @description Kind of this object.
             * @constant
             */
            object: "event";
            /** @description When it happened. */
            created_at: components["schemas"]["Timestamp"];
        };
        /** @description A contact was created, or the team changed it. */
        ContactEvent: {
            /** @description Identifier of the event. */
            id: components["schemas"]["EventId"];
            /**
             * @description Kind of this object.
             * @constant
             */
            object: "event";
            /** @description When it happened. */
            created_at: components["schemas"]["Timestamp"];
            /**
             * @description What happened.
             * @enum {string}
             */
            type: "contact.created" | "contact.updated";
            /** @description The contact right after the change. */
            data: components["schemas"]["Contact"];
        };
        /** @description A conversation was started, closed or reopened. */
        ConversationEvent: {
            /** @description Identifier of the event. */
            id: components["schemas"]["EventId"];
            /**
             * @description Kind of this object.
             * @constant
             */
            object: "event";
            /** @description When it happened. */
            created_at: components["schemas"]["Timestamp"];
            /**
             * @description What happened.
             * @enum {string}
             */
            type: "conversation.created" | "conversation.updated";
            /** @description The conversation right after the change. */
            data: components["schemas"]["Conversation"];
        };
        /** @description A message was sent. */
        MessageEvent: {
            /** @description Identifier of the event. */
            id: components["schemas"]["EventId"];
            /**
             * @description Kind of this object.
             * @constant
             */
            object: "event";
            /** @description When it happened. */
            created_at: components["schemas"]["Timestamp"];
            /**
             * @description What happened.
             * @enum {string}
             */
            type: "message.created";
            /** @description The message right after the change. */
            data: components["schemas"]["Message"];
        };
        /** @description A ticket was created or changed. */
        TicketEvent: {
            /** @description Identifier of the event. */
            id: components["schemas"]["EventId"];
            /**
             * @description Kind of this object.
             * @constant
             */
            object: "event";
            /** @description When it happened. */
            created_at: components["schemas"]["Timestamp"];
            /**
             * @description What happened.
             * @enum {string}
             */
            type: "ticket.created" | "ticket.updated";
            /** @description The ticket right after the change. */
            data: components["schemas"]["Ticket"];
        };
        /** @description An article was published, or taken back. */
        ArticleEvent: {
            /** @description Identifier of the event. */
            id: components["schemas"]["EventId"];
            /**
             * @description Kind of this object.
             * @constant
             */
            object: "event";
            /** @description When it happened. */
            created_at: components["schemas"]["Timestamp"];
            /**
             * @description What happened.
             * @enum {string}
             */
            type: "article.published" | "article.unpublished";
            /** @description The article right after the change. */
            data: components["schemas"]["Article"];
        };
        /** Format: uri */
        WebhookUrl: string;
        WebhookDescription: string;
        /** @description The fields of a new webhook. */
        CreateWebhookRequest: {
            /**
             * Format: uri
             * @description Where events are sent: an `https` address on the public internet, without credentials and without a fragment.
             */
            url: string;
            /** @description The types of events that are sent; `*` stands for all, those of the future included. */
            events: ("contact.created" | "contact.updated" | "conversation.created" | "conversation.updated" | "message.created" | "ticket.created" | "ticket.updated" | "article.published" | "article.unpublished" | "*")[];
            /**
             * @description What the webhook is for.
             * @default
             */
            description?: string;
        };
        /** @description The fields of a webhook that change. */
        UpdateWebhookRequest: {
            /**
             * Format: uri
             * @description Where events are sent: an `https` address on the public internet, without credentials and without a fragment.
             */
            url?: string;
            /** @description The types of events that are sent; `*` stands for all, those of the future included. */
            events?: ("contact.created" | "contact.updated" | "conversation.created" | "conversation.updated" | "message.created" | "ticket.created" | "ticket.updated" | "article.published" | "article.unpublished" | "*")[];
            /** @description What the webhook is for. */
            description?: string;
            /**
             * @description Whether events are sent.
             * @enum {string}
             */
            status?: "enabled" | "disabled";
        };
        /** @description `enabled`: events are sent. `disabled`: none is. More values may be added. */
        WebhookStatus: "enabled" | "disabled" | (string & {});
        /** @description The types of events that are sent. `*` stands for all of them. More values may be added. */
        WebhookEvents: ("contact.created" | "contact.updated" | "conversation.created" | "conversation.updated" | "message.created" | "ticket.created" | "ticket.updated" | "article.published" | "article.unpublished" | "*" | (string & {}))[];
        /** @description An address of yours that events are sent to. */
        Webhook: {
            /** @description Identifier of the webhook. */
            id: components["schemas"]["WebhookId"];
            /**
             * @description Kind of this object.
             * @constant
             */
            object: "webhook";
            /** @description Where events are sent. */
            url: components["schemas"]["WebhookUrl"];
            /** @description The types of events that are sent. */
            events: components["schemas"]["WebhookEvents"];
            /** @description What it is for; may be empty. */
            description: components["schemas"]["WebhookDescription"];
            /** @description Whether events are sent. */
            status: components["schemas"]["WebhookStatus"];
            /** @description Why it is disabled; null while it is enabled. `manual`: you disabled it. `failing`: no attempt has succeeded for too long. `gone`: the receiver responded with 410. */
            disabled_reason: "manual" | "failing" | "gone" | (string & {}) | null;
            /** @description When it was created. */
            created_at: components["schemas"]["Timestamp"];
            /** @description When it last changed. */
            updated_at: components["schemas"]["Timestamp"];
        };
        /** @description The secret that deliveries are signed with. Keep it where your keys are. */
        WebhookSecret: string;
        /** @description A webhook that was just created, with its secret. */
        WebhookWithSecret: {
            /** @description Identifier of the webhook. */
            id: components["schemas"]["WebhookId"];
            /**
             * @description Kind of this object.
             * @constant
             */
            object: "webhook";
            /** @description Where events are sent. */
            url: components["schemas"]["WebhookUrl"];
            /** @description The types of events that are sent. */
            events: components["schemas"]["WebhookEvents"];
            /** @description What it is for; may be empty. */
            description: components["schemas"]["WebhookDescription"];
            /** @description Whether events are sent. */
            status: components["schemas"]["WebhookStatus"];
            /** @description Why it is disabled; null while it is enabled. `manual`: you disabled it. `failing`: no attempt has succeeded for too long. `gone`: the receiver responded with 410. */
            disabled_reason: "manual" | "failing" | "gone" | (string & {}) | null;
            /** @description When it was created. */
            created_at: components["schemas"]["Timestamp"];
            /** @description When it last changed. */
            updated_at: components["schemas"]["Timestamp"];
            secret: components["schemas"]["WebhookSecret"];
        };
        /** @description A webhook with its new secret. */
        RotatedWebhook: {
            /** @description Identifier of the webhook. */
            id: components["schemas"]["WebhookId"];
            /**
             * @description Kind of this object.
             * @constant
             */
            object: "webhook";
            /** @description Where events are sent. */
            url: components["schemas"]["WebhookUrl"];
            /** @description The types of events that are sent. */
            events: components["schemas"]["WebhookEvents"];
            /** @description What it is for; may be empty. */
            description: components["schemas"]["WebhookDescription"];
            /** @description Whether events are sent. */
            status: components["schemas"]["WebhookStatus"];
            /** @description Why it is disabled; null while it is enabled. `manual`: you disabled it. `failing`: no attempt has succeeded for too long. `gone`: the receiver responded with 410. */
            disabled_reason: "manual" | "failing" | "gone" | (string & {}) | null;
            /** @description When it was created. */
            created_at: components["schemas"]["Timestamp"];
            /** @description When it last changed. */
            updated_at: components["schemas"]["Timestamp"];
            secret: components["schemas"]["WebhookSecret"];
            /** @description Until when deliveries are signed with the previous secret as well, 24 hours from now. */
            previous_secret_expires_at: components["schemas"]["Timestamp"];
        };
        /** @description The identifier of a webhook that was deleted. */
        DeletedWebhook: {
            /** @description Identifier of the webhook. */
            id: components["schemas"]["WebhookId"];
            /**
             * @description Kind of this object.
             * @constant
             */
            object: "webhook";
            /** @description Always true. */
            deleted: boolean;
        };
        /** @description A test that you asked for. */
        TestEvent: {
            /** @description Identifier of the event. */
            id: components["schemas"]["EventId"];
            /**
             * @description Kind of this object.
             * @constant
             */
            object: "event";
            /** @description When it happened. */
            created_at: components["schemas"]["Timestamp"];
            /**
             * @description What happened.
             * @enum {string}
             */
            type: "webhook.test";
            /** @description The webhook that is tested. */
            data: components["schemas"]["Webhook"];
        };
        /** @description `pending`: an attempt is to come. `succeeded` and `failed`: how the last attempt ended. `canceled`: the webhook was disabled before an attempt succeeded. More values may be added. */
        DeliveryStatus: "pending" | "succeeded" | "failed" | "canceled" | (string & {});
        /** @description An event on its way to a webhook. */
        Delivery: {
            /** @description Identifier of the delivery. */
            id: components["schemas"]["DeliveryId"];
            /**
             * @description Kind of this object.
             * @constant
             */
            object: "webhook_delivery";
            /** @description The webhook that it goes to. */
            webhook_id: components["schemas"]["WebhookId"];
            /** @description The event that it carries. */
            event_id: components["schemas"]["EventId"];
            /** @description The type of the event. */
            event_type: "contact.created" | "contact.updated" | "conversation.created" | "conversation.updated" | "message.created" | "ticket.created" | "ticket.updated" | "article.published" | "article.unpublished" | "webhook.test" | (string & {});
            /** @description Where it stands. */
            status: components["schemas"]["DeliveryStatus"];
            /** @description The attempts that were made, oldest first; the newest 25 of them. */
            attempts: components["schemas"]["Attempt"][];
            /** @description When the next attempt is due; null when none is. */
            next_attempt_at: components["schemas"]["Timestamp"] | null;
            /** @description When it was queued. */
            created_at: components["schemas"]["Timestamp"];
        };
        /** @description One try to deliver an event. */
        Attempt: {
            /**
             * Format: int32
             * @description Counts the attempts of the delivery.
             */
            number: number;
            /** @description When it was made. */
            attempted_at: components["schemas"]["Timestamp"];
            /**
             * Format: int32
             * @description The status of the response of the receiver; null when there was none.
             */
            response_status: number | null;
            /** @description Why there was no response; null when there was one. `timeout`: no response came within the time limit. `dns_error`: the name of the host is unknown. `connection_error`: the connection was refused or broke, or what came is not HTTP. `tls_error`: the certificate or the handshake was wrong. `address_refused`: the host is not on the public internet. `invalid_event`: a fault of ours, nothing was sent. More values may be added. */
            error: "timeout" | "dns_error" | "connection_error" | "tls_error" | "address_refused" | "invalid_event" | (string & {}) | null;
            /**
             * Format: int32
             * @description How long it took, in milliseconds.
             */
            duration_ms: number;
            /** @description How the body of the receiver's response begins. */
            response_excerpt: string;
        };
        /** @description One conversation. */
        ConversationResponse: {
            data: components["schemas"]["Conversation"];
        };
        /** @description A page of conversations. */
        ConversationPage: {
            /** @description The conversations of this page. */
            data: components["schemas"]["Conversation"][];
            next_cursor: components["schemas"]["NextCursor"];
            has_more: components["schemas"]["HasMore"];
        };
        /** @description One message. */
        MessageResponse: {
            data: components["schemas"]["Message"];
        };
        /** @description A page of messages. */
        MessagePage: {
            /** @description The messages of this page. */
            data: components["schemas"]["Message"][];
            next_cursor: components["schemas"]["NextCursor"];
            has_more: components["schemas"]["HasMore"];
        };
        /** @description One ticket. */
        TicketResponse: {
            data: components["schemas"]["Ticket"];
        };
        /** @description A page of tickets. */
        TicketPage: {
            /** @description The tickets of this page. */
            data: components["schemas"]["Ticket"][];
            next_cursor: components["schemas"]["NextCursor"];
            has_more: components["schemas"]["HasMore"];
        };
        /** @description One article. */
        ArticleResponse: {
            data: components["schemas"]["Article"];
        };
        /** @description A page of articles. */
        ArticlePage: {
            /** @description The articles of this page. */
            data: components["schemas"]["Article"][];
            next_cursor: components["schemas"]["NextCursor"];
            has_more: components["schemas"]["HasMore"];
        };
        /** @description One event. */
        EventResponse: {
            data: components["schemas"]["Event"];
        };
        /** @description A page of events. */
        EventPage: {
            /** @description The events of this page. */
            data: components["schemas"]["Event"][];
            next_cursor: components["schemas"]["NextCursor"];
            has_more: components["schemas"]["HasMore"];
        };
        /** @description One webhook. */
        WebhookResponse: {
            data: components["schemas"]["Webhook"];
        };
        /** @description One webhook with its secret. */
        WebhookWithSecretResponse: {
            data: components["schemas"]["WebhookWithSecret"];
        };
        /** @description One webhook with its new secret. */
        RotatedWebhookResponse: {
            data: components["schemas"]["RotatedWebhook"];
        };
        /** @description One webhook that is gone. */
        DeletedWebhookResponse: {
            data: components["schemas"]["DeletedWebhook"];
        };
        /** @description A page of webhooks. */
        WebhookPage: {
            /** @description The webhooks of this page. */
            data: components["schemas"]["Webhook"][];
            next_cursor: components["schemas"]["NextCursor"];
            has_more: components["schemas"]["HasMore"];
        };
        /** @description One delivery. */
        DeliveryResponse: {
            data: components["schemas"]["Delivery"];
        };
        /** @description A page of deliveries. */
        DeliveryPage: {
            /** @description The deliveries of this page. */
            data: components["schemas"]["Delivery"][];
            next_cursor: components["schemas"]["NextCursor"];
            has_more: components["schemas"]["HasMore"];
        };
        /** @description What went wrong, in Spanish, for logs. Do not program against it. */
        ErrorMessage: string;
        /** @description The faults that were found, the first hundred of them. `validation_error`, `missing_parameter` and `malformed_request` have them. */
        ErrorDetails: {
            /** @description Where the fault is, e.g. `["tags", "1"]`; empty for the body as a whole. */
            path: string[];
            message: components["schemas"]["ErrorMessage"];
        }[];
        /** @description `invalid_json` */
        InvalidJsonError: {
            /** @description The error. */
            error: {
                /**
                 * @description Stable code for program logic. Each response says which codes it can have.
                 * @constant
                 */
                code: "invalid_json";
                message: components["schemas"]["ErrorMessage"];
            };
        };
        /** @description `missing_parameter` */
        MissingParameterError: {
            /** @description The error. */
            error: {
                /**
                 * @description Stable code for program logic. Each response says which codes it can have.
                 * @constant
                 */
                code: "missing_parameter";
                message: components["schemas"]["ErrorMessage"];
                details: components["schemas"]["ErrorDetails"];
            };
        };
        /** @description `malformed_request` */
        MalformedRequestError: {
            /** @description The error. */
            error: {
                /**
                 * @description Stable code for program logic. Each response says which codes it can have.
                 * @constant
                 */
                code: "malformed_request";
                message: components["schemas"]["ErrorMessage"];
                details: components["schemas"]["ErrorDetails"];
            };
        };
        /** @description `unauthorized` */
        UnauthorizedError: {
            /** @description The error. */
            error: {
                /**
                 * @description Stable code for program logic. Each response says which codes it can have.
                 * @constant
                 */
                code: "unauthorized";
                message: components["schemas"]["ErrorMessage"];
            };
        };
        /** @description `forbidden` */
        ForbiddenError: {
            /** @description The error. */
            error: {
                /**
                 * @description Stable code for program logic. Each response says which codes it can have.
                 * @constant
                 */
                code: "forbidden";
                message: components["schemas"]["ErrorMessage"];
                /** @description The scope that the key lacks. Only `forbidden` has it. */
                required_scope: string;
            };
        };
        /** @description `not_found` */
        NotFoundError: {
            /** @description The error. */
            error: {
                /**
                 * @description Stable code for program logic. Each response says which codes it can have.
                 * @constant
                 */
                code: "not_found";
                message: components["schemas"]["ErrorMessage"];
            };
        };
        /** @description `method_not_allowed` */
        MethodNotAllowedError: {
            /** @description The error. */
            error: {
                /**
                 * @description Stable code for program logic. Each response says which codes it can have.
                 * @constant
                 */
                code: "method_not_allowed";
                message: components["schemas"]["ErrorMessage"];
            };
        };
        /** @description `request_timeout` */
        RequestTimeoutError: {
            /** @description The error. */
            error: {
                /**
                 * @description Stable code for program logic. Each response says which codes it can have.
                 * @constant
                 */
                code: "request_timeout";
                message: components["schemas"]["ErrorMessage"];
            };
        };
        /** @description `conflict` */
        ConflictError: {
            /** @description The error. */
            error: {
                /**
                 * @description Stable code for program logic. Each response says which codes it can have.
                 * @constant
                 */
                code: "conflict";
                message: components["schemas"]["ErrorMessage"];
                /** @description Identifier of the contact that has the email. Only `conflict` has it. */
                contact_id: components["schemas"]["ContactId"];
            };
        };
        /** @description `request_in_progress` */
        RequestInProgressError: {
            /** @description The error. */
            error: {
                /**
                 * @description Stable code for program logic. Each response says which codes it can have.
                 * @constant
                 */
                code: "request_in_progress";
                message: components["schemas"]["ErrorMessage"];
            };
        };
        /** @description `payload_too_large` */
        PayloadTooLargeError: {
            /** @description The error. */
            error: {
                /**
                 * @description Stable code for program logic. Each response says which codes it can have.
                 * @constant
                 */
                code: "payload_too_large";
                message: components["schemas"]["ErrorMessage"];
            };
        };
        /** @description `unsupported_media_type` */
        UnsupportedMediaTypeError: {
            /** @description The error. */
            error: {
                /**
                 * @description Stable code for program logic. Each response says which codes it can have.
                 * @constant
                 */
                code: "unsupported_media_type";
                message: components["schemas"]["ErrorMessage"];
            };
        };
        /** @description `validation_error` */
        ValidationError: {
            /** @description The error. */
            error: {
                /**
                 * @description Stable code for program logic. Each response says which codes it can have.
                 * @constant
                 */
                code: "validation_error";
                message: components["schemas"]["ErrorMessage"];
                details: components["schemas"]["ErrorDetails"];
            };
        };
        /** @description `rate_limited` */
        RateLimitedError: {
            /** @description The error. */
            error: {
                /**
                 * @description Stable code for program logic. Each response says which codes it can have.
                 * @constant
                 */
                code: "rate_limited";
                message: components["schemas"]["ErrorMessage"];
            };
        };
        /** @description `headers_too_large` */
        HeadersTooLargeError: {
            /** @description The error. */
            error: {
                /**
                 * @description Stable code for program logic. Each response says which codes it can have.
                 * @constant
                 */
                code: "headers_too_large";
                message: components["schemas"]["ErrorMessage"];
            };
        };
        /** @description `internal_error` */
        InternalError: {
            /** @description The error. */
            error: {
                /**
                 * @description Stable code for program logic. Each response says which codes it can have.
                 * @constant
                 */
                code: "internal_error";
                message: components["schemas"]["ErrorMessage"];
            };
        };
        /** @description `service_unavailable` */
        ServiceUnavailableError: {
            /** @description The error. */
            error: {
                /**
                 * @description Stable code for program logic. Each response says which codes it can have.
                 * @constant
                 */
                code: "service_unavailable";
                message: components["schemas"]["ErrorMessage"];
            };
        };
    };
    responses: {
        /** @description The body is not valid JSON, a required field is missing, or the request is malformed. With `missing_parameter` the details name every missing field, and every other fault that was found. */
        BadRequest: {
            headers: {
                "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["InvalidJsonError"] | components["schemas"]["MissingParameterError"] | components["schemas"]["MalformedRequestError"];
            };
        };
        /** @description The `Authorization` header is missing, or the key does not exist. */
        Unauthorized: {
            headers: {
                "WWW-Authenticate": components["headers"]["WWWAuthenticate"];
                "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["UnauthorizedError"];
            };
        };
        /** @description The key lacks the scope that the operation needs. */
        Forbidden: {
            headers: {
                "WWW-Authenticate": components["headers"]["WWWAuthenticate"];
                "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ForbiddenError"];
            };
        };
        /** @description The workspace has no such resource, or the API has no such path. */
        NotFound: {
            headers: {
                "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["NotFoundError"];
            };
        };
        /** @description A contact with this email exists, and `contact_id` is its id. Or a request with this `Idempotency-Key` is still being worked on. */
        ContactExists: {
            headers: {
                "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ConflictError"] | components["schemas"]["RequestInProgressError"];
            };
        };
        /** @description A request with this `Idempotency-Key` is still being worked on. */
        RequestInProgress: {
            headers: {
                "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["RequestInProgressError"];
            };
        };
        /** @description The path exists, but not with this method. */
        MethodNotAllowed: {
            headers: {
                Allow: components["headers"]["Allow"];
                "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["MethodNotAllowedError"];
            };
        };
        /** @description A field of the body or a parameter fails validation or is unknown. Nothing that you send is dropped in silence. Or the workspace has as much as it can have of what is created; then the path is empty. */
        ValidationFailed: {
            headers: {
                "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ValidationError"];
            };
        };
        /** @description The request is not valid HTTP, or it has a query parameter although the operation takes none. */
        MalformedRequest: {
            headers: {
                "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["MalformedRequestError"];
            };
        };
        /** @description The request did not arrive in time. */
        RequestTimeout: {
            headers: {
                "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["RequestTimeoutError"];
            };
        };
        /** @description The body is larger than 256 KiB. */
        PayloadTooLarge: {
            headers: {
                "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["PayloadTooLargeError"];
            };
        };
        /** @description The body is not `application/json` in UTF-8, or it is compressed. */
        UnsupportedMediaType: {
            headers: {
                "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["UnsupportedMediaTypeError"];
            };
        };
        /** @description The key has used up its window, or too many requests of its workspace wait already; then `X-RateLimit-Remaining` is not 0. `Retry-After` says when to try again. */
        RateLimited: {
            headers: {
                "Retry-After": components["headers"]["RetryAfter"];
                "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["RateLimitedError"];
            };
        };
        /** @description The request line and headers are too large. */
        HeadersTooLarge: {
            headers: {
                "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["HeadersTooLargeError"];
            };
        };
        /** @description Something went wrong on the server. Quote `X-Request-Id` when you ask for help. */
        InternalError: {
            headers: {
                "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["InternalError"];
            };
        };
        /** @description The server cannot reach its database right now. */
        ServiceUnavailable: {
            headers: {
                "Retry-After": components["headers"]["RetryAfter"];
                "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ServiceUnavailableError"];
            };
        };
    };
    parameters: {
        /**
         * @description How many elements a page holds.
         * @example 2
         */
        Limit: number;
        /**
         * @description Id of the last element of the previous page: the `next_cursor` of that response. It must be the id of an element of this list as it is without filters; every other cursor is refused.
         * @example ct_01jq7x2v4ef8stn5x0q9c6hd3k
         */
        ContactCursor: components["schemas"]["Reference"];
        /**
         * @description Id of the last element of the previous page: the `next_cursor` of that response. It must be the id of an element of this list as it is without filters; every other cursor is refused.
         * @example cv_01jqx0a4m2e7yrt9d6b8p5vw3n
         */
        ConversationCursor: components["schemas"]["Reference"];
        /**
         * @description Id of the last element of the previous page: the `next_cursor` of that response. It must be the id of an element of this list as it is without filters; every other cursor is refused.
         * @example ms_01jqxk3d8tf1r0p7m6a3k9wz2b
         */
        MessageCursor: components["schemas"]["Reference"];
        /**
         * @description Id of the last element of the previous page: the `next_cursor` of that response. It must be the id of an element of this list as it is without filters; every other cursor is refused.
         * @example tk_01jqxm0n5ye1hbs8k4c7d3fg2w
         */
        TicketCursor: components["schemas"]["Reference"];
        /**
         * @description Id of the last element of the previous page: the `next_cursor` of that response. It must be the id of an element of this list as it is without filters; every other cursor is refused.
         * @example ar_01jr0c5t9kf6a8x2bq7d4m1hze
         */
        ArticleCursor: components["schemas"]["Reference"];
        /**
         * @description Id of the last element of the previous page: the `next_cursor` of that response. It must be the id of an element of this list as it is without filters; every other cursor is refused.
         * @example evt_01jqxkfb3jfx7c1m9v4w2d5s8t
         */
        EventCursor: components["schemas"]["Reference"];
        /**
         * @description Id of the last element of the previous page: the `next_cursor` of that response. It must be the id of an element of this list as it is without filters; every other cursor is refused.
         * @example wh_01jqxjw6zve9bq3s5t8m0r4k2h
         */
        WebhookCursor: components["schemas"]["Reference"];
        /**
         * @description Id of the last element of the previous page: the `next_cursor` of that response. It must be the id of an element of this list as it is without filters; every other cursor is refused.
         * @example whd_01jqxkfb3nf4g6t0s8y2c5m7pd
         */
        DeliveryCursor: components["schemas"]["Reference"];
        /**
         * @description Identifier of the contact (`ct_<id>`).
         * @example ct_01jq7x2v4ef8stn5x0q9c6hd3k
         */
        ContactIdInPath: components["schemas"]["Reference"];
        /**
         * @description Keeps what belongs to this contact.
         * @example ct_01jq7x2v4ef8stn5x0q9c6hd3k
         */
        OfContact: components["schemas"]["Reference"];
        /**
         * @description Identifier of the conversation (`cv_<id>`).
         * @example cv_01jqxk3d8rf0pva6m5z2h9wt7c
         */
        ConversationIdInPath: components["schemas"]["Reference"];
        /**
         * @description Identifier of the ticket (`tk_<id>`).
         * @example tk_01jqxm0n5ye1hbs8k4c7d3fg2w
         */
        TicketIdInPath: components["schemas"]["Reference"];
        /**
         * @description Identifier of the article (`ar_<id>`).
         * @example ar_01jr0c5t9kf6a8x2bq7d4m1hze
         */
        ArticleIdInPath: components["schemas"]["Reference"];
        /**
         * @description Identifier of the event (`evt_<id>`).
         * @example evt_01jq7x2v4gfm5a6w0t8r3c9kyd
         */
        EventIdInPath: components["schemas"]["Reference"];
        /**
         * @description Identifier of the webhook (`wh_<id>`).
         * @example wh_01jqxjw6zve9bq3s5t8m0r4k2h
         */
        WebhookIdInPath: components["schemas"]["Reference"];
        /**
         * @description Id of the event. It is the same on every attempt and for every webhook: by it you know what you have seen already.
         * @example evt_01jqxkfb3jfx7c1m9v4w2d5s8t
         */
        WebhookMessageId: components["schemas"]["EventId"];
        /**
         * @description When this attempt was made, in Unix epoch seconds. Refuse what is more than 5 minutes away from now.
         * @example 1775120711
         */
        WebhookTimestamp: number;
        /**
         * @description `v1,` and the base64 of HMAC-SHA256 over `webhook-id.webhook-timestamp.body`, keyed with the bytes of the secret. While a secret is being rotated there are two, separated by a space; accept either.
         * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
         */
        WebhookSignature: string;
        /**
         * @description Makes it safe to repeat this request. The same key and body get the same response again for 24 hours and nothing is created twice. The same key with another body is refused.
         * @example 5f1c3a9e-1a51-4f3c-9b0e-6d0a7c2f9e11
         */
        IdempotencyKey: string;
    };
    requestBodies: never;
    headers: {
        /**
         * @description Requests that one API key may make in a window of one minute.
         * @example 600
         */
        RateLimitLimit: 600;
        /**
         * @description Requests that are left in the current window.
         * @example 599
         */
        RateLimitRemaining: number;
        /**
         * @description When the current window ends, in Unix epoch seconds.
         * @example 1774267260
         */
        RateLimitReset: number;
        /**
         * @description Names this request in the server's log. Quote it when you ask for help.
         * @example req_01jq7x2v4gfq2s2zjv8kqx4w5n
         */
        RequestId: string;
        /**
         * @description Seconds to wait before the request is worth repeating.
         * @example 12
         */
        RetryAfter: number;
        /**
         * @description Path of the created resource; of a message, the path of the list that it can be read in.
         * @example /v1/contacts/ct_01jq7x2v4ef8stn5x0q9c6hd3k
         */
        Location: string;
        /**
         * @description Methods that this path knows.
         * @example GET, HEAD, POST
         */
        Allow: string;
        /**
         * @description The authentication scheme, and what was wrong with the key that was sent.
         * @example Bearer realm="api", error="invalid_token"
         */
        WWWAuthenticate: string;
    };
    pathItems: never;
}
export type Reference = components['schemas']['Reference'];
export type ContactId = components['schemas']['ContactId'];
export type ConversationId = components['schemas']['ConversationId'];
export type TicketId = components['schemas']['TicketId'];
export type MessageId = components['schemas']['MessageId'];
export type ArticleId = components['schemas']['ArticleId'];
export type EventId = components['schemas']['EventId'];
export type WebhookId = components['schemas']['WebhookId'];
export type DeliveryId = components['schemas']['DeliveryId'];
export type Timestamp = components['schemas']['Timestamp'];
export type SearchText = components['schemas']['SearchText'];
export type NextCursor = components['schemas']['NextCursor'];
export type HasMore = components['schemas']['HasMore'];
export type Source = components['schemas']['Source'];
export type PersonName = components['schemas']['PersonName'];
export type Email = components['schemas']['Email'];
export type Phone = components['schemas']['Phone'];
export type Company = components['schemas']['Company'];
export type City = components['schemas']['City'];
export type Country = components['schemas']['Country'];
export type Tags = components['schemas']['Tags'];
export type Lifecycle = components['schemas']['Lifecycle'];
export type CustomFields = components['schemas']['CustomFields'];
export type CreateContactRequest = components['schemas']['CreateContactRequest'];
export type Contact = components['schemas']['Contact'];
export type ContactDetail = components['schemas']['ContactDetail'];
export type ConversationSummary = components['schemas']['ConversationSummary'];
export type TicketSummary = components['schemas']['TicketSummary'];
export type ContactResponse = components['schemas']['ContactResponse'];
export type ContactDetailResponse = components['schemas']['ContactDetailResponse'];
export type ContactPage = components['schemas']['ContactPage'];
export type Subject = components['schemas']['Subject'];
export type MessageBody = components['schemas']['MessageBody'];
export type ConversationStatus = components['schemas']['ConversationStatus'];
export type AuthorType = components['schemas']['AuthorType'];
export type CreateConversationRequest = components['schemas']['CreateConversationRequest'];
export type CreateMessageRequest = components['schemas']['CreateMessageRequest'];
export type Conversation = components['schemas']['Conversation'];
export type Message = components['schemas']['Message'];
export type Author = components['schemas']['Author'];
export type TicketStatus = components['schemas']['TicketStatus'];
export type TicketPriority = components['schemas']['TicketPriority'];
export type TicketNumber = components['schemas']['TicketNumber'];
export type TicketSubject = components['schemas']['TicketSubject'];
export type TicketDescription = components['schemas']['TicketDescription'];
export type CreateTicketRequest = components['schemas']['CreateTicketRequest'];
export type Ticket = components['schemas']['Ticket'];
export type ArticleContent = components['schemas']['ArticleContent'];
export type Article = components['schemas']['Article'];
export type EventType = components['schemas']['EventType'];
export type Event = components['schemas']['Event'];
export type EventFields = components['schemas']['EventFields'];
export type ContactEvent = components['schemas']['ContactEvent'];
export type ConversationEvent = components['schemas']['ConversationEvent'];
export type MessageEvent = components['schemas']['MessageEvent'];
export type TicketEvent = components['schemas']['TicketEvent'];
export type ArticleEvent = components['schemas']['ArticleEvent'];
export type WebhookUrl = components['schemas']['WebhookUrl'];
export type WebhookDescription = components['schemas']['WebhookDescription'];
export type CreateWebhookRequest = components['schemas']['CreateWebhookRequest'];
export type UpdateWebhookRequest = components['schemas']['UpdateWebhookRequest'];
export type WebhookStatus = components['schemas']['WebhookStatus'];
export type WebhookEvents = components['schemas']['WebhookEvents'];
export type Webhook = components['schemas']['Webhook'];
export type WebhookSecret = components['schemas']['WebhookSecret'];
export type WebhookWithSecret = components['schemas']['WebhookWithSecret'];
export type RotatedWebhook = components['schemas']['RotatedWebhook'];
export type DeletedWebhook = components['schemas']['DeletedWebhook'];
export type TestEvent = components['schemas']['TestEvent'];
export type DeliveryStatus = components['schemas']['DeliveryStatus'];
export type Delivery = components['schemas']['Delivery'];
export type Attempt = components['schemas']['Attempt'];
export type ConversationResponse = components['schemas']['ConversationResponse'];
export type ConversationPage = components['schemas']['ConversationPage'];
export type MessageResponse = components['schemas']['MessageResponse'];
export type MessagePage = components['schemas']['MessagePage'];
export type TicketResponse = components['schemas']['TicketResponse'];
export type TicketPage = components['schemas']['TicketPage'];
export type ArticleResponse = components['schemas']['ArticleResponse'];
export type ArticlePage = components['schemas']['ArticlePage'];
export type EventResponse = components['schemas']['EventResponse'];
export type EventPage = components['schemas']['EventPage'];
export type WebhookResponse = components['schemas']['WebhookResponse'];
export type WebhookWithSecretResponse = components['schemas']['WebhookWithSecretResponse'];
export type RotatedWebhookResponse = components['schemas']['RotatedWebhookResponse'];
export type DeletedWebhookResponse = components['schemas']['DeletedWebhookResponse'];
export type WebhookPage = components['schemas']['WebhookPage'];
export type DeliveryResponse = components['schemas']['DeliveryResponse'];
export type DeliveryPage = components['schemas']['DeliveryPage'];
export type ErrorMessage = components['schemas']['ErrorMessage'];
export type ErrorDetails = components['schemas']['ErrorDetails'];
export type InvalidJsonError = components['schemas']['InvalidJsonError'];
export type MissingParameterError = components['schemas']['MissingParameterError'];
export type MalformedRequestError = components['schemas']['MalformedRequestError'];
export type UnauthorizedError = components['schemas']['UnauthorizedError'];
export type ForbiddenError = components['schemas']['ForbiddenError'];
export type NotFoundError = components['schemas']['NotFoundError'];
export type MethodNotAllowedError = components['schemas']['MethodNotAllowedError'];
export type RequestTimeoutError = components['schemas']['RequestTimeoutError'];
export type ConflictError = components['schemas']['ConflictError'];
export type RequestInProgressError = components['schemas']['RequestInProgressError'];
export type PayloadTooLargeError = components['schemas']['PayloadTooLargeError'];
export type UnsupportedMediaTypeError = components['schemas']['UnsupportedMediaTypeError'];
export type ValidationError = components['schemas']['ValidationError'];
export type RateLimitedError = components['schemas']['RateLimitedError'];
export type HeadersTooLargeError = components['schemas']['HeadersTooLargeError'];
export type InternalError = components['schemas']['InternalError'];
export type ServiceUnavailableError = components['schemas']['ServiceUnavailableError'];
export type ResponseBadRequest = components['responses']['BadRequest'];
export type ResponseUnauthorized = components['responses']['Unauthorized'];
export type ResponseForbidden = components['responses']['Forbidden'];
export type ResponseNotFound = components['responses']['NotFound'];
export type ResponseContactExists = components['responses']['ContactExists'];
export type ResponseRequestInProgress = components['responses']['RequestInProgress'];
export type ResponseMethodNotAllowed = components['responses']['MethodNotAllowed'];
export type ResponseValidationFailed = components['responses']['ValidationFailed'];
export type ResponseMalformedRequest = components['responses']['MalformedRequest'];
export type ResponseRequestTimeout = components['responses']['RequestTimeout'];
export type ResponsePayloadTooLarge = components['responses']['PayloadTooLarge'];
export type ResponseUnsupportedMediaType = components['responses']['UnsupportedMediaType'];
export type ResponseRateLimited = components['responses']['RateLimited'];
export type ResponseHeadersTooLarge = components['responses']['HeadersTooLarge'];
export type ResponseInternalError = components['responses']['InternalError'];
export type ResponseServiceUnavailable = components['responses']['ServiceUnavailable'];
export type ParameterLimit = components['parameters']['Limit'];
export type ParameterContactCursor = components['parameters']['ContactCursor'];
export type ParameterConversationCursor = components['parameters']['ConversationCursor'];
export type ParameterMessageCursor = components['parameters']['MessageCursor'];
export type ParameterTicketCursor = components['parameters']['TicketCursor'];
export type ParameterArticleCursor = components['parameters']['ArticleCursor'];
export type ParameterEventCursor = components['parameters']['EventCursor'];
export type ParameterWebhookCursor = components['parameters']['WebhookCursor'];
export type ParameterDeliveryCursor = components['parameters']['DeliveryCursor'];
export type ParameterContactIdInPath = components['parameters']['ContactIdInPath'];
export type ParameterOfContact = components['parameters']['OfContact'];
export type ParameterConversationIdInPath = components['parameters']['ConversationIdInPath'];
export type ParameterTicketIdInPath = components['parameters']['TicketIdInPath'];
export type ParameterArticleIdInPath = components['parameters']['ArticleIdInPath'];
export type ParameterEventIdInPath = components['parameters']['EventIdInPath'];
export type ParameterWebhookIdInPath = components['parameters']['WebhookIdInPath'];
export type ParameterWebhookMessageId = components['parameters']['WebhookMessageId'];
export type ParameterWebhookTimestamp = components['parameters']['WebhookTimestamp'];
export type ParameterWebhookSignature = components['parameters']['WebhookSignature'];
export type ParameterIdempotencyKey = components['parameters']['IdempotencyKey'];
export type HeaderRateLimitLimit = components['headers']['RateLimitLimit'];
export type HeaderRateLimitRemaining = components['headers']['RateLimitRemaining'];
export type HeaderRateLimitReset = components['headers']['RateLimitReset'];
export type HeaderRequestId = components['headers']['RequestId'];
export type HeaderRetryAfter = components['headers']['RetryAfter'];
export type HeaderLocation = components['headers']['Location'];
export type HeaderAllow = components['headers']['Allow'];
export type HeaderWwwAuthenticate = components['headers']['WWWAuthenticate'];
export type $defs = Record<string, never>;
export interface operations {
    listContacts: {
        parameters: {
            query?: {
                /**
                 * @description Keeps the contacts whose name or email contains this text. Capitals and accents make no difference: `barbara` finds `Bárbara`. Every character stands for itself.
                 * @example barbara
                 */
                q?: components["schemas"]["SearchText"];
                /**
                 * @description How many elements a page holds.
                 * @example 2
                 */
                limit?: components["parameters"]["Limit"];
                /**
                 * @description Id of the last element of the previous page: the `next_cursor` of that response. It must be the id of an element of this list as it is without filters; every other cursor is refused.
                 * @example ct_01jq7x2v4ef8stn5x0q9c6hd3k
                 */
                cursor?: components["parameters"]["ContactCursor"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of contacts. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ContactPage"];
                };
            };
            400: components["responses"]["MalformedRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            408: components["responses"]["RequestTimeout"];
            422: components["responses"]["ValidationFailed"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    createContact: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes it safe to repeat this request. The same key and body get the same response again for 24 hours and nothing is created twice. The same key with another body is refused.
                 * @example 5f1c3a9e-1a51-4f3c-9b0e-6d0a7c2f9e11
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateContactRequest"];
            };
        };
        responses: {
            /** @description The contact was created. */
            201: {
                headers: {
                    Location: components["headers"]["Location"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ContactResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["ContactExists"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["ValidationFailed"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getContact: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Identifier of the contact (`ct_<id>`).
                 * @example ct_01jq7x2v4ef8stn5x0q9c6hd3k
                 */
                id: components["parameters"]["ContactIdInPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The contact. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ContactDetailResponse"];
                };
            };
            400: components["responses"]["MalformedRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listConversations: {
        parameters: {
            query?: {
                /**
                 * @description Keeps what belongs to this contact.
                 * @example ct_01jq7x2v4ef8stn5x0q9c6hd3k
                 */
                contact_id?: components["parameters"]["OfContact"];
                /**
                 * @description Keeps the conversations with this status.
                 * @example open
                 */
                status?: "open" | "closed";
                /**
                 * @description How many elements a page holds.
                 * @example 2
                 */
                limit?: components["parameters"]["Limit"];
                /**
                 * @description Id of the last element of the previous page: the `next_cursor` of that response. It must be the id of an element of this list as it is without filters; every other cursor is refused.
                 * @example cv_01jqx0a4m2e7yrt9d6b8p5vw3n
                 */
                cursor?: components["parameters"]["ConversationCursor"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of conversations. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConversationPage"];
                };
            };
            400: components["responses"]["MalformedRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            408: components["responses"]["RequestTimeout"];
            422: components["responses"]["ValidationFailed"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    createConversation: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes it safe to repeat this request. The same key and body get the same response again for 24 hours and nothing is created twice. The same key with another body is refused.
                 * @example 5f1c3a9e-1a51-4f3c-9b0e-6d0a7c2f9e11
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateConversationRequest"];
            };
        };
        responses: {
            /** @description The conversation was started. */
            201: {
                headers: {
                    Location: components["headers"]["Location"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConversationResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["RequestInProgress"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["ValidationFailed"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getConversation: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Identifier of the conversation (`cv_<id>`).
                 * @example cv_01jqxk3d8rf0pva6m5z2h9wt7c
                 */
                id: components["parameters"]["ConversationIdInPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The conversation. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConversationResponse"];
                };
            };
            400: components["responses"]["MalformedRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listMessages: {
        parameters: {
            query?: {
                /**
                 * @description How many elements a page holds.
                 * @example 2
                 */
                limit?: components["parameters"]["Limit"];
                /**
                 * @description Id of the last element of the previous page: the `next_cursor` of that response. It must be the id of an element of this list as it is without filters; every other cursor is refused.
                 * @example ms_01jqxk3d8tf1r0p7m6a3k9wz2b
                 */
                cursor?: components["parameters"]["MessageCursor"];
            };
            header?: never;
            path: {
                /**
                 * @description Identifier of the conversation (`cv_<id>`).
                 * @example cv_01jqxk3d8rf0pva6m5z2h9wt7c
                 */
                id: components["parameters"]["ConversationIdInPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of messages. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MessagePage"];
                };
            };
            400: components["responses"]["MalformedRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            422: components["responses"]["ValidationFailed"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    createMessage: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes it safe to repeat this request. The same key and body get the same response again for 24 hours and nothing is created twice. The same key with another body is refused.
                 * @example 5f1c3a9e-1a51-4f3c-9b0e-6d0a7c2f9e11
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description Identifier of the conversation (`cv_<id>`).
                 * @example cv_01jqxk3d8rf0pva6m5z2h9wt7c
                 */
                id: components["parameters"]["ConversationIdInPath"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateMessageRequest"];
            };
        };
        responses: {
            /** @description The message was sent. */
            201: {
                headers: {
                    Location: components["headers"]["Location"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MessageResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["RequestInProgress"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["ValidationFailed"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listTickets: {
        parameters: {
            query?: {
                /**
                 * @description Keeps what belongs to this contact.
                 * @example ct_01jq7x2v4ef8stn5x0q9c6hd3k
                 */
                contact_id?: components["parameters"]["OfContact"];
                /**
                 * @description Keeps the tickets with this status.
                 * @example open
                 */
                status?: "open" | "pending" | "solved" | "closed";
                /**
                 * @description How many elements a page holds.
                 * @example 2
                 */
                limit?: components["parameters"]["Limit"];
                /**
                 * @description Id of the last element of the previous page: the `next_cursor` of that response. It must be the id of an element of this list as it is without filters; every other cursor is refused.
                 * @example tk_01jqxm0n5ye1hbs8k4c7d3fg2w
                 */
                cursor?: components["parameters"]["TicketCursor"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of tickets. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TicketPage"];
                };
            };
            400: components["responses"]["MalformedRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            408: components["responses"]["RequestTimeout"];
            422: components["responses"]["ValidationFailed"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    createTicket: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes it safe to repeat this request. The same key and body get the same response again for 24 hours and nothing is created twice. The same key with another body is refused.
                 * @example 5f1c3a9e-1a51-4f3c-9b0e-6d0a7c2f9e11
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateTicketRequest"];
            };
        };
        responses: {
            /** @description The ticket was created. */
            201: {
                headers: {
                    Location: components["headers"]["Location"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TicketResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["RequestInProgress"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["ValidationFailed"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getTicket: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Identifier of the ticket (`tk_<id>`).
                 * @example tk_01jqxm0n5ye1hbs8k4c7d3fg2w
                 */
                id: components["parameters"]["TicketIdInPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The ticket. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TicketResponse"];
                };
            };
            400: components["responses"]["MalformedRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listArticles: {
        parameters: {
            query?: {
                /**
                 * @description Keeps the articles whose title, excerpt or body contains this text. Capitals and accents make no difference.
                 * @example factura
                 */
                q?: components["schemas"]["SearchText"];
                /**
                 * @description Keeps the articles of this category, written exactly so.
                 * @example Facturación
                 */
                category?: string;
                /**
                 * @description How many elements a page holds.
                 * @example 2
                 */
                limit?: components["parameters"]["Limit"];
                /**
                 * @description Id of the last element of the previous page: the `next_cursor` of that response. It must be the id of an element of this list as it is without filters; every other cursor is refused.
                 * @example ar_01jr0c5t9kf6a8x2bq7d4m1hze
                 */
                cursor?: components["parameters"]["ArticleCursor"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of articles. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ArticlePage"];
                };
            };
            400: components["responses"]["MalformedRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            408: components["responses"]["RequestTimeout"];
            422: components["responses"]["ValidationFailed"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getArticle: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Identifier of the article (`ar_<id>`).
                 * @example ar_01jr0c5t9kf6a8x2bq7d4m1hze
                 */
                id: components["parameters"]["ArticleIdInPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The article. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ArticleResponse"];
                };
            };
            400: components["responses"]["MalformedRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listEvents: {
        parameters: {
            query?: {
                /**
                 * @description Keeps the events of these types, separated by commas.
                 * @example [
                 *       "contact.created",
                 *       "message.created"
                 *     ]
                 */
                types?: ("contact.created" | "contact.updated" | "conversation.created" | "conversation.updated" | "message.created" | "ticket.created" | "ticket.updated" | "article.published" | "article.unpublished")[];
                /**
                 * @description How many elements a page holds.
                 * @example 2
                 */
                limit?: components["parameters"]["Limit"];
                /**
                 * @description Id of the last element of the previous page: the `next_cursor` of that response. It must be the id of an element of this list as it is without filters; every other cursor is refused.
                 * @example evt_01jqxkfb3jfx7c1m9v4w2d5s8t
                 */
                cursor?: components["parameters"]["EventCursor"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of events. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EventPage"];
                };
            };
            400: components["responses"]["MalformedRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            408: components["responses"]["RequestTimeout"];
            422: components["responses"]["ValidationFailed"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getEvent: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Identifier of the event (`evt_<id>`).
                 * @example evt_01jq7x2v4gfm5a6w0t8r3c9kyd
                 */
                id: components["parameters"]["EventIdInPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The event. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EventResponse"];
                };
            };
            400: components["responses"]["MalformedRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listWebhooks: {
        parameters: {
            query?: {
                /**
                 * @description How many elements a page holds.
                 * @example 2
                 */
                limit?: components["parameters"]["Limit"];
                /**
                 * @description Id of the last element of the previous page: the `next_cursor` of that response. It must be the id of an element of this list as it is without filters; every other cursor is refused.
                 * @example wh_01jqxjw6zve9bq3s5t8m0r4k2h
                 */
                cursor?: components["parameters"]["WebhookCursor"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of webhooks. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookPage"];
                };
            };
            400: components["responses"]["MalformedRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            408: components["responses"]["RequestTimeout"];
            422: components["responses"]["ValidationFailed"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    createWebhook: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes it safe to repeat this request. The same key and body get the same response again for 24 hours and nothing is created twice. The same key with another body is refused.
                 * @example 5f1c3a9e-1a51-4f3c-9b0e-6d0a7c2f9e11
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateWebhookRequest"];
            };
        };
        responses: {
            /** @description The webhook was created. */
            201: {
                headers: {
                    Location: components["headers"]["Location"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookWithSecretResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["RequestInProgress"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["ValidationFailed"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Identifier of the webhook (`wh_<id>`).
                 * @example wh_01jqxjw6zve9bq3s5t8m0r4k2h
                 */
                id: components["parameters"]["WebhookIdInPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The webhook. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookResponse"];
                };
            };
            400: components["responses"]["MalformedRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    deleteWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Identifier of the webhook (`wh_<id>`).
                 * @example wh_01jqxjw6zve9bq3s5t8m0r4k2h
                 */
                id: components["parameters"]["WebhookIdInPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The webhook was deleted. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeletedWebhookResponse"];
                };
            };
            400: components["responses"]["MalformedRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    updateWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Identifier of the webhook (`wh_<id>`).
                 * @example wh_01jqxjw6zve9bq3s5t8m0r4k2h
                 */
                id: components["parameters"]["WebhookIdInPath"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateWebhookRequest"];
            };
        };
        responses: {
            /** @description The webhook after the change. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["ValidationFailed"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    rotateWebhookSecret: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes it safe to repeat this request. The same key and body get the same response again for 24 hours and nothing is created twice. The same key with another body is refused.
                 * @example 5f1c3a9e-1a51-4f3c-9b0e-6d0a7c2f9e11
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description Identifier of the webhook (`wh_<id>`).
                 * @example wh_01jqxjw6zve9bq3s5t8m0r4k2h
                 */
                id: components["parameters"]["WebhookIdInPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The webhook with its new secret. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RotatedWebhookResponse"];
                };
            };
            400: components["responses"]["MalformedRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["RequestInProgress"];
            422: components["responses"]["ValidationFailed"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    testWebhook: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes it safe to repeat this request. The same key and body get the same response again for 24 hours and nothing is created twice. The same key with another body is refused.
                 * @example 5f1c3a9e-1a51-4f3c-9b0e-6d0a7c2f9e11
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description Identifier of the webhook (`wh_<id>`).
                 * @example wh_01jqxjw6zve9bq3s5t8m0r4k2h
                 */
                id: components["parameters"]["WebhookIdInPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The test event is on its way. */
            202: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeliveryResponse"];
                };
            };
            400: components["responses"]["MalformedRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["RequestInProgress"];
            422: components["responses"]["ValidationFailed"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listDeliveries: {
        parameters: {
            query?: {
                /**
                 * @description Keeps the deliveries with this status.
                 * @example failed
                 */
                status?: "pending" | "succeeded" | "failed" | "canceled";
                /**
                 * @description How many elements a page holds.
                 * @example 2
                 */
                limit?: components["parameters"]["Limit"];
                /**
                 * @description Id of the last element of the previous page: the `next_cursor` of that response. It must be the id of an element of this list as it is without filters; every other cursor is refused.
                 * @example whd_01jqxkfb3nf4g6t0s8y2c5m7pd
                 */
                cursor?: components["parameters"]["DeliveryCursor"];
            };
            header?: never;
            path: {
                /**
                 * @description Identifier of the webhook (`wh_<id>`).
                 * @example wh_01jqxjw6zve9bq3s5t8m0r4k2h
                 */
                id: components["parameters"]["WebhookIdInPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of deliveries. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeliveryPage"];
                };
            };
            400: components["responses"]["MalformedRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            422: components["responses"]["ValidationFailed"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    redeliverDelivery: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes it safe to repeat this request. The same key and body get the same response again for 24 hours and nothing is created twice. The same key with another body is refused.
                 * @example 5f1c3a9e-1a51-4f3c-9b0e-6d0a7c2f9e11
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description Identifier of the webhook (`wh_<id>`).
                 * @example wh_01jqxjw6zve9bq3s5t8m0r4k2h
                 */
                id: components["parameters"]["WebhookIdInPath"];
                /**
                 * @description Identifier of the delivery (`whd_<id>`).
                 * @example whd_01jqxkfb3nf4g6t0s8y2c5m7pd
                 */
                delivery_id: components["schemas"]["Reference"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The delivery is on its way. */
            202: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeliveryResponse"];
                };
            };
            400: components["responses"]["MalformedRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["RequestInProgress"];
            422: components["responses"]["ValidationFailed"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    contactCreated: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description Id of the event. It is the same on every attempt and for every webhook: by it you know what you have seen already.
                 * @example evt_01jqxkfb3jfx7c1m9v4w2d5s8t
                 */
                "webhook-id": components["parameters"]["WebhookMessageId"];
                /**
                 * @description When this attempt was made, in Unix epoch seconds. Refuse what is more than 5 minutes away from now.
                 * @example 1775120711
                 */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /**
                 * @description `v1,` and the base64 of HMAC-SHA256 over `webhook-id.webhook-timestamp.body`, keyed with the bytes of the secret. While a secret is being rotated there are two, separated by a space; accept either.
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                "webhook-signature": components["parameters"]["WebhookSignature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ContactEvent"];
            };
        };
        responses: {
            /** @description The receiver wants no more events. The webhook is disabled at once. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The receiver has the event. Only the first characters of the body are read. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The attempt failed. The event is sent again. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    contactUpdated: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description Id of the event. It is the same on every attempt and for every webhook: by it you know what you have seen already.
                 * @example evt_01jqxkfb3jfx7c1m9v4w2d5s8t
                 */
                "webhook-id": components["parameters"]["WebhookMessageId"];
                /**
                 * @description When this attempt was made, in Unix epoch seconds. Refuse what is more than 5 minutes away from now.
                 * @example 1775120711
                 */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /**
                 * @description `v1,` and the base64 of HMAC-SHA256 over `webhook-id.webhook-timestamp.body`, keyed with the bytes of the secret. While a secret is being rotated there are two, separated by a space; accept either.
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                "webhook-signature": components["parameters"]["WebhookSignature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ContactEvent"];
            };
        };
        responses: {
            /** @description The receiver wants no more events. The webhook is disabled at once. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The receiver has the event. Only the first characters of the body are read. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The attempt failed. The event is sent again. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    conversationCreated: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description Id of the event. It is the same on every attempt and for every webhook: by it you know what you have seen already.
                 * @example evt_01jqxkfb3jfx7c1m9v4w2d5s8t
                 */
                "webhook-id": components["parameters"]["WebhookMessageId"];
                /**
                 * @description When this attempt was made, in Unix epoch seconds. Refuse what is more than 5 minutes away from now.
                 * @example 1775120711
                 */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /**
                 * @description `v1,` and the base64 of HMAC-SHA256 over `webhook-id.webhook-timestamp.body`, keyed with the bytes of the secret. While a secret is being rotated there are two, separated by a space; accept either.
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                "webhook-signature": components["parameters"]["WebhookSignature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ConversationEvent"];
            };
        };
        responses: {
            /** @description The receiver wants no more events. The webhook is disabled at once. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The receiver has the event. Only the first characters of the body are read. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The attempt failed. The event is sent again. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    conversationUpdated: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description Id of the event. It is the same on every attempt and for every webhook: by it you know what you have seen already.
                 * @example evt_01jqxkfb3jfx7c1m9v4w2d5s8t
                 */
                "webhook-id": components["parameters"]["WebhookMessageId"];
                /**
                 * @description When this attempt was made, in Unix epoch seconds. Refuse what is more than 5 minutes away from now.
                 * @example 1775120711
                 */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /**
                 * @description `v1,` and the base64 of HMAC-SHA256 over `webhook-id.webhook-timestamp.body`, keyed with the bytes of the secret. While a secret is being rotated there are two, separated by a space; accept either.
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                "webhook-signature": components["parameters"]["WebhookSignature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ConversationEvent"];
            };
        };
        responses: {
            /** @description The receiver wants no more events. The webhook is disabled at once. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The receiver has the event. Only the first characters of the body are read. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The attempt failed. The event is sent again. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    messageCreated: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description Id of the event. It is the same on every attempt and for every webhook: by it you know what you have seen already.
                 * @example evt_01jqxkfb3jfx7c1m9v4w2d5s8t
                 */
                "webhook-id": components["parameters"]["WebhookMessageId"];
                /**
                 * @description When this attempt was made, in Unix epoch seconds. Refuse what is more than 5 minutes away from now.
                 * @example 1775120711
                 */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /**
                 * @description `v1,` and the base64 of HMAC-SHA256 over `webhook-id.webhook-timestamp.body`, keyed with the bytes of the secret. While a secret is being rotated there are two, separated by a space; accept either.
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                "webhook-signature": components["parameters"]["WebhookSignature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["MessageEvent"];
            };
        };
        responses: {
            /** @description The receiver wants no more events. The webhook is disabled at once. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The receiver has the event. Only the first characters of the body are read. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The attempt failed. The event is sent again. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    ticketCreated: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description Id of the event. It is the same on every attempt and for every webhook: by it you know what you have seen already.
                 * @example evt_01jqxkfb3jfx7c1m9v4w2d5s8t
                 */
                "webhook-id": components["parameters"]["WebhookMessageId"];
                /**
                 * @description When this attempt was made, in Unix epoch seconds. Refuse what is more than 5 minutes away from now.
                 * @example 1775120711
                 */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /**
                 * @description `v1,` and the base64 of HMAC-SHA256 over `webhook-id.webhook-timestamp.body`, keyed with the bytes of the secret. While a secret is being rotated there are two, separated by a space; accept either.
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                "webhook-signature": components["parameters"]["WebhookSignature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TicketEvent"];
            };
        };
        responses: {
            /** @description The receiver wants no more events. The webhook is disabled at once. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The receiver has the event. Only the first characters of the body are read. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The attempt failed. The event is sent again. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    ticketUpdated: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description Id of the event. It is the same on every attempt and for every webhook: by it you know what you have seen already.
                 * @example evt_01jqxkfb3jfx7c1m9v4w2d5s8t
                 */
                "webhook-id": components["parameters"]["WebhookMessageId"];
                /**
                 * @description When this attempt was made, in Unix epoch seconds. Refuse what is more than 5 minutes away from now.
                 * @example 1775120711
                 */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /**
                 * @description `v1,` and the base64 of HMAC-SHA256 over `webhook-id.webhook-timestamp.body`, keyed with the bytes of the secret. While a secret is being rotated there are two, separated by a space; accept either.
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                "webhook-signature": components["parameters"]["WebhookSignature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TicketEvent"];
            };
        };
        responses: {
            /** @description The receiver wants no more events. The webhook is disabled at once. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The receiver has the event. Only the first characters of the body are read. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The attempt failed. The event is sent again. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    articlePublished: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description Id of the event. It is the same on every attempt and for every webhook: by it you know what you have seen already.
                 * @example evt_01jqxkfb3jfx7c1m9v4w2d5s8t
                 */
                "webhook-id": components["parameters"]["WebhookMessageId"];
                /**
                 * @description When this attempt was made, in Unix epoch seconds. Refuse what is more than 5 minutes away from now.
                 * @example 1775120711
                 */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /**
                 * @description `v1,` and the base64 of HMAC-SHA256 over `webhook-id.webhook-timestamp.body`, keyed with the bytes of the secret. While a secret is being rotated there are two, separated by a space; accept either.
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                "webhook-signature": components["parameters"]["WebhookSignature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ArticleEvent"];
            };
        };
        responses: {
            /** @description The receiver wants no more events. The webhook is disabled at once. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The receiver has the event. Only the first characters of the body are read. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The attempt failed. The event is sent again. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    articleUnpublished: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description Id of the event. It is the same on every attempt and for every webhook: by it you know what you have seen already.
                 * @example evt_01jqxkfb3jfx7c1m9v4w2d5s8t
                 */
                "webhook-id": components["parameters"]["WebhookMessageId"];
                /**
                 * @description When this attempt was made, in Unix epoch seconds. Refuse what is more than 5 minutes away from now.
                 * @example 1775120711
                 */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /**
                 * @description `v1,` and the base64 of HMAC-SHA256 over `webhook-id.webhook-timestamp.body`, keyed with the bytes of the secret. While a secret is being rotated there are two, separated by a space; accept either.
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                "webhook-signature": components["parameters"]["WebhookSignature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ArticleEvent"];
            };
        };
        responses: {
            /** @description The receiver wants no more events. The webhook is disabled at once. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The receiver has the event. Only the first characters of the body are read. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The attempt failed. The event is sent again. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    webhookTest: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description Id of the event. It is the same on every attempt and for every webhook: by it you know what you have seen already.
                 * @example evt_01jqxkfb3jfx7c1m9v4w2d5s8t
                 */
                "webhook-id": components["parameters"]["WebhookMessageId"];
                /**
                 * @description When this attempt was made, in Unix epoch seconds. Refuse what is more than 5 minutes away from now.
                 * @example 1775120711
                 */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /**
                 * @description `v1,` and the base64 of HMAC-SHA256 over `webhook-id.webhook-timestamp.body`, keyed with the bytes of the secret. While a secret is being rotated there are two, separated by a space; accept either.
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                "webhook-signature": components["parameters"]["WebhookSignature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TestEvent"];
            };
        };
        responses: {
            /** @description The receiver wants no more events. The webhook is disabled at once. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The receiver has the event. Only the first characters of the body are read. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The attempt failed. The event is sent again. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
}
