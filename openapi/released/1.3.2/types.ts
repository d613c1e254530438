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
         * @description Creates a contact. The email is the deduplication key: when the workspace already has a contact with it, the response is a 409 that carries the id of that contact. The same holds for `external_id`. So this request is safe to repeat without an `Idempotency-Key`. With an `Idempotency-Key`, a repeated request gets the first response again instead of the 409.
         */
        post: operations["createContact"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/contacts/batch": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create or change many contacts
         * @description Creates or changes up to 100 contacts. An element with an `id` changes this contact. Without an `id` it changes the contact that has its `external_id`, or otherwise the contact that has its `email`; when there is no such contact, it creates one. A change has the same effect as `updateContact`. The server processes the elements in their order. An element can take an email or an `external_id` that a later element gives up, so two contacts can swap these values. The response has the result of each element in the same order. A refused element has the error that a single request would get, and does not affect the other elements. The rate limit counts one request. The body has the same limit as the body of every request, so send fewer contacts when they have many custom fields.
         */
        post: operations["batchContacts"];
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
        /**
         * Erase a contact
         * @description Erases the person, completely or not at all: the contact, its conversations with their messages, its tickets, the events about all of these with their deliveries, and the responses that the server keeps for their `Idempotency-Key`. The event `contact.deleted` remains, with the identifier alone. It cannot be undone. The chapter "Erasure" says what is outside of the server's reach.
         */
        delete: operations["deleteContact"];
        options?: never;
        head?: never;
        /**
         * Change a contact
         * @description Changes the fields that you send, and leaves the others as they are. `null` removes a key of `custom_fields`. When another contact has the email or the `external_id`, the response is a 409 that carries its id. A change causes the event `contact.updated`; a request that changes nothing causes none.
         */
        patch: operations["updateContact"];
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
         * @description Returns the conversation. The operation `listMessages` returns its messages.
         */
        get: operations["getConversation"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Close or reopen a conversation
         * @description Changes the fields that you send. With `status: closed` the team is done with the conversation; with `status: open` the team works on the conversation again. A change of the status causes the event `conversation.updated`.
         */
        patch: operations["updateConversation"];
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
         * @description Sends a message in a conversation. A message of the contact reopens a closed conversation and moves the contact's `last_seen_at`. To a key without `conversations:read`, the response does not tell the contact's name: the `name` of the `author` is `""`.
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
        /**
         * Change a ticket
         * @description Changes the fields that you send, and leaves the others as they are. A change causes the event `ticket.updated`; a request that changes nothing causes none.
         */
        patch: operations["updateTicket"];
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
         * @description Returns a published article. An article that is not published is a 404.
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
         * @description Lists the events of the workspace, oldest first. A reader keeps one cursor and misses no event. Without `cursor` the feed starts at the oldest event that the server keeps. With `cursor=newest` it starts behind the newest one: the page is empty, and its `next_cursor` is that event, or null when there is none; then leave `cursor` out. When `has_more` is false, you have read all events: keep `next_cursor` and send it later. The `next_cursor` of an empty page that follows a cursor is the newest event, so that the cursor of a reader of some `types` advances although no event matches. The server keeps events for 30 days. A cursor is a 422 when events after it have expired, of whatever type, so that a reader learns that it has missed events.
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
         * @description Returns an event. The server keeps an event for 30 days; an older one is a 404.
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
         * @description Creates a webhook. From now on the server sends the events whose types are in `events` to the `url`. The event of a change that is under way at this moment may be missing. To miss no event, list the events with `cursor=newest` before you create the webhook, and later read the events after this cursor. The server signs the events with a secret, which only this response shows. To receive events on your own machine, use `contacts-listen` of the client.
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
         * @description Deletes the webhook with its deliveries. The server no longer sends its pending deliveries.
         */
        delete: operations["deleteWebhook"];
        options?: never;
        head?: never;
        /**
         * Change a webhook
         * @description Changes the fields that you send. Disabling a webhook cancels its pending deliveries, except an attempt that is under way or that you requested. After you enable it again, earlier failures no longer count.
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
         * @description Gives the webhook a new secret, which only this response shows. The server signs deliveries with both secrets until the previous one expires, so that you can change the secret of your receiver without refusing a delivery. Send an `Idempotency-Key`: a repeated request then gets the same secret again and does not rotate it again.
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
         * @description Sends a `webhook.test` event to the webhook, also when it is disabled. The server makes one attempt. The operation `listDeliveries` shows how the attempt ended.
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
         * @description Lists the deliveries of a webhook, most recent first, by `created_at`, and how each attempt ended. The server keeps a delivery for as long as its event.
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
         * @description Makes one more attempt of a delivery, with the same `webhook-id`, to the current `url` of the webhook, also when the webhook is disabled. The delivery is `pending` until the attempt ends; a delivery that had succeeded is then `succeeded` again, even if this attempt fails. When the delivery is pending, the operation makes no attempt and returns the delivery.
         */
        post: operations["redeliverDelivery"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/me": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read your own key
         * @description Returns the API key that sends the request: its name, its last characters, its scopes, its workspace, its rate limit and when it expires. Use it to check a key that somebody has entered, and to see what the key may do.
         */
        get: operations["getMe"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/messenger/sessions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Start the session of a visitor
         * @description Starts a session with the public token of the messenger. Send the `secret` of the response with all other requests of this visitor. Without `email_signature` the visitor is anonymous: nobody has checked the email, and the session shows nothing of the contact that has this email. With `email_signature` the visitor is the contact of the email; when no contact has the email, the server creates one. When the signature does not belong to the email, or has expired, the response is a 422.
         */
        post: operations["createMessengerSession"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/messenger/conversations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the visitor's conversations
         * @description Lists the conversations of the visitor, most recent first, by `created_at`.
         */
        get: operations["listMessengerConversations"];
        put?: never;
        /**
         * Write to the team
         * @description Starts a conversation with the first message of the visitor. The team sees it with the `source` of the messenger.
         */
        post: operations["createMessengerConversation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/messenger/conversations/{id}/messages": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List messages of the visitor's conversation
         * @description Lists the messages of a conversation of the visitor, most recent first, by `created_at`. Ask again every few seconds to see the response of the team.
         */
        get: operations["listMessengerMessages"];
        put?: never;
        /**
         * Write in a conversation
         * @description Sends a message of the visitor in a conversation. It reopens a closed conversation.
         */
        post: operations["createMessengerMessage"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/messenger/articles": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List articles for a visitor
         * @description Lists the published articles of the help center, newest `published_at` first.
         */
        get: operations["listMessengerArticles"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/messenger/articles/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read an article for a visitor
         * @description Returns a published article. An article that is not published is a 404.
         */
        get: operations["getMessengerArticle"];
        put?: never;
        post?: never;
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
         * @description This API, the messenger or the team created the contact.
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
         * @description The team or this API changed the contact. Changes to the counts or to `last_seen_at` send no event.
         */
        post: operations["contactUpdated"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "contact.deleted": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A contact was erased
         * @description The contact and all that belongs to it was erased. Erase what you keep of it.
         */
        post: operations["contactDeleted"];
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
         * @description A conversation was started. Its first message is a separate event, `message.created`.
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
         * @description The status of the conversation changed.
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
         * @description The team or the contact sent a message in a conversation.
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
         * @description The status of the ticket changed, or another field of it.
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
         * An article was unpublished
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
         * @description Only the operation `testWebhook` causes this event. The event feed does not contain it.
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
        Reference: Reference;
        ContactId: ContactId;
        ConversationId: ConversationId;
        TicketId: TicketId;
        MessageId: MessageId;
        ArticleId: ArticleId;
        EventId: EventId;
        WebhookId: WebhookId;
        DeliveryId: DeliveryId;
        ApiKeyId: ApiKeyId;
        /**
         * Format: date-time
         * @description Timestamp in UTC, ISO 8601 with milliseconds.
         */
        Timestamp: Timestamp;
        Version: Version;
        SearchText: SearchText;
        /** @description Send this value as `cursor` to read the next page. It is the id of the last element of this page, on the last page too. It is null only on an empty page. */
        NextCursor: NextCursor;
        /** @description Whether more pages exist. False means that the listing is finished. */
        HasMore: HasMore;
        /** @description Where a record comes from. `api`: this API. `messenger`: the public messenger. `import`: an import of the team. More values may be added: accept those that you do not know. */
        Source: Source;
        PersonName: PersonName;
        /** Format: email */
        Email: Email;
        ExternalId: ExternalId;
        Phone: Phone;
        ContactCompany: ContactCompany;
        City: City;
        Country: Country;
        Tags: Tags;
        Lifecycle: Lifecycle;
        CustomFields: CustomFields;
        CustomFieldsUpdate: CustomFieldsUpdate;
        /** @description The fields of a new contact. */
        CreateContactRequest: CreateContactRequest;
        /** @description The fields of a contact that change. */
        UpdateContactRequest: UpdateContactRequest;
        /** @description A contact to create, which needs `name` and `email`, or the fields of one that change. When `id`, `external_id` and `email` name different contacts, or the contact of the `email` has another `external_id`, the element is a `conflict`. */
        BatchContact: BatchContact;
        /** @description The contacts to create or to change. */
        BatchContactsRequest: BatchContactsRequest;
        /** @description The results of a batch of contacts. */
        ContactBatch: ContactBatch;
        /** @description The result of one element. */
        ContactBatchResult: ContactBatchResult;
        /** @description The error of one element, with the fields of the errors of a request. */
        ContactBatchError: ContactBatchError;
        /** @description A person who writes to the team. Lists carry all of its fields. */
        Contact: Contact;
        /** @description The identifier of a contact that was erased. */
        DeletedContact: DeletedContact;
        /** @description A contact with its newest conversations and tickets. The counts tell when there are more. */
        ContactDetail: ContactDetail;
        /** @description A conversation without its messages. */
        ConversationSummary: ConversationSummary;
        /** @description A ticket without its description. */
        TicketSummary: TicketSummary;
        /** @description One contact. */
        ContactResponse: ContactResponse;
        /** @description The results of a batch of contacts. */
        ContactBatchResponse: ContactBatchResponse;
        /** @description The contact that was erased. */
        DeletedContactResponse: DeletedContactResponse;
        /** @description One contact with its conversations and tickets. */
        ContactDetailResponse: ContactDetailResponse;
        /** @description A page of contacts. */
        ContactPage: ContactPage;
        Subject: Subject;
        MessageBody: MessageBody;
        /** @description `open`: the team still works on it. `closed`: the team is done with it. More values may be added. */
        ConversationStatus: ConversationStatus;
        /** @description `team`: somebody of the team wrote the message. `contact`: the contact wrote it. More values may be added. */
        AuthorType: AuthorType;
        /** @description A conversation and its first message. */
        CreateConversationRequest: CreateConversationRequest;
        /** @description The fields of a new message. */
        CreateMessageRequest: CreateMessageRequest;
        /** @description The fields of a conversation that change. */
        UpdateConversationRequest: UpdateConversationRequest;
        /** @description An exchange of messages with a contact. */
        Conversation: Conversation;
        /** @description A message in a conversation. */
        Message: Message;
        /** @description Who wrote a message. */
        Author: Author;
        /** @description `open`: the team has to work on it. `pending`: the team waits for somebody else. `solved`: the team has solved it. `closed`: nobody works on it any more. More values may be added. */
        TicketStatus: TicketStatus;
        /** @description How important the ticket is. `low`, `normal`, `high` and `urgent` go from the least to the most important. More values may be added. */
        TicketPriority: TicketPriority;
        /** Format: int64 */
        TicketNumber: TicketNumber;
        TicketSubject: TicketSubject;
        TicketDescription: TicketDescription;
        /** @description The fields of a new ticket. */
        CreateTicketRequest: CreateTicketRequest;
        /** @description The fields of a ticket that change. */
        UpdateTicketRequest: UpdateTicketRequest;
        /** @description A piece of work for a contact. */
        Ticket: Ticket;
        /** @description The fields of an article that the team writes. */
        ArticleContent: ArticleContent;
        /** @description A page of the help center. */
        Article: Article;
        /** @description The type of an event. The webhook of the same name says when the event happens. More types may be added. */
        EventType: EventType;
        /**
         * @description The type of an event in this version. The webhook of the same name says when the event happens.
         * @enum {string}
         */
        KnownEventType: KnownEventType;
        /** @description A change in the workspace. The field `data` is the object right after the change; the webhook named like the `type` says which schema it has. This schema has no `oneOf`, so that your client can decode an event of a type that it does not know. Read `type` first, then decode `data`. Skip events of unknown types. */
        Event: Event;
        /** @description The fields that every event has. */
        EventFields: EventFields;
        /** @description The changed fields with their values before the change. Only events whose type ends with `.updated` have them. */
        PreviousValues: PreviousValues;
        /** @description The request that caused an event. */
        EventRequest: EventRequest;
        /** @description A contact was created or changed. */
        ContactEvent: ContactEvent;
        /** @description A contact was created. */
        ContactCreatedEvent: ContactCreatedEvent;
        /** @description A contact was changed. */
        ContactUpdatedEvent: ContactUpdatedEvent;
        /** @description A contact was erased. */
        ContactDeletedEvent: ContactDeletedEvent;
        /** @description A conversation was started, closed or reopened. */
        ConversationEvent: ConversationEvent;
        /** @description A conversation was started. */
        ConversationCreatedEvent: ConversationCreatedEvent;
        /** @description A conversation was closed or reopened. */
        ConversationUpdatedEvent: ConversationUpdatedEvent;
        /** @description A message was sent. */
        MessageEvent: MessageEvent;
        /** @description A ticket was created or changed. */
        TicketEvent: TicketEvent;
        /** @description A ticket was created. */
        TicketCreatedEvent: TicketCreatedEvent;
        /** @description A ticket was changed. */
        TicketUpdatedEvent: TicketUpdatedEvent;
        /** @description An article was published or unpublished. */
        ArticleEvent: ArticleEvent;
        /** @description An article was published. */
        ArticlePublishedEvent: ArticlePublishedEvent;
        /** @description An article was unpublished. */
        ArticleUnpublishedEvent: ArticleUnpublishedEvent;
        /**
         * @description The type of an event in this version, or `*` for all types.
         * @enum {string}
         */
        WebhookEventType: WebhookEventType;
        /** Format: uri */
        WebhookUrl: WebhookUrl;
        WebhookDescription: WebhookDescription;
        /** @description The fields of a new webhook. */
        CreateWebhookRequest: CreateWebhookRequest;
        /** @description The fields of a webhook that change. */
        UpdateWebhookRequest: UpdateWebhookRequest;
        /** @description `enabled`: the server sends events to the webhook. `disabled`: the server sends none. More values may be added. */
        WebhookStatus: WebhookStatus;
        /** @description The types of the events that the server sends. `*` stands for all types. More values may be added. */
        WebhookEvents: WebhookEvents;
        /** @description A URL at which you receive events. */
        Webhook: Webhook;
        /** @description The secret with which the server signs deliveries. Keep it as safe as your API keys. */
        WebhookSecret: WebhookSecret;
        /** @description A webhook that was just created, with its secret. */
        WebhookWithSecret: WebhookWithSecret;
        /** @description A webhook with its new secret. */
        RotatedWebhook: RotatedWebhook;
        /** @description The identifier of a webhook that was deleted. */
        DeletedWebhook: DeletedWebhook;
        /** @description The event that the operation `testWebhook` sends. */
        TestEvent: TestEvent;
        /** @description `pending`: an attempt is planned or under way. `succeeded`: an attempt succeeded. `failed`: the last attempt failed, and the server makes no other. `canceled`: the webhook was disabled before an attempt succeeded. More values may be added. */
        DeliveryStatus: DeliveryStatus;
        /** @description The sending of one event to one webhook. */
        Delivery: Delivery;
        /** @description One attempt to deliver an event. */
        Attempt: Attempt;
        /** @description A scope of an API key. The chapter "Scopes" lists them; more may be added. */
        Scope: Scope;
        /** @description An API key, without its secret. */
        ApiKey: ApiKey;
        /** @description How many requests the key may send in a window. The headers of each response say how many are left. */
        RateLimit: RateLimit;
        MessengerMessageBody: MessengerMessageBody;
        /** @description What is known of the visitor. All fields are optional. */
        CreateMessengerSessionRequest: CreateMessengerSessionRequest;
        /** @description The session of a visitor. */
        MessengerSession: MessengerSession;
        /** @description A conversation and its first message. */
        CreateMessengerConversationRequest: CreateMessengerConversationRequest;
        /** @description The fields of a new message. */
        CreateMessengerMessageRequest: CreateMessengerMessageRequest;
        /** @description One conversation. */
        ConversationResponse: ConversationResponse;
        /** @description A page of conversations. */
        ConversationPage: ConversationPage;
        /** @description One message. */
        MessageResponse: MessageResponse;
        /** @description A page of messages. */
        MessagePage: MessagePage;
        /** @description One ticket. */
        TicketResponse: TicketResponse;
        /** @description A page of tickets. */
        TicketPage: TicketPage;
        /** @description One article. */
        ArticleResponse: ArticleResponse;
        /** @description A page of articles. */
        ArticlePage: ArticlePage;
        /** @description One event. */
        EventResponse: EventResponse;
        /** @description A page of events. */
        EventPage: EventPage;
        /** @description One webhook. */
        WebhookResponse: WebhookResponse;
        /** @description One webhook with its secret. */
        WebhookWithSecretResponse: WebhookWithSecretResponse;
        /** @description One webhook with its new secret. */
        RotatedWebhookResponse: RotatedWebhookResponse;
        /** @description The webhook that was deleted. */
        DeletedWebhookResponse: DeletedWebhookResponse;
        /** @description A page of webhooks. */
        WebhookPage: WebhookPage;
        /** @description One delivery. */
        DeliveryResponse: DeliveryResponse;
        /** @description A page of deliveries. */
        DeliveryPage: DeliveryPage;
        /** @description One API key. */
        ApiKeyResponse: ApiKeyResponse;
        /** @description One session. */
        MessengerSessionResponse: MessengerSessionResponse;
        /** @description One conversation of the visitor. */
        MessengerConversationResponse: MessengerConversationResponse;
        /** @description A page of the visitor's conversations. */
        MessengerConversationPage: MessengerConversationPage;
        /** @description What went wrong. The text is in Spanish and made for logs; programs must not depend on it. It is in English if `Accept-Language` prefers it. */
        ErrorMessage: ErrorMessage;
        /** @description The first 100 errors of the request. `validation_error`, `missing_parameter`, `malformed_request` and `conflict` have them, and in a batch `precondition_failed`. Servers before 1.3.0 send none with `conflict`. */
        ErrorDetails: ErrorDetails;
        /** @description What is wrong, for program logic. More values may be added: handle those that you do not know by the code of the error. Servers before 1.2.0 send none. */
        ErrorReason: ErrorReason;
        /** @description `invalid_json` */
        InvalidJsonError: InvalidJsonError;
        /** @description `missing_parameter` */
        MissingParameterError: MissingParameterError;
        /** @description `malformed_request` */
        MalformedRequestError: MalformedRequestError;
        /** @description `unauthorized` */
        UnauthorizedError: UnauthorizedError;
        /** @description `forbidden` */
        ForbiddenError: ForbiddenError;
        /** @description `origin_not_allowed` */
        OriginNotAllowedError: OriginNotAllowedError;
        /** @description `workspace_suspended` */
        WorkspaceSuspendedError: WorkspaceSuspendedError;
        /** @description `not_found` */
        NotFoundError: NotFoundError;
        /** @description `path_not_found` */
        PathNotFoundError: PathNotFoundError;
        /** @description `method_not_allowed` */
        MethodNotAllowedError: MethodNotAllowedError;
        /** @description `request_timeout` */
        RequestTimeoutError: RequestTimeoutError;
        /** @description `conflict` */
        ConflictError: ConflictError;
        /** @description `request_in_progress` */
        RequestInProgressError: RequestInProgressError;
        /** @description `precondition_failed` */
        PreconditionFailedError: PreconditionFailedError;
        /** @description `payload_too_large` */
        PayloadTooLargeError: PayloadTooLargeError;
        /** @description `unsupported_media_type` */
        UnsupportedMediaTypeError: UnsupportedMediaTypeError;
        /** @description `validation_error` */
        ValidationError: ValidationError;
        /** @description `rate_limited` */
        RateLimitedError: RateLimitedError;
        /** @description `headers_too_large` */
        HeadersTooLargeError: HeadersTooLargeError;
        /** @description `internal_error` */
        InternalError: InternalError;
        /** @description `not_implemented` */
        NotImplementedError: NotImplementedError;
        /** @description `service_unavailable` */
        ServiceUnavailableError: ServiceUnavailableError;
    };
    responses: {
        /** @description The body is not valid JSON, a required field is missing, or the request is malformed. With `missing_parameter` the details name every missing field, and every other error that was found. */
        BadRequest: {
            headers: {
                "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                RateLimit: components["headers"]["RateLimitState"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["InvalidJsonError"] | components["schemas"]["MissingParameterError"] | components["schemas"]["MalformedRequestError"];
            };
        };
        /** @description The `Authorization` header is missing, or there is no such key, token or session. */
        Unauthorized: {
            headers: {
                "WWW-Authenticate": components["headers"]["WWWAuthenticate"];
                "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                RateLimit: components["headers"]["RateLimitState"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["UnauthorizedError"];
            };
        };
        /** @description `forbidden`: the key lacks the scope that the operation needs. `workspace_suspended`: the operator of the server has suspended the workspace. */
        Forbidden: {
            headers: {
                "WWW-Authenticate": components["headers"]["WWWAuthenticate"];
                "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                RateLimit: components["headers"]["RateLimitState"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ForbiddenError"] | components["schemas"]["WorkspaceSuspendedError"];
            };
        };
        /** @description `origin_not_allowed`: the request comes from a page whose origin is not one of the token's. `workspace_suspended`: the operator of the server has suspended the workspace. */
        OriginNotAllowed: {
            headers: {
                "WWW-Authenticate": components["headers"]["WWWAuthenticate"];
                "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                RateLimit: components["headers"]["RateLimitState"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["OriginNotAllowedError"] | components["schemas"]["WorkspaceSuspendedError"];
            };
        };
        /** @description The operator of the server has suspended the workspace. */
        WorkspaceSuspended: {
            headers: {
                "WWW-Authenticate": components["headers"]["WWWAuthenticate"];
                "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                RateLimit: components["headers"]["RateLimitState"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["WorkspaceSuspendedError"];
            };
        };
        /** @description The workspace has no such resource. */
        NotFound: {
            headers: {
                "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                RateLimit: components["headers"]["RateLimitState"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["NotFoundError"];
            };
        };
        /** @description `conflict`: a contact with this email or this `external_id` exists, and `contact_id` is its id. When one contact has the email and another the `external_id`, it is that of the email, and `details` names both. `request_in_progress`: the server is still processing the first request with this `Idempotency-Key`. */
        ContactExists: {
            headers: {
                "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                RateLimit: components["headers"]["RateLimitState"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ConflictError"] | components["schemas"]["RequestInProgressError"];
            };
        };
        /** @description Another contact has this email or this `external_id`, and `contact_id` is its id. When one contact has the email and another the `external_id`, it is that of the email, and `details` names both. */
        EmailTaken: {
            headers: {
                "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                RateLimit: components["headers"]["RateLimitState"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ConflictError"];
            };
        };
        /** @description The server is still processing the first request with this `Idempotency-Key`. */
        RequestInProgress: {
            headers: {
                "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                RateLimit: components["headers"]["RateLimitState"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["RequestInProgressError"];
            };
        };
        /** @description Not modified: the object is still the one that `If-None-Match` names. The response has no body. */
        NotModified: {
            headers: {
                "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                RateLimit: components["headers"]["RateLimitState"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                "X-Request-Id": components["headers"]["RequestId"];
                ETag: components["headers"]["ETag"];
                [name: string]: unknown;
            };
            content?: never;
        };
        /** @description The object has changed since the version that `If-Match` names. `current_version` is its version now. */
        PreconditionFailed: {
            headers: {
                "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                RateLimit: components["headers"]["RateLimitState"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                "X-Request-Id": components["headers"]["RequestId"];
                ETag: components["headers"]["ETag"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["PreconditionFailedError"];
            };
        };
        /** @description A field of the body or a parameter is invalid or unknown, or the workspace has reached a limit. */
        ValidationFailed: {
            headers: {
                "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                RateLimit: components["headers"]["RateLimitState"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ValidationError"];
            };
        };
        /** @description The request is not valid HTTP. */
        MalformedRequest: {
            headers: {
                "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                RateLimit: components["headers"]["RateLimitState"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
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
                RateLimit: components["headers"]["RateLimitState"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
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
                RateLimit: components["headers"]["RateLimitState"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
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
                RateLimit: components["headers"]["RateLimitState"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["UnsupportedMediaTypeError"];
            };
        };
        /** @description The key has used up its window, or too many requests of its workspace are waiting. In the second case `X-RateLimit-Remaining` is not 0. The messenger has windows of the session, the token and the client address. `Retry-After` says when to try again. */
        RateLimited: {
            headers: {
                "Retry-After": components["headers"]["RetryAfter"];
                "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                RateLimit: components["headers"]["RateLimitState"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
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
                RateLimit: components["headers"]["RateLimitState"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
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
                RateLimit: components["headers"]["RateLimitState"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["InternalError"];
            };
        };
        /** @description The server cannot reach its database right now, or the request got no slot in time. */
        ServiceUnavailable: {
            headers: {
                "Retry-After": components["headers"]["RetryAfter"];
                "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                RateLimit: components["headers"]["RateLimitState"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
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
         * @description The largest number of elements in a page. 1 to 100. Default: 25.
         * @example 2
         */
        Limit: number;
        /**
         * @description Id of the last element of the previous page: the `next_cursor` of that response. It must be the id of an element of this list without its filters, or one that was deleted in the last 30 days; the event feed also takes `cursor=newest`. Every other cursor is a 422. 1 to 64 characters.
         * @example ct_01jq7x2v4ef8stn5x0q9c6hd3k
         */
        ContactCursor: components["schemas"]["Reference"];
        /**
         * @description Id of the last element of the previous page: the `next_cursor` of that response. It must be the id of an element of this list without its filters, or one that was deleted in the last 30 days; the event feed also takes `cursor=newest`. Every other cursor is a 422. 1 to 64 characters.
         * @example cv_01jqx0a4m2e7yrt9d6b8p5vw3n
         */
        ConversationCursor: components["schemas"]["Reference"];
        /**
         * @description Id of the last element of the previous page: the `next_cursor` of that response. It must be the id of an element of this list without its filters, or one that was deleted in the last 30 days; the event feed also takes `cursor=newest`. Every other cursor is a 422. 1 to 64 characters.
         * @example ms_01jqxk3d8tf1r0p7m6a3k9wz2b
         */
        MessageCursor: components["schemas"]["Reference"];
        /**
         * @description Id of the last element of the previous page: the `next_cursor` of that response. It must be the id of an element of this list without its filters, or one that was deleted in the last 30 days; the event feed also takes `cursor=newest`. Every other cursor is a 422. 1 to 64 characters.
         * @example tk_01jqxm0n5ye1hbs8k4c7d3fg2w
         */
        TicketCursor: components["schemas"]["Reference"];
        /**
         * @description Id of the last element of the previous page: the `next_cursor` of that response. It must be the id of an element of this list without its filters, or one that was deleted in the last 30 days; the event feed also takes `cursor=newest`. Every other cursor is a 422. 1 to 64 characters.
         * @example ar_01jr0c5t9kf6a8x2bq7d4m1hze
         */
        ArticleCursor: components["schemas"]["Reference"];
        /**
         * @description Id of the last element of the previous page: the `next_cursor` of that response. It must be the id of an element of this list without its filters, or one that was deleted in the last 30 days; the event feed also takes `cursor=newest`. Every other cursor is a 422. 1 to 64 characters.
         * @example evt_01jqxkfb3jfx7c1m9v4w2d5s8t
         */
        EventCursor: components["schemas"]["Reference"];
        /**
         * @description Id of the last element of the previous page: the `next_cursor` of that response. It must be the id of an element of this list without its filters, or one that was deleted in the last 30 days; the event feed also takes `cursor=newest`. Every other cursor is a 422. 1 to 64 characters.
         * @example wh_01jqxjw6zve9bq3s5t8m0r4k2h
         */
        WebhookCursor: components["schemas"]["Reference"];
        /**
         * @description Id of the last element of the previous page: the `next_cursor` of that response. It must be the id of an element of this list without its filters, or one that was deleted in the last 30 days; the event feed also takes `cursor=newest`. Every other cursor is a 422. 1 to 64 characters.
         * @example whd_01jqxkfb3nf4g6t0s8y2c5m7pd
         */
        DeliveryCursor: components["schemas"]["Reference"];
        /**
         * @description Identifier of the contact (`ct_<id>`). 1 to 64 characters.
         * @example ct_01jq7x2v4ef8stn5x0q9c6hd3k
         */
        ContactIdInPath: components["schemas"]["Reference"];
        /**
         * @description Lists only the elements that belong to this contact. 1 to 64 characters.
         * @example ct_01jq7x2v4ef8stn5x0q9c6hd3k
         */
        OfContact: components["schemas"]["Reference"];
        /**
         * @description Lists only the elements that were created at this time or later. One that is being written may appear some seconds later with an earlier `created_at`, so ask from a minute before your previous request. At most 40 characters.
         * @example 2026-04-01T00:00:00Z
         */
        CreatedSince: string;
        /**
         * @description Lists only the elements that were created or changed at this time or later: whose `updated_at` is not before it. A change that is being written may appear some seconds later with an earlier `updated_at`, so ask from a minute before your previous request. The event feed misses nothing. At most 40 characters.
         * @example 2026-04-01T00:00:00Z
         */
        UpdatedSince: string;
        /**
         * @description Identifier of the conversation (`cv_<id>`). 1 to 64 characters.
         * @example cv_01jqxk3d8rf0pva6m5z2h9wt7c
         */
        ConversationIdInPath: components["schemas"]["Reference"];
        /**
         * @description Identifier of the ticket (`tk_<id>`). 1 to 64 characters.
         * @example tk_01jqxm0n5ye1hbs8k4c7d3fg2w
         */
        TicketIdInPath: components["schemas"]["Reference"];
        /**
         * @description Identifier of the article (`ar_<id>`). 1 to 64 characters.
         * @example ar_01jr0c5t9kf6a8x2bq7d4m1hze
         */
        ArticleIdInPath: components["schemas"]["Reference"];
        /**
         * @description Identifier of the event (`evt_<id>`). 1 to 64 characters.
         * @example evt_01jq7x2v4gfm5a6w0t8r3c9kyd
         */
        EventIdInPath: components["schemas"]["Reference"];
        /**
         * @description Identifier of the webhook (`wh_<id>`). 1 to 64 characters.
         * @example wh_01jqxjw6zve9bq3s5t8m0r4k2h
         */
        WebhookIdInPath: components["schemas"]["Reference"];
        /**
         * @description Id of the event. It is the same in every attempt and for every webhook. Use it to recognize an event that you have received before.
         * @example evt_01jqxkfb3jfx7c1m9v4w2d5s8t
         */
        WebhookMessageId: components["schemas"]["EventId"];
        /**
         * @description When this attempt was made, in Unix epoch seconds. Refuse a request whose timestamp differs from now by more than 5 minutes.
         * @example 1775120711
         */
        WebhookTimestamp: number;
        /**
         * @description `v1,` and the base64 of HMAC-SHA256 over `webhook-id.webhook-timestamp.body`, keyed with the bytes of the secret. For 24 hours after a rotation the header has two signatures, separated by a space; accept either.
         * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
         */
        WebhookSignature: string;
        /**
         * @description Makes it safe to repeat this request. For 24 hours, a request with the same key and the same body gets the same response, and nothing is created twice. Reusing a key with a different body returns 422. 1 to 255 characters.
         * @example 5f1c3a9e-1a51-4f3c-9b0e-6d0a7c2f9e11
         */
        IdempotencyKey: string;
        /**
         * @description Names the program that sends this request, e.g. `crm-sync`. The events that the request causes have it as `client_name`, by which the program recognizes its own changes. Keep the name through restarts, versions and API keys; two programs have two names. The name proves nothing: every key may send every name. 1 to 64 characters.
         * @example crm-sync
         */
        ClientName: string;
        /**
         * @description The `version` of the object that you have read, in quotes. When the object has another one now, the request does nothing and the response is a 412. Without this header the request is done in any case. The `ETag` of a read works too; it also changes with what else the read shows, such as the counts of a contact. A weak tag never matches. At most 1,000 characters.
         * @example "mn39vqwr"
         */
        IfMatch: string;
        /**
         * @description The `ETag` of the object that you have. When it is still the same, the response is a 304 without a body. A proxy may make the tag weak (`W/`), or add the name of its compression (`-gzip`, `-br`): it still counts as the same `ETag`. At most 1,000 characters.
         * @example "Zx6vIXNVOVb2o3tPSJuCNaqe5w7UDxZpCkzgqcRdfD0"
         */
        IfNoneMatch: string;
    };
    requestBodies: never;
    headers: {
        /**
         * @description Identifies what a read of the object returns, and changes exactly when that does. Send it as `If-None-Match` to read the object only if it has changed. To change the object only if nobody else has, send its `version` as `If-Match`: a proxy that compresses changes the `ETag`.
         * @example "Zx6vIXNVOVb2o3tPSJuCNaqe5w7UDxZpCkzgqcRdfD0"
         */
        ETag: string;
        /**
         * @description Requests that one API key may make in a window of 1 minute. A session of the messenger may make as many.
         * @example 600
         */
        RateLimitLimit: number;
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
         * @description The current window, as the IETF's draft of rate limit headers writes it: the requests that are left, and the seconds until it ends.
         * @example "requests";r=599;t=42
         */
        RateLimitState: string;
        /**
         * @description The limit, as the same draft writes it: requests, and the seconds of a window.
         * @example "requests";q=600;w=60
         */
        RateLimitPolicy: string;
        /**
         * @description Identifier of this request in the server's log. Quote it when you ask for help.
         * @example req_01jq7x2v4gfq2s2zjv8kqx4w5n
         */
        RequestId: string;
        /**
         * @description `true` when this response repeats the first one with the same `Idempotency-Key`; missing when the server has worked on the request now.
         * @example true
         */
        IdempotentReplayed: "true";
        /**
         * @description The number of seconds to wait before you repeat the request.
         * @example 12
         */
        RetryAfter: number;
        /**
         * @description Path of the created resource. For a message, it is the path of the list of messages of its conversation. For a conversation of a visitor, it is the path of the list of them.
         * @example /v1/contacts/ct_01jq7x2v4ef8stn5x0q9c6hd3k
         */
        Location: string;
        /**
         * @description The methods that this path has.
         * @example GET, HEAD, POST
         */
        Allow: string;
        /**
         * @description The authentication scheme, and what is wrong with the credential that you sent.
         * @example Bearer realm="api", error="invalid_token"
         */
        WWWAuthenticate: string;
    };
    pathItems: never;
}
/** @description An identifier that the API gave you. Treat it as opaque. */
export type Reference = string;
export type ContactId = string;
export type ConversationId = string;
export type TicketId = string;
export type MessageId = string;
export type ArticleId = string;
export type EventId = string;
export type WebhookId = string;
export type DeliveryId = string;
export type ApiKeyId = string;
/**
 * Format: date-time
 * @description Timestamp in UTC, ISO 8601 with milliseconds.
 */
export type Timestamp = string;
export type Version = string;
export type SearchText = string;
/** @description Send this value as `cursor` to read the next page. It is the id of the last element of this page, on the last page too. It is null only on an empty page. */
export type NextCursor = string | null;
/** @description Whether more pages exist. False means that the listing is finished. */
export type HasMore = boolean;
/** @description Where a record comes from. `api`: this API. `messenger`: the public messenger. `import`: an import of the team. More values may be added: accept those that you do not know. */
export type Source = "api" | "messenger" | "import" | (string & {});
export type PersonName = string;
/** Format: email */
export type Email = string;
export type ExternalId = string;
export type Phone = string;
export type ContactCompany = string;
export type City = string;
export type Country = string;
export type Tags = string[];
export type Lifecycle = "lead" | "active" | "customer" | (string & {});
export interface CustomFields {
    [key: string]: string | number;
}
export type CustomFieldsUpdate = {
    [key: string]: string | number | null;
} | null;
/** @description The fields of a new contact. */
export interface CreateContactRequest {
    /** @description Full name. 1 to 255 characters. */
    name: components["schemas"]["PersonName"];
    /**
     * Format: email
     * @description Unique in the workspace; capitals make no difference. It has ASCII characters only: send a domain of other letters as `xn--…`. At most 254 characters.
     */
    email: string;
    /** @description Identifier of the contact in your own system. Unique in the workspace. `null` is as if left out. 1 to 255 characters. */
    external_id?: string | null;
    /** @description Telephone, in any format. `null` is as if left out. At most 64 characters. */
    phone?: string | null;
    /** @description Company that the contact belongs to. `null` is as if left out. At most 255 characters. */
    company?: string | null;
    /**
     * @description Country of the contact. `null` is the default, Argentina. 1 to 100 characters.
     * @default Argentina
     */
    country?: string | null;
    /** @description Labels for segmentation. `null` is as if left out. Spaces around a label and repeated labels are removed. At most 50 elements, 1 to 50 characters each. */
    tags?: string[] | null;
    /** @description Key/value pairs with data from your own system. Values are strings or numbers; a key with `null` is left out, as is everything with `null` in place of the object. At most 50 fields. */
    custom_fields?: components["schemas"]["CustomFieldsUpdate"];
}
/** @description The fields of a contact that change. */
export interface UpdateContactRequest {
    /** @description Full name. 1 to 255 characters. */
    name?: components["schemas"]["PersonName"];
    /**
     * Format: email
     * @description Unique in the workspace; capitals make no difference. It has ASCII characters only: send a domain of other letters as `xn--…`. At most 254 characters.
     */
    email?: string;
    /** @description Identifier of the contact in your own system. Unique in the workspace. `null` removes it. 1 to 255 characters. */
    external_id?: string | null;
    /** @description Telephone, in any format. `null` and an empty text remove it. At most 64 characters. */
    phone?: string | null;
    /** @description Company that the contact belongs to. `null` and an empty text remove it. At most 255 characters. */
    company?: string | null;
    /** @description Country of the contact. `null` resets it to the default, Argentina. 1 to 100 characters. */
    country?: string | null;
    /** @description Labels for segmentation, in place of those that the contact has. `null` removes all. Spaces around a label and repeated labels are removed. At most 50 elements, 1 to 50 characters each. */
    tags?: string[] | null;
    /** @description Labels to add to those that the contact has. They cannot be sent together with `tags`; an empty list adds none. At most 50 elements, 1 to 50 characters each. */
    add_tags?: components["schemas"]["Tags"];
    /** @description Labels to remove, before `add_tags` are added. They cannot be sent together with `tags`; an empty list removes none. At most 50 elements, 1 to 50 characters each. */
    remove_tags?: components["schemas"]["Tags"];
    /** @description Key/value pairs with data from your own system that change. A key with `null` is removed; keys that you do not send stay. `null` in place of the object removes all keys. At most 50 fields. */
    custom_fields?: components["schemas"]["CustomFieldsUpdate"];
}
/** @description A contact to create, which needs `name` and `email`, or the fields of one that change. When `id`, `external_id` and `email` name different contacts, or the contact of the `email` has another `external_id`, the element is a `conflict`. */
export interface BatchContact {
    /** @description Identifier of the contact to change. When you send it, `external_id` and `email` are fields to change. */
    id?: components["schemas"]["Reference"];
    /** @description The `version` of the contact that you have read. When the contact now has another version, even because of an earlier element, or does not exist, the element is refused with `precondition_failed`. */
    if_match?: components["schemas"]["Version"];
    /** @description Full name. */
    name?: components["schemas"]["PersonName"];
    /**
     * Format: email
     * @description Unique in the workspace; capitals make no difference. It has ASCII characters only: send a domain of other letters as `xn--…`.
     */
    email?: string;
    /** @description Identifier of the contact in your own system. Unique in the workspace. `null` removes it. */
    external_id?: string | null;
    /** @description Telephone, in any format. `null` and an empty text remove it. */
    phone?: string | null;
    /** @description Company that the contact belongs to. `null` and an empty text remove it. */
    company?: string | null;
    /** @description Country of the contact. `null` resets it to the default, Argentina. */
    country?: string | null;
    /** @description Labels for segmentation, in place of those that the contact has. `null` removes all. Spaces around a label and repeated labels are removed. */
    tags?: string[] | null;
    /** @description Labels to add to those that the contact has. They cannot be sent together with `tags`; an empty list adds none. */
    add_tags?: components["schemas"]["Tags"];
    /** @description Labels to remove, before `add_tags` are added. They cannot be sent together with `tags`; an empty list removes none. */
    remove_tags?: components["schemas"]["Tags"];
    /** @description Key/value pairs with data from your own system that change. A key with `null` is removed; keys that you do not send stay. `null` in place of the object removes all keys. */
    custom_fields?: components["schemas"]["CustomFieldsUpdate"];
}
/** @description The contacts to create or to change. */
export interface BatchContactsRequest {
    /** @description The contacts. A contact that does not exist yet needs a `name`. An element that is wrong gets an error in its result, and does not refuse the others. 1 to 100 elements. */
    contacts: components["schemas"]["BatchContact"][];
}
/** @description The results of a batch of contacts. */
export interface ContactBatch {
    /**
     * @description The type of this object.
     * @constant
     */
    object: "contact_batch";
    /** @description The result of each element of the request, in the same order. */
    results: components["schemas"]["ContactBatchResult"][];
}
/** @description The result of one element. */
export interface ContactBatchResult {
    /** @description `created`: the contact is new. `updated`: a field of the contact changed. `unchanged`: the contact had these values already. `failed`: the element was refused, and `error` says why. More values may be added. */
    status: "created" | "updated" | "unchanged" | "failed" | (string & {});
    /** @description The contact after the element; missing when the element was refused. */
    contact?: components["schemas"]["Contact"];
    /** @description Why the element was refused; missing when it was not. */
    error?: components["schemas"]["ContactBatchError"];
}
/** @description The error of one element, with the fields of the errors of a request. */
export interface ContactBatchError {
    /** @description Stable code for program logic. More codes may be added. */
    code: "missing_parameter" | "conflict" | "validation_error" | "precondition_failed" | (string & {});
    message: components["schemas"]["ErrorMessage"];
    /** @description The errors of the element. Their paths begin in the element. */
    details: components["schemas"]["ErrorDetails"];
    /** @description Identifier of the other contact that has the email, or else the `external_id`. Only `conflict` has it. Servers before 1.3.0 send a `validation_error` instead. */
    contact_id?: components["schemas"]["ContactId"];
    /** @description The `version` that the contact has now. Only `precondition_failed` has it, if there is a contact. */
    current_version?: components["schemas"]["Version"];
}
/** @description A person who writes to the team. Lists carry all of its fields. */
export interface Contact {
    /** @description Identifier of the contact. */
    id: components["schemas"]["ContactId"];
    /**
     * @description The type of this object.
     * @constant
     */
    object: "contact";
    /** @description Full name. */
    name: components["schemas"]["PersonName"];
    /** @description Email as it was sent. */
    email: components["schemas"]["Email"];
    /** @description Identifier of the contact in your own system; null when it has none. Events recorded before 1.2.0 do not have it. */
    external_id?: string | null;
    /** @description Telephone; empty when unknown. */
    phone: components["schemas"]["Phone"];
    /** @description Company that the contact belongs to; empty when unknown. */
    company: components["schemas"]["ContactCompany"];
    /** @description Country of the contact. */
    country: components["schemas"]["Country"];
    /** @description City, which the team fills in; empty when unknown. A request cannot set it. */
    city: components["schemas"]["City"];
    /** @description Labels for segmentation. */
    tags: components["schemas"]["Tags"];
    /** @description The relation of the contact to the company. `lead`: no customer yet, as every contact at creation. `active`: in touch with the team. `customer`: buys from the company. The team changes it. More values may be added: accept those that you do not know. */
    lifecycle: components["schemas"]["Lifecycle"];
    /** @description Whether the team gives this contact priority. */
    vip: boolean;
    /** @description Where the record comes from; `api` for those that this API created. */
    source: components["schemas"]["Source"];
    /** @description When the contact was created. */
    created_at: components["schemas"]["Timestamp"];
    /** @description When a field of the contact last changed; at first, when it was created. Changes to the counts or to `last_seen_at` do not update it. Events recorded before 1.1.0 do not have it. */
    updated_at?: components["schemas"]["Timestamp"];
    /** @description The version of the contact: an opaque text, which changes with `updated_at`. Send it as `If-Match`. Events recorded before 1.3.0 do not have it. */
    version?: components["schemas"]["Version"];
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
}
/** @description The identifier of a contact that was erased. */
export interface DeletedContact {
    /** @description Identifier of the contact. */
    id: components["schemas"]["ContactId"];
    /**
     * @description The type of this object.
     * @constant
     */
    object: "contact";
    /** @description Whether the contact was erased; always true. */
    deleted: boolean;
}
/** @description A contact with its newest conversations and tickets. The counts tell when there are more. */
export interface ContactDetail {
    /** @description Identifier of the contact. */
    id: components["schemas"]["ContactId"];
    /**
     * @description The type of this object.
     * @constant
     */
    object: "contact";
    /** @description Full name. */
    name: components["schemas"]["PersonName"];
    /** @description Email as it was sent. */
    email: components["schemas"]["Email"];
    /** @description Identifier of the contact in your own system; null when it has none. Events recorded before 1.2.0 do not have it. */
    external_id?: string | null;
    /** @description Telephone; empty when unknown. */
    phone: components["schemas"]["Phone"];
    /** @description Company that the contact belongs to; empty when unknown. */
    company: components["schemas"]["ContactCompany"];
    /** @description Country of the contact. */
    country: components["schemas"]["Country"];
    /** @description City, which the team fills in; empty when unknown. A request cannot set it. */
    city: components["schemas"]["City"];
    /** @description Labels for segmentation. */
    tags: components["schemas"]["Tags"];
    /** @description The relation of the contact to the company. `lead`: no customer yet, as every contact at creation. `active`: in touch with the team. `customer`: buys from the company. The team changes it. More values may be added: accept those that you do not know. */
    lifecycle: components["schemas"]["Lifecycle"];
    /** @description Whether the team gives this contact priority. */
    vip: boolean;
    /** @description Where the record comes from; `api` for those that this API created. */
    source: components["schemas"]["Source"];
    /** @description When the contact was created. */
    created_at: components["schemas"]["Timestamp"];
    /** @description When a field of the contact last changed; at first, when it was created. Changes to the counts or to `last_seen_at` do not update it. Events recorded before 1.1.0 do not have it. */
    updated_at?: components["schemas"]["Timestamp"];
    /** @description The version of the contact: an opaque text, which changes with `updated_at`. Send it as `If-Match`. Events recorded before 1.3.0 do not have it. */
    version?: components["schemas"]["Version"];
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
}
/** @description A conversation without its messages. */
export interface ConversationSummary {
    /** @description Identifier of the conversation. */
    id: components["schemas"]["ConversationId"];
    /**
     * @description The type of this object.
     * @constant
     */
    object: "conversation";
    /** @description Subject of the conversation; may be empty. */
    subject: components["schemas"]["Subject"];
    /** @description Whether the team still works on the conversation. */
    status: components["schemas"]["ConversationStatus"];
    /** @description When the newest message was written. */
    last_message_at: components["schemas"]["Timestamp"];
    /** @description When the conversation was started. */
    created_at: components["schemas"]["Timestamp"];
}
/** @description A ticket without its description. */
export interface TicketSummary {
    /** @description Identifier of the ticket. */
    id: components["schemas"]["TicketId"];
    /**
     * @description The type of this object.
     * @constant
     */
    object: "ticket";
    /** @description Number of the ticket, counted in the workspace. */
    number: components["schemas"]["TicketNumber"];
    /** @description Subject of the ticket. */
    subject: components["schemas"]["TicketSubject"];
    /** @description How far the work on the ticket is. */
    status: components["schemas"]["TicketStatus"];
    /** @description How important the ticket is. */
    priority: components["schemas"]["TicketPriority"];
    /** @description When it was created. */
    created_at: components["schemas"]["Timestamp"];
}
/** @description One contact. */
export interface ContactResponse {
    data: components["schemas"]["Contact"];
}
/** @description The results of a batch of contacts. */
export interface ContactBatchResponse {
    data: components["schemas"]["ContactBatch"];
}
/** @description The contact that was erased. */
export interface DeletedContactResponse {
    data: components["schemas"]["DeletedContact"];
}
/** @description One contact with its conversations and tickets. */
export interface ContactDetailResponse {
    data: components["schemas"]["ContactDetail"];
}
/** @description A page of contacts. */
export interface ContactPage {
    /** @description The contacts of this page. */
    data: components["schemas"]["Contact"][];
    next_cursor: components["schemas"]["NextCursor"];
    has_more: components["schemas"]["HasMore"];
}
export type Subject = string;
export type MessageBody = string;
/** @description `open`: the team still works on it. `closed`: the team is done with it. More values may be added. */
export type ConversationStatus = "open" | "closed" | (string & {});
/** @description `team`: somebody of the team wrote the message. `contact`: the contact wrote it. More values may be added. */
export type AuthorType = "team" | "contact" | (string & {});
/** @description A conversation and its first message. */
export interface CreateConversationRequest {
    /** @description Identifier of the contact. 1 to 64 characters. */
    contact_id: components["schemas"]["Reference"];
    /**
     * @description Subject of the conversation. At most 255 characters.
     * @default
     */
    subject?: string;
    /** @description The first message, plain text. 1 to 20,000 characters. */
    body: components["schemas"]["MessageBody"];
    /**
     * @description Who wrote the message. `team`: somebody of the team. `contact`: the contact wrote it in another channel, and you pass it on.
     * @default team
     * @enum {string}
     */
    author_type?: "team" | "contact";
}
/** @description The fields of a new message. */
export interface CreateMessageRequest {
    /** @description The message, plain text. 1 to 20,000 characters. */
    body: components["schemas"]["MessageBody"];
    /**
     * @description Who wrote the message. `team`: somebody of the team. `contact`: the contact wrote it in another channel, and you pass it on.
     * @default team
     * @enum {string}
     */
    author_type?: "team" | "contact";
}
/** @description The fields of a conversation that change. */
export interface UpdateConversationRequest {
    /**
     * @description `open`: the team still works on the conversation. `closed`: the team is done with it.
     * @enum {string}
     */
    status?: "open" | "closed";
}
/** @description An exchange of messages with a contact. */
export interface Conversation {
    /** @description Identifier of the conversation. */
    id: components["schemas"]["ConversationId"];
    /**
     * @description The type of this object.
     * @constant
     */
    object: "conversation";
    /** @description Identifier of the contact. */
    contact_id: components["schemas"]["ContactId"];
    /** @description Subject of the conversation; may be empty. */
    subject: components["schemas"]["Subject"];
    /** @description Whether the team still works on the conversation. A message of the contact reopens it. */
    status: components["schemas"]["ConversationStatus"];
    /** @description Where the conversation comes from. */
    source: components["schemas"]["Source"];
    /**
     * Format: int32
     * @description How many messages the conversation has.
     */
    messages_count: number;
    /** @description When the newest message was written. */
    last_message_at: components["schemas"]["Timestamp"];
    /** @description When the conversation was started. */
    created_at: components["schemas"]["Timestamp"];
    /** @description When the conversation was last closed or reopened, or got a message; at first, when it was started. Events recorded before 1.1.0 do not have it. */
    updated_at?: components["schemas"]["Timestamp"];
    /** @description The version of the conversation: an opaque text, which changes with `updated_at`. Send it as `If-Match`. Events recorded before 1.3.0 do not have it. */
    version?: components["schemas"]["Version"];
}
/** @description A message in a conversation. */
export interface Message {
    /** @description Identifier of the message. */
    id: components["schemas"]["MessageId"];
    /**
     * @description The type of this object.
     * @constant
     */
    object: "message";
    /** @description Identifier of the conversation. */
    conversation_id: components["schemas"]["ConversationId"];
    /** @description Who wrote the message. */
    author: components["schemas"]["Author"];
    /** @description The message, plain text. */
    body: components["schemas"]["MessageBody"];
    /** @description When the message was written. */
    created_at: components["schemas"]["Timestamp"];
}
/** @description Who wrote a message. */
export interface Author {
    /** @description Whether the team or the contact wrote the message. */
    type: components["schemas"]["AuthorType"];
    /** @description Identifier of the contact who wrote the message; null when the team wrote it. */
    contact_id: components["schemas"]["ContactId"] | null;
    /** @description Name of the contact or of the workspace. `""` when the key may not read the name of the contact. */
    name: string;
}
/** @description `open`: the team has to work on it. `pending`: the team waits for somebody else. `solved`: the team has solved it. `closed`: nobody works on it any more. More values may be added. */
export type TicketStatus = "open" | "pending" | "solved" | "closed" | (string & {});
/** @description How important the ticket is. `low`, `normal`, `high` and `urgent` go from the least to the most important. More values may be added. */
export type TicketPriority = "low" | "normal" | "high" | "urgent" | (string & {});
/** Format: int64 */
export type TicketNumber = number;
export type TicketSubject = string;
export type TicketDescription = string;
/** @description The fields of a new ticket. */
export interface CreateTicketRequest {
    /** @description Identifier of the contact that the ticket is for. 1 to 64 characters. */
    contact_id: components["schemas"]["Reference"];
    /** @description Identifier of the conversation that the ticket comes from. It must be one of the same contact. 1 to 64 characters. */
    conversation_id?: components["schemas"]["Reference"];
    /** @description Subject of the ticket. 1 to 255 characters. */
    subject: components["schemas"]["TicketSubject"];
    /** @description What the ticket is about, plain text. 1 to 20,000 characters. */
    description: components["schemas"]["TicketDescription"];
    /**
     * @description How important the ticket is. `low`, `normal`, `high` and `urgent` go from the least to the most important.
     * @default normal
     * @enum {string}
     */
    priority?: "low" | "normal" | "high" | "urgent";
    /** @description Labels of the ticket. Spaces around a label and repeated labels are removed. At most 50 elements, 1 to 50 characters each. */
    tags?: components["schemas"]["Tags"];
    /** @description Key/value pairs with data from your own system. Values are strings or numbers. At most 50 fields. */
    custom_fields?: components["schemas"]["CustomFields"];
}
/** @description The fields of a ticket that change. */
export interface UpdateTicketRequest {
    /** @description Subject of the ticket. 1 to 255 characters. */
    subject?: components["schemas"]["TicketSubject"];
    /**
     * @description How far the work on the ticket is. `open`: the team has to work on it. `pending`: the team waits for somebody else. `solved`: the team has solved it. `closed`: nobody works on it any more.
     * @enum {string}
     */
    status?: "open" | "pending" | "solved" | "closed";
    /**
     * @description How important the ticket is. `low`, `normal`, `high` and `urgent` go from the least to the most important.
     * @enum {string}
     */
    priority?: "low" | "normal" | "high" | "urgent";
    /** @description Labels of the ticket, in place of those that it has. `null` removes all. Spaces around a label and repeated labels are removed. At most 50 elements, 1 to 50 characters each. */
    tags?: string[] | null;
    /** @description Labels to add to those that the ticket has. They cannot be sent together with `tags`; an empty list adds none. At most 50 elements, 1 to 50 characters each. */
    add_tags?: components["schemas"]["Tags"];
    /** @description Labels to remove, before `add_tags` are added. They cannot be sent together with `tags`; an empty list removes none. At most 50 elements, 1 to 50 characters each. */
    remove_tags?: components["schemas"]["Tags"];
    /** @description Key/value pairs with data from your own system that change. A key with `null` is removed; keys that you do not send stay. `null` in place of the object removes all keys. At most 50 fields. */
    custom_fields?: components["schemas"]["CustomFieldsUpdate"];
}
/** @description A piece of work for a contact. */
export interface Ticket {
    /** @description Identifier of the ticket. */
    id: components["schemas"]["TicketId"];
    /**
     * @description The type of this object.
     * @constant
     */
    object: "ticket";
    /** @description Number of the ticket, counted in the workspace. */
    number: components["schemas"]["TicketNumber"];
    /** @description Identifier of the contact that the ticket is for. */
    contact_id: components["schemas"]["ContactId"];
    /** @description Identifier of the conversation that the ticket comes from; null when there is none. */
    conversation_id: components["schemas"]["ConversationId"] | null;
    /** @description Subject of the ticket. */
    subject: components["schemas"]["TicketSubject"];
    /** @description What the ticket is about. */
    description: components["schemas"]["TicketDescription"];
    /** @description How far the work on the ticket is. */
    status: components["schemas"]["TicketStatus"];
    /** @description How important the ticket is. */
    priority: components["schemas"]["TicketPriority"];
    /** @description Labels of the ticket. */
    tags: components["schemas"]["Tags"];
    /** @description Key/value pairs with data from your own system. */
    custom_fields: components["schemas"]["CustomFields"];
    /** @description When it was created. */
    created_at: components["schemas"]["Timestamp"];
    /** @description When it last changed. */
    updated_at: components["schemas"]["Timestamp"];
    /** @description The version of the ticket: an opaque text, which changes with `updated_at`. Send it as `If-Match`. Events recorded before 1.3.0 do not have it. */
    version?: components["schemas"]["Version"];
}
/** @description The fields of an article that the team writes. */
export interface ArticleContent {
    /** @description Title of the article. */
    title: string;
    /** @description A summary of the article; may be empty. */
    excerpt: string;
    /** @description The text of the article, in Markdown. */
    body: string;
    /** @description Category of the article; may be empty. */
    category: string;
    /** @description Language of the article, as a BCP 47 tag. */
    locale: string;
    /**
     * Format: uri
     * @description The URL of the article in the help center; null when the article has no page of its own.
     */
    url: string | null;
}
/** @description A page of the help center. */
export interface Article {
    /** @description Title of the article. */
    title: string;
    /** @description A summary of the article; may be empty. */
    excerpt: string;
    /** @description The text of the article, in Markdown. */
    body: string;
    /** @description Category of the article; may be empty. */
    category: string;
    /** @description Language of the article, as a BCP 47 tag. */
    locale: string;
    /**
     * Format: uri
     * @description The URL of the article in the help center; null when the article has no page of its own.
     */
    url: string | null;
    /** @description Identifier of the article. */
    id: components["schemas"]["ArticleId"];
    /**
     * @description The type of this object.
     * @constant
     */
    object: "article";
    /** @description The title in a form that fits into a URL. */
    slug: string;
    /** @description When the article was published. */
    published_at: components["schemas"]["Timestamp"];
    /** @description When the article was written. */
    created_at: components["schemas"]["Timestamp"];
    /** @description When it last changed. */
    updated_at: components["schemas"]["Timestamp"];
    /** @description The version of the article: an opaque text, which changes with `updated_at`. Send it as `If-Match`. Events recorded before 1.3.0 do not have it. */
    version?: components["schemas"]["Version"];
}
/** @description The type of an event. The webhook of the same name says when the event happens. More types may be added. */
export type EventType = "contact.created" | "contact.updated" | "contact.deleted" | "conversation.created" | "conversation.updated" | "message.created" | "ticket.created" | "ticket.updated" | "article.published" | "article.unpublished" | (string & {});
/**
 * @description The type of an event in this version. The webhook of the same name says when the event happens.
 * @enum {string}
 */
export type KnownEventType = "contact.created" | "contact.updated" | "contact.deleted" | "conversation.created" | "conversation.updated" | "message.created" | "ticket.created" | "ticket.updated" | "article.published" | "article.unpublished";
/** @description A change in the workspace. The field `data` is the object right after the change; the webhook named like the `type` says which schema it has. This schema has no `oneOf`, so that your client can decode an event of a type that it does not know. Read `type` first, then decode `data`. Skip events of unknown types. */
export type Event = ContactCreatedEvent | ContactUpdatedEvent | ContactDeletedEvent | ConversationCreatedEvent | ConversationUpdatedEvent | MessageEvent | TicketCreatedEvent | TicketUpdatedEvent | ArticlePublishedEvent | ArticleUnpublishedEvent;
/** @description The fields that every event has. */
export interface EventFields {
    /** @description Identifier of the event. */
    id: components["schemas"]["EventId"];
    /**
     * @description The type of this object.
     * @constant
     */
    object: "event";
    /** @description When the change happened. */
    created_at: components["schemas"]["Timestamp"];
    /** @description The request that caused the change; null when the team made it. A program recognizes its own changes by `client_name`. */
    request?: components["schemas"]["EventRequest"] | null;
}
/** @description The changed fields with their values before the change. Only events whose type ends with `.updated` have them. */
export interface PreviousValues {
    [key: string]: unknown;
}
/** @description The request that caused an event. */
export interface EventRequest {
    /** @description The request's `X-Request-Id`. */
    id: string;
    /** @description The request's `Idempotency-Key`; null when it had none. */
    idempotency_key: string | null;
    /** @description Identifier of the key that sent the request, as in `getMe`; null for a visitor of the messenger. */
    api_key_id: components["schemas"]["ApiKeyId"] | null;
    /** @description The request's `Client-Name`; null when it had none, as for a visitor of the messenger. Missing in events of requests before 1.3.0. */
    client_name?: string | null;
}
/** @description A contact was created or changed. */
export interface ContactEvent {
    /** @description Identifier of the event. */
    id: components["schemas"]["EventId"];
    /**
     * @description The type of this object.
     * @constant
     */
    object: "event";
    /** @description When the change happened. */
    created_at: components["schemas"]["Timestamp"];
    /** @description The request that caused the change; null when the team made it. A program recognizes its own changes by `client_name`. */
    request?: components["schemas"]["EventRequest"] | null;
    /**
     * @description The type of the event.
     * @enum {string}
     */
    type: "contact.created" | "contact.updated";
    /** @description The contact right after the change. */
    data: components["schemas"]["Contact"];
}
/** @description A contact was created. */
export interface ContactCreatedEvent {
    /** @description Identifier of the event. */
    id: components["schemas"]["EventId"];
    /**
     * @description The type of this object.
     * @constant
     */
    object: "event";
    /** @description When the change happened. */
    created_at: components["schemas"]["Timestamp"];
    /** @description The request that caused the change; null when the team made it. A program recognizes its own changes by `client_name`. */
    request?: components["schemas"]["EventRequest"] | null;
    /**
     * @description The type of the event.
     * @constant
     */
    type: "contact.created";
    /** @description The contact right after the change. */
    data: components["schemas"]["Contact"];
}
/** @description A contact was changed. */
export interface ContactUpdatedEvent {
    /** @description Identifier of the event. */
    id: components["schemas"]["EventId"];
    /**
     * @description The type of this object.
     * @constant
     */
    object: "event";
    /** @description When the change happened. */
    created_at: components["schemas"]["Timestamp"];
    /** @description The request that caused the change; null when the team made it. A program recognizes its own changes by `client_name`. */
    request?: components["schemas"]["EventRequest"] | null;
    /**
     * @description The type of the event.
     * @constant
     */
    type: "contact.updated";
    /** @description The contact right after the change. */
    data: components["schemas"]["Contact"];
    previous?: Partial<components["schemas"]["Contact"]>;
}
/** @description A contact was erased. */
export interface ContactDeletedEvent {
    /** @description Identifier of the event. */
    id: components["schemas"]["EventId"];
    /**
     * @description The type of this object.
     * @constant
     */
    object: "event";
    /** @description When the change happened. */
    created_at: components["schemas"]["Timestamp"];
    /** @description The request that caused the change; null when the team made it. A program recognizes its own changes by `client_name`. */
    request?: components["schemas"]["EventRequest"] | null;
    /**
     * @description The type of the event.
     * @constant
     */
    type: "contact.deleted";
    /** @description The identifier of the contact. */
    data: components["schemas"]["DeletedContact"];
}
/** @description A conversation was started, closed or reopened. */
export interface ConversationEvent {
    /** @description Identifier of the event. */
    id: components["schemas"]["EventId"];
    /**
     * @description The type of this object.
     * @constant
     */
    object: "event";
    /** @description When the change happened. */
    created_at: components["schemas"]["Timestamp"];
    /** @description The request that caused the change; null when the team made it. A program recognizes its own changes by `client_name`. */
    request?: components["schemas"]["EventRequest"] | null;
    /**
     * @description The type of the event.
     * @enum {string}
     */
    type: "conversation.created" | "conversation.updated";
    /** @description The conversation right after the change. */
    data: components["schemas"]["Conversation"];
}
/** @description A conversation was started. */
export interface ConversationCreatedEvent {
    /** @description Identifier of the event. */
    id: components["schemas"]["EventId"];
    /**
     * @description The type of this object.
     * @constant
     */
    object: "event";
    /** @description When the change happened. */
    created_at: components["schemas"]["Timestamp"];
    /** @description The request that caused the change; null when the team made it. A program recognizes its own changes by `client_name`. */
    request?: components["schemas"]["EventRequest"] | null;
    /**
     * @description The type of the event.
     * @constant
     */
    type: "conversation.created";
    /** @description The conversation right after the change. */
    data: components["schemas"]["Conversation"];
}
/** @description A conversation was closed or reopened. */
export interface ConversationUpdatedEvent {
    /** @description Identifier of the event. */
    id: components["schemas"]["EventId"];
    /**
     * @description The type of this object.
     * @constant
     */
    object: "event";
    /** @description When the change happened. */
    created_at: components["schemas"]["Timestamp"];
    /** @description The request that caused the change; null when the team made it. A program recognizes its own changes by `client_name`. */
    request?: components["schemas"]["EventRequest"] | null;
    /**
     * @description The type of the event.
     * @constant
     */
    type: "conversation.updated";
    /** @description The conversation right after the change. */
    data: components["schemas"]["Conversation"];
    previous?: Partial<components["schemas"]["Conversation"]>;
}
/** @description A message was sent. */
export interface MessageEvent {
    /** @description Identifier of the event. */
    id: components["schemas"]["EventId"];
    /**
     * @description The type of this object.
     * @constant
     */
    object: "event";
    /** @description When the change happened. */
    created_at: components["schemas"]["Timestamp"];
    /** @description The request that caused the change; null when the team made it. A program recognizes its own changes by `client_name`. */
    request?: components["schemas"]["EventRequest"] | null;
    /**
     * @description The type of the event.
     * @constant
     */
    type: "message.created";
    /** @description The message right after the change. */
    data: components["schemas"]["Message"];
}
/** @description A ticket was created or changed. */
export interface TicketEvent {
    /** @description Identifier of the event. */
    id: components["schemas"]["EventId"];
    /**
     * @description The type of this object.
     * @constant
     */
    object: "event";
    /** @description When the change happened. */
    created_at: components["schemas"]["Timestamp"];
    /** @description The request that caused the change; null when the team made it. A program recognizes its own changes by `client_name`. */
    request?: components["schemas"]["EventRequest"] | null;
    /**
     * @description The type of the event.
     * @enum {string}
     */
    type: "ticket.created" | "ticket.updated";
    /** @description The ticket right after the change. */
    data: components["schemas"]["Ticket"];
}
/** @description A ticket was created. */
export interface TicketCreatedEvent {
    /** @description Identifier of the event. */
    id: components["schemas"]["EventId"];
    /**
     * @description The type of this object.
     * @constant
     */
    object: "event";
    /** @description When the change happened. */
    created_at: components["schemas"]["Timestamp"];
    /** @description The request that caused the change; null when the team made it. A program recognizes its own changes by `client_name`. */
    request?: components["schemas"]["EventRequest"] | null;
    /**
     * @description The type of the event.
     * @constant
     */
    type: "ticket.created";
    /** @description The ticket right after the change. */
    data: components["schemas"]["Ticket"];
}
/** @description A ticket was changed. */
export interface TicketUpdatedEvent {
    /** @description Identifier of the event. */
    id: components["schemas"]["EventId"];
    /**
     * @description The type of this object.
     * @constant
     */
    object: "event";
    /** @description When the change happened. */
    created_at: components["schemas"]["Timestamp"];
    /** @description The request that caused the change; null when the team made it. A program recognizes its own changes by `client_name`. */
    request?: components["schemas"]["EventRequest"] | null;
    /**
     * @description The type of the event.
     * @constant
     */
    type: "ticket.updated";
    /** @description The ticket right after the change. */
    data: components["schemas"]["Ticket"];
    previous?: Partial<components["schemas"]["Ticket"]>;
}
/** @description An article was published or unpublished. */
export interface ArticleEvent {
    /** @description Identifier of the event. */
    id: components["schemas"]["EventId"];
    /**
     * @description The type of this object.
     * @constant
     */
    object: "event";
    /** @description When the change happened. */
    created_at: components["schemas"]["Timestamp"];
    /** @description The request that caused the change; null when the team made it. A program recognizes its own changes by `client_name`. */
    request?: components["schemas"]["EventRequest"] | null;
    /**
     * @description The type of the event.
     * @enum {string}
     */
    type: "article.published" | "article.unpublished";
    /** @description The article right after the change. */
    data: components["schemas"]["Article"];
}
/** @description An article was published. */
export interface ArticlePublishedEvent {
    /** @description Identifier of the event. */
    id: components["schemas"]["EventId"];
    /**
     * @description The type of this object.
     * @constant
     */
    object: "event";
    /** @description When the change happened. */
    created_at: components["schemas"]["Timestamp"];
    /** @description The request that caused the change; null when the team made it. A program recognizes its own changes by `client_name`. */
    request?: components["schemas"]["EventRequest"] | null;
    /**
     * @description The type of the event.
     * @constant
     */
    type: "article.published";
    /** @description The article right after the change. */
    data: components["schemas"]["Article"];
}
/** @description An article was unpublished. */
export interface ArticleUnpublishedEvent {
    /** @description Identifier of the event. */
    id: components["schemas"]["EventId"];
    /**
     * @description The type of this object.
     * @constant
     */
    object: "event";
    /** @description When the change happened. */
    created_at: components["schemas"]["Timestamp"];
    /** @description The request that caused the change; null when the team made it. A program recognizes its own changes by `client_name`. */
    request?: components["schemas"]["EventRequest"] | null;
    /**
     * @description The type of the event.
     * @constant
     */
    type: "article.unpublished";
    /** @description The article right after the change. */
    data: components["schemas"]["Article"];
}
/**
 * @description The type of an event in this version, or `*` for all types.
 * @enum {string}
 */
export type WebhookEventType = "contact.created" | "contact.updated" | "contact.deleted" | "conversation.created" | "conversation.updated" | "message.created" | "ticket.created" | "ticket.updated" | "article.published" | "article.unpublished" | "*";
/** Format: uri */
export type WebhookUrl = string;
export type WebhookDescription = string;
/** @description The fields of a new webhook. */
export interface CreateWebhookRequest {
    /**
     * Format: uri
     * @description The URL to which the server sends the events: an `https` URL on the public internet, without credentials and without a fragment. 1 to 2,048 characters.
     */
    url: string;
    /** @description The types of the events that the server sends. `*` stands for all types, including types that are added later. 1 to 20 elements, no element twice. */
    events: components["schemas"]["WebhookEventType"][];
    /**
     * @description What the webhook is for. At most 255 characters.
     * @default
     */
    description?: string;
}
/** @description The fields of a webhook that change. */
export interface UpdateWebhookRequest {
    /**
     * Format: uri
     * @description The URL to which the server sends the events: an `https` URL on the public internet, without credentials and without a fragment. 1 to 2,048 characters.
     */
    url?: string;
    /** @description The types of the events that the server sends. `*` stands for all types, including types that are added later. 1 to 20 elements, no element twice. */
    events?: components["schemas"]["WebhookEventType"][];
    /** @description What the webhook is for. At most 255 characters. */
    description?: string;
    /**
     * @description `enabled`: the server sends events to the webhook. `disabled`: the server sends none.
     * @enum {string}
     */
    status?: "enabled" | "disabled";
}
/** @description `enabled`: the server sends events to the webhook. `disabled`: the server sends none. More values may be added. */
export type WebhookStatus = "enabled" | "disabled" | (string & {});
/** @description The types of the events that the server sends. `*` stands for all types. More values may be added. */
export type WebhookEvents = ("contact.created" | "contact.updated" | "contact.deleted" | "conversation.created" | "conversation.updated" | "message.created" | "ticket.created" | "ticket.updated" | "article.published" | "article.unpublished" | "*" | (string & {}))[];
/** @description A URL at which you receive events. */
export interface Webhook {
    /** @description Identifier of the webhook. */
    id: components["schemas"]["WebhookId"];
    /**
     * @description The type of this object.
     * @constant
     */
    object: "webhook";
    /** @description The URL to which the server sends the events. */
    url: components["schemas"]["WebhookUrl"];
    /** @description The types of the events that the server sends. */
    events: components["schemas"]["WebhookEvents"];
    /** @description What the webhook is for; may be empty. */
    description: components["schemas"]["WebhookDescription"];
    /** @description Whether the server sends events to the webhook. */
    status: components["schemas"]["WebhookStatus"];
    /** @description Why the webhook is disabled; null while it is enabled. `manual`: you disabled it. `failing`: for too long no attempt has succeeded. `gone`: the receiver responded with 410. More values may be added. */
    disabled_reason: "manual" | "failing" | "gone" | (string & {}) | null;
    /** @description When it was created. */
    created_at: components["schemas"]["Timestamp"];
    /** @description When it last changed. */
    updated_at: components["schemas"]["Timestamp"];
    /** @description The version of the webhook: an opaque text, which changes with `updated_at`. Send it as `If-Match`. Servers before 1.3.0 do not send it. */
    version?: components["schemas"]["Version"];
}
/** @description The secret with which the server signs deliveries. Keep it as safe as your API keys. */
export type WebhookSecret = string;
/** @description A webhook that was just created, with its secret. */
export interface WebhookWithSecret {
    /** @description Identifier of the webhook. */
    id: components["schemas"]["WebhookId"];
    /**
     * @description The type of this object.
     * @constant
     */
    object: "webhook";
    /** @description The URL to which the server sends the events. */
    url: components["schemas"]["WebhookUrl"];
    /** @description The types of the events that the server sends. */
    events: components["schemas"]["WebhookEvents"];
    /** @description What the webhook is for; may be empty. */
    description: components["schemas"]["WebhookDescription"];
    /** @description Whether the server sends events to the webhook. */
    status: components["schemas"]["WebhookStatus"];
    /** @description Why the webhook is disabled; null while it is enabled. `manual`: you disabled it. `failing`: for too long no attempt has succeeded. `gone`: the receiver responded with 410. More values may be added. */
    disabled_reason: "manual" | "failing" | "gone" | (string & {}) | null;
    /** @description When it was created. */
    created_at: components["schemas"]["Timestamp"];
    /** @description When it last changed. */
    updated_at: components["schemas"]["Timestamp"];
    /** @description The version of the webhook: an opaque text, which changes with `updated_at`. Send it as `If-Match`. Servers before 1.3.0 do not send it. */
    version?: components["schemas"]["Version"];
    secret: components["schemas"]["WebhookSecret"];
}
/** @description A webhook with its new secret. */
export interface RotatedWebhook {
    /** @description Identifier of the webhook. */
    id: components["schemas"]["WebhookId"];
    /**
     * @description The type of this object.
     * @constant
     */
    object: "webhook";
    /** @description The URL to which the server sends the events. */
    url: components["schemas"]["WebhookUrl"];
    /** @description The types of the events that the server sends. */
    events: components["schemas"]["WebhookEvents"];
    /** @description What the webhook is for; may be empty. */
    description: components["schemas"]["WebhookDescription"];
    /** @description Whether the server sends events to the webhook. */
    status: components["schemas"]["WebhookStatus"];
    /** @description Why the webhook is disabled; null while it is enabled. `manual`: you disabled it. `failing`: for too long no attempt has succeeded. `gone`: the receiver responded with 410. More values may be added. */
    disabled_reason: "manual" | "failing" | "gone" | (string & {}) | null;
    /** @description When it was created. */
    created_at: components["schemas"]["Timestamp"];
    /** @description When it last changed. */
    updated_at: components["schemas"]["Timestamp"];
    /** @description The version of the webhook: an opaque text, which changes with `updated_at`. Send it as `If-Match`. Servers before 1.3.0 do not send it. */
    version?: components["schemas"]["Version"];
    secret: components["schemas"]["WebhookSecret"];
    /** @description The server signs deliveries with the previous secret too until this time, 24 hours from now. */
    previous_secret_expires_at: components["schemas"]["Timestamp"];
}
/** @description The identifier of a webhook that was deleted. */
export interface DeletedWebhook {
    /** @description Identifier of the webhook. */
    id: components["schemas"]["WebhookId"];
    /**
     * @description The type of this object.
     * @constant
     */
    object: "webhook";
    /** @description Whether the webhook was deleted; always true. */
    deleted: boolean;
}
/** @description The event that the operation `testWebhook` sends. */
export interface TestEvent {
    /** @description Identifier of the event. */
    id: components["schemas"]["EventId"];
    /**
     * @description The type of this object.
     * @constant
     */
    object: "event";
    /** @description When the change happened. */
    created_at: components["schemas"]["Timestamp"];
    /** @description The request that caused the change; null when the team made it. A program recognizes its own changes by `client_name`. */
    request?: components["schemas"]["EventRequest"] | null;
    /**
     * @description The type of the event.
     * @constant
     */
    type: "webhook.test";
    /** @description The webhook that is tested. */
    data: components["schemas"]["Webhook"];
}
/** @description `pending`: an attempt is planned or under way. `succeeded`: an attempt succeeded. `failed`: the last attempt failed, and the server makes no other. `canceled`: the webhook was disabled before an attempt succeeded. More values may be added. */
export type DeliveryStatus = "pending" | "succeeded" | "failed" | "canceled" | (string & {});
/** @description The sending of one event to one webhook. */
export interface Delivery {
    /** @description Identifier of the delivery. */
    id: components["schemas"]["DeliveryId"];
    /**
     * @description The type of this object.
     * @constant
     */
    object: "webhook_delivery";
    /** @description Identifier of the webhook. */
    webhook_id: components["schemas"]["WebhookId"];
    /** @description Identifier of the event. */
    event_id: components["schemas"]["EventId"];
    /** @description The type of the event. */
    event_type: "contact.created" | "contact.updated" | "contact.deleted" | "conversation.created" | "conversation.updated" | "message.created" | "ticket.created" | "ticket.updated" | "article.published" | "article.unpublished" | "webhook.test" | (string & {});
    /** @description Whether the delivery has succeeded. */
    status: components["schemas"]["DeliveryStatus"];
    /** @description The newest 25 of the attempts that were made, oldest first. */
    attempts: components["schemas"]["Attempt"][];
    /** @description When the server makes the next attempt; null when there is no next attempt. */
    next_attempt_at: components["schemas"]["Timestamp"] | null;
    /** @description When the delivery was created. */
    created_at: components["schemas"]["Timestamp"];
}
/** @description One attempt to deliver an event. */
export interface Attempt {
    /**
     * Format: int32
     * @description The number of the attempt in its delivery, from 1.
     */
    number: number;
    /** @description When the attempt was made. */
    attempted_at: components["schemas"]["Timestamp"];
    /**
     * Format: int32
     * @description The status of the receiver's response; null when there was no response.
     */
    response_status: number | null;
    /** @description Why there was no response; null when there was one. `timeout`: no response came within the timeout. `dns_error`: the name of the host is unknown. `connection_error`: the receiver refused or broke the connection, or sent something that is not HTTP. `tls_error`: the certificate or the handshake was wrong. `address_refused`: the host is not on the public internet. `invalid_event`: the server could not build the request because of an error of its own, and sent nothing. More values may be added. */
    error: "timeout" | "dns_error" | "connection_error" | "tls_error" | "address_refused" | "invalid_event" | (string & {}) | null;
    /**
     * Format: int32
     * @description How long the attempt took, in milliseconds.
     */
    duration_ms: number;
    /** @description The first characters of the body of the receiver's response. */
    response_excerpt: string;
}
/** @description A scope of an API key. The chapter "Scopes" lists them; more may be added. */
export type Scope = string;
/** @description An API key, without its secret. */
export interface ApiKey {
    /** @description Identifier of the key. It is no secret. */
    id: components["schemas"]["ApiKeyId"];
    /**
     * @description The type of this object.
     * @constant
     */
    object: "api_key";
    /** @description The name that the owner gave the key; empty when it has none. */
    name: string;
    /** @description The end of the key. */
    last_four: string;
    /** @description The scopes of the key. `*` includes all others. */
    scopes: components["schemas"]["Scope"][];
    /** @description The name of the workspace that the key belongs to. */
    workspace: string;
    rate_limit: components["schemas"]["RateLimit"];
    /** @description When the key was created. */
    created_at: components["schemas"]["Timestamp"];
    /** @description From this time on the key gets a 401; null when it does not expire. */
    expires_at: components["schemas"]["Timestamp"] | null;
}
/** @description How many requests the key may send in a window. The headers of each response say how many are left. */
export interface RateLimit {
    /**
     * Format: int32
     * @description Requests in a window.
     */
    requests: number;
    /**
     * Format: int32
     * @description How long a window lasts, in seconds.
     */
    window_seconds: number;
}
export type MessengerMessageBody = string;
/** @description What is known of the visitor. All fields are optional. */
export interface CreateMessengerSessionRequest {
    /** @description Name of the visitor, for a contact that does not exist yet. 1 to 255 characters. */
    name?: components["schemas"]["PersonName"];
    /**
     * Format: email
     * @description Email of the visitor. At most 254 characters.
     */
    email?: string;
    /** @description Shows that your server knows the visitor under this email: HMAC-SHA256 of `email`, as it is sent here, with the signing secret of the token, in lower-case hexadecimal. Make it on your server. It needs `email`. With `email_signature_expires_at`, sign both texts, with a line break (U+000A) between them. At most 64 characters. */
    email_signature?: string;
    /**
     * Format: date-time
     * @description When the signature can no longer start a session. Your server chooses it, and signs it as the text that is sent here. It needs `email_signature`. A session that has started does not end with it. At most 40 characters.
     */
    email_signature_expires_at?: string;
}
/** @description The session of a visitor. */
export interface MessengerSession {
    /**
     * @description The type of this object.
     * @constant
     */
    object: "messenger_session";
    /** @description The credential of the visitor's other requests. Only this response shows it. */
    secret: string;
    /** @description Whether the visitor is the contact of the email. An unverified email gives no access to the contact's data. */
    email_verified: boolean;
    /** @description When the session ends. */
    expires_at: components["schemas"]["Timestamp"];
}
/** @description A conversation and its first message. */
export interface CreateMessengerConversationRequest {
    /**
     * @description Subject of the conversation. At most 255 characters.
     * @default
     */
    subject?: string;
    /** @description The first message, plain text. 1 to 4,000 characters. */
    body: components["schemas"]["MessengerMessageBody"];
}
/** @description The fields of a new message. */
export interface CreateMessengerMessageRequest {
    /** @description The message, plain text. 1 to 4,000 characters. */
    body: components["schemas"]["MessengerMessageBody"];
}
/** @description One conversation. */
export interface ConversationResponse {
    data: components["schemas"]["Conversation"];
}
/** @description A page of conversations. */
export interface ConversationPage {
    /** @description The conversations of this page. */
    data: components["schemas"]["Conversation"][];
    next_cursor: components["schemas"]["NextCursor"];
    has_more: components["schemas"]["HasMore"];
}
/** @description One message. */
export interface MessageResponse {
    data: components["schemas"]["Message"];
}
/** @description A page of messages. */
export interface MessagePage {
    /** @description The messages of this page. */
    data: components["schemas"]["Message"][];
    next_cursor: components["schemas"]["NextCursor"];
    has_more: components["schemas"]["HasMore"];
}
/** @description One ticket. */
export interface TicketResponse {
    data: components["schemas"]["Ticket"];
}
/** @description A page of tickets. */
export interface TicketPage {
    /** @description The tickets of this page. */
    data: components["schemas"]["Ticket"][];
    next_cursor: components["schemas"]["NextCursor"];
    has_more: components["schemas"]["HasMore"];
}
/** @description One article. */
export interface ArticleResponse {
    data: components["schemas"]["Article"];
}
/** @description A page of articles. */
export interface ArticlePage {
    /** @description The articles of this page. */
    data: components["schemas"]["Article"][];
    next_cursor: components["schemas"]["NextCursor"];
    has_more: components["schemas"]["HasMore"];
}
/** @description One event. */
export interface EventResponse {
    data: components["schemas"]["Event"];
}
/** @description A page of events. */
export interface EventPage {
    /** @description The events of this page. */
    data: components["schemas"]["Event"][];
    next_cursor: components["schemas"]["NextCursor"];
    has_more: components["schemas"]["HasMore"];
}
/** @description One webhook. */
export interface WebhookResponse {
    data: components["schemas"]["Webhook"];
}
/** @description One webhook with its secret. */
export interface WebhookWithSecretResponse {
    data: components["schemas"]["WebhookWithSecret"];
}
/** @description One webhook with its new secret. */
export interface RotatedWebhookResponse {
    data: components["schemas"]["RotatedWebhook"];
}
/** @description The webhook that was deleted. */
export interface DeletedWebhookResponse {
    data: components["schemas"]["DeletedWebhook"];
}
/** @description A page of webhooks. */
export interface WebhookPage {
    /** @description The webhooks of this page. */
    data: components["schemas"]["Webhook"][];
    next_cursor: components["schemas"]["NextCursor"];
    has_more: components["schemas"]["HasMore"];
}
/** @description One delivery. */
export interface DeliveryResponse {
    data: components["schemas"]["Delivery"];
}
/** @description A page of deliveries. */
export interface DeliveryPage {
    /** @description The deliveries of this page. */
    data: components["schemas"]["Delivery"][];
    next_cursor: components["schemas"]["NextCursor"];
    has_more: components["schemas"]["HasMore"];
}
/** @description One API key. */
export interface ApiKeyResponse {
    data: components["schemas"]["ApiKey"];
}
/** @description One session. */
export interface MessengerSessionResponse {
    data: components["schemas"]["MessengerSession"];
}
/** @description One conversation of the visitor. */
export interface MessengerConversationResponse {
    data: components["schemas"]["ConversationSummary"];
}
/** @description A page of the visitor's conversations. */
export interface MessengerConversationPage {
    /** @description The conversations of this page. */
    data: components["schemas"]["ConversationSummary"][];
    next_cursor: components["schemas"]["NextCursor"];
    has_more: components["schemas"]["HasMore"];
}
/** @description What went wrong. The text is in Spanish and made for logs; programs must not depend on it. It is in English if `Accept-Language` prefers it. */
export type ErrorMessage = string;
/** @description The first 100 errors of the request. `validation_error`, `missing_parameter`, `malformed_request` and `conflict` have them, and in a batch `precondition_failed`. Servers before 1.3.0 send none with `conflict`. */
export type ErrorDetails = {
    /** @description Where the error is, e.g. `["tags", "1"]`; empty for the body as a whole. */
    path: string[];
    message: ErrorMessage;
    reason?: ErrorReason;
    /** @description Identifier of the contact that has the value of this field. Only `conflict` has it. */
    contact_id?: ContactId;
}[];
/** @description What is wrong, for program logic. More values may be added: handle those that you do not know by the code of the error. Servers before 1.2.0 send none. */
export type ErrorReason = "required" | "unknown_field" | "repeated" | "type" | "enum" | "format" | "pattern" | "too_short" | "too_long" | "too_few" | "too_many" | "minimum" | "maximum" | "not_found" | "conflict" | "expired" | "reused" | "address_refused" | "limit_reached" | (string & {});
/** @description `invalid_json` */
export interface InvalidJsonError {
    /** @description The error. */
    error: {
        /**
         * @description Stable code for program logic. The examples of each response show its codes.
         * @constant
         */
        code: "invalid_json";
        message: components["schemas"]["ErrorMessage"];
    };
}
/** @description `missing_parameter` */
export interface MissingParameterError {
    /** @description The error. */
    error: {
        /**
         * @description Stable code for program logic. The examples of each response show its codes.
         * @constant
         */
        code: "missing_parameter";
        message: components["schemas"]["ErrorMessage"];
        details: components["schemas"]["ErrorDetails"];
    };
}
/** @description `malformed_request` */
export interface MalformedRequestError {
    /** @description The error. */
    error: {
        /**
         * @description Stable code for program logic. The examples of each response show its codes.
         * @constant
         */
        code: "malformed_request";
        message: components["schemas"]["ErrorMessage"];
        details: components["schemas"]["ErrorDetails"];
    };
}
/** @description `unauthorized` */
export interface UnauthorizedError {
    /** @description The error. */
    error: {
        /**
         * @description Stable code for program logic. The examples of each response show its codes.
         * @constant
         */
        code: "unauthorized";
        message: components["schemas"]["ErrorMessage"];
    };
}
/** @description `forbidden` */
export interface ForbiddenError {
    /** @description The error. */
    error: {
        /**
         * @description Stable code for program logic. The examples of each response show its codes.
         * @constant
         */
        code: "forbidden";
        message: components["schemas"]["ErrorMessage"];
        /** @description The scope that the key lacks. Only `forbidden` has it. */
        required_scope: string;
        /** @description The scopes that the key has. Only `forbidden` has them. Servers before 1.1.0 do not send them. */
        granted_scopes?: components["schemas"]["Scope"][];
    };
}
/** @description `origin_not_allowed` */
export interface OriginNotAllowedError {
    /** @description The error. */
    error: {
        /**
         * @description Stable code for program logic. The examples of each response show its codes.
         * @constant
         */
        code: "origin_not_allowed";
        message: components["schemas"]["ErrorMessage"];
    };
}
/** @description `workspace_suspended` */
export interface WorkspaceSuspendedError {
    /** @description The error. */
    error: {
        /**
         * @description Stable code for program logic. The examples of each response show its codes.
         * @constant
         */
        code: "workspace_suspended";
        message: components["schemas"]["ErrorMessage"];
    };
}
/** @description `not_found` */
export interface NotFoundError {
    /** @description The error. */
    error: {
        /**
         * @description Stable code for program logic. The examples of each response show its codes.
         * @constant
         */
        code: "not_found";
        message: components["schemas"]["ErrorMessage"];
    };
}
/** @description `path_not_found` */
export interface PathNotFoundError {
    /** @description The error. */
    error: {
        /**
         * @description Stable code for program logic. The examples of each response show its codes.
         * @constant
         */
        code: "path_not_found";
        message: components["schemas"]["ErrorMessage"];
    };
}
/** @description `method_not_allowed` */
export interface MethodNotAllowedError {
    /** @description The error. */
    error: {
        /**
         * @description Stable code for program logic. The examples of each response show its codes.
         * @constant
         */
        code: "method_not_allowed";
        message: components["schemas"]["ErrorMessage"];
    };
}
/** @description `request_timeout` */
export interface RequestTimeoutError {
    /** @description The error. */
    error: {
        /**
         * @description Stable code for program logic. The examples of each response show its codes.
         * @constant
         */
        code: "request_timeout";
        message: components["schemas"]["ErrorMessage"];
    };
}
/** @description `conflict` */
export interface ConflictError {
    /** @description The error. */
    error: {
        /**
         * @description Stable code for program logic. The examples of each response show its codes.
         * @constant
         */
        code: "conflict";
        message: components["schemas"]["ErrorMessage"];
        /** @description Identifier of the contact that has the email, or else the `external_id`. Only `conflict` has it. */
        contact_id: components["schemas"]["ContactId"];
        details?: components["schemas"]["ErrorDetails"];
    };
}
/** @description `request_in_progress` */
export interface RequestInProgressError {
    /** @description The error. */
    error: {
        /**
         * @description Stable code for program logic. The examples of each response show its codes.
         * @constant
         */
        code: "request_in_progress";
        message: components["schemas"]["ErrorMessage"];
    };
}
/** @description `precondition_failed` */
export interface PreconditionFailedError {
    /** @description The error. */
    error: {
        /**
         * @description Stable code for program logic. The examples of each response show its codes.
         * @constant
         */
        code: "precondition_failed";
        message: components["schemas"]["ErrorMessage"];
        /** @description The `version` that the object has now. Only `precondition_failed` has it. Servers before 1.3.0 do not send it. */
        current_version?: components["schemas"]["Version"];
    };
}
/** @description `payload_too_large` */
export interface PayloadTooLargeError {
    /** @description The error. */
    error: {
        /**
         * @description Stable code for program logic. The examples of each response show its codes.
         * @constant
         */
        code: "payload_too_large";
        message: components["schemas"]["ErrorMessage"];
    };
}
/** @description `unsupported_media_type` */
export interface UnsupportedMediaTypeError {
    /** @description The error. */
    error: {
        /**
         * @description Stable code for program logic. The examples of each response show its codes.
         * @constant
         */
        code: "unsupported_media_type";
        message: components["schemas"]["ErrorMessage"];
    };
}
/** @description `validation_error` */
export interface ValidationError {
    /** @description The error. */
    error: {
        /**
         * @description Stable code for program logic. The examples of each response show its codes.
         * @constant
         */
        code: "validation_error";
        message: components["schemas"]["ErrorMessage"];
        details: components["schemas"]["ErrorDetails"];
    };
}
/** @description `rate_limited` */
export interface RateLimitedError {
    /** @description The error. */
    error: {
        /**
         * @description Stable code for program logic. The examples of each response show its codes.
         * @constant
         */
        code: "rate_limited";
        message: components["schemas"]["ErrorMessage"];
    };
}
/** @description `headers_too_large` */
export interface HeadersTooLargeError {
    /** @description The error. */
    error: {
        /**
         * @description Stable code for program logic. The examples of each response show its codes.
         * @constant
         */
        code: "headers_too_large";
        message: components["schemas"]["ErrorMessage"];
    };
}
/** @description `internal_error` */
export interface InternalError {
    /** @description The error. */
    error: {
        /**
         * @description Stable code for program logic. The examples of each response show its codes.
         * @constant
         */
        code: "internal_error";
        message: components["schemas"]["ErrorMessage"];
    };
}
/** @description `not_implemented` */
export interface NotImplementedError {
    /** @description The error. */
    error: {
        /**
         * @description Stable code for program logic. The examples of each response show its codes.
         * @constant
         */
        code: "not_implemented";
        message: components["schemas"]["ErrorMessage"];
    };
}
/** @description `service_unavailable` */
export interface ServiceUnavailableError {
    /** @description The error. */
    error: {
        /**
         * @description Stable code for program logic. The examples of each response show its codes.
         * @constant
         */
        code: "service_unavailable";
        message: components["schemas"]["ErrorMessage"];
    };
}
export type ResponseBadRequest = components['responses']['BadRequest'];
export type ResponseUnauthorized = components['responses']['Unauthorized'];
export type ResponseForbidden = components['responses']['Forbidden'];
export type ResponseOriginNotAllowed = components['responses']['OriginNotAllowed'];
export type ResponseWorkspaceSuspended = components['responses']['WorkspaceSuspended'];
export type ResponseNotFound = components['responses']['NotFound'];
export type ResponseContactExists = components['responses']['ContactExists'];
export type ResponseEmailTaken = components['responses']['EmailTaken'];
export type ResponseRequestInProgress = components['responses']['RequestInProgress'];
export type ResponseNotModified = components['responses']['NotModified'];
export type ResponsePreconditionFailed = components['responses']['PreconditionFailed'];
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
export type ParameterCreatedSince = components['parameters']['CreatedSince'];
export type ParameterUpdatedSince = components['parameters']['UpdatedSince'];
export type ParameterConversationIdInPath = components['parameters']['ConversationIdInPath'];
export type ParameterTicketIdInPath = components['parameters']['TicketIdInPath'];
export type ParameterArticleIdInPath = components['parameters']['ArticleIdInPath'];
export type ParameterEventIdInPath = components['parameters']['EventIdInPath'];
export type ParameterWebhookIdInPath = components['parameters']['WebhookIdInPath'];
export type ParameterWebhookMessageId = components['parameters']['WebhookMessageId'];
export type ParameterWebhookTimestamp = components['parameters']['WebhookTimestamp'];
export type ParameterWebhookSignature = components['parameters']['WebhookSignature'];
export type ParameterIdempotencyKey = components['parameters']['IdempotencyKey'];
export type ParameterClientName = components['parameters']['ClientName'];
export type ParameterIfMatch = components['parameters']['IfMatch'];
export type ParameterIfNoneMatch = components['parameters']['IfNoneMatch'];
export type HeaderETag = components['headers']['ETag'];
export type HeaderRateLimitLimit = components['headers']['RateLimitLimit'];
export type HeaderRateLimitRemaining = components['headers']['RateLimitRemaining'];
export type HeaderRateLimitReset = components['headers']['RateLimitReset'];
export type HeaderRateLimitState = components['headers']['RateLimitState'];
export type HeaderRateLimitPolicy = components['headers']['RateLimitPolicy'];
export type HeaderRequestId = components['headers']['RequestId'];
export type HeaderIdempotentReplayed = components['headers']['IdempotentReplayed'];
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
                 * @description Lists only the contacts whose name or email contains this text. Capitals and accents make no difference: `barbara` finds `Bárbara`. No character is a wildcard: `%` and `_` stand for themselves. 1 to 200 characters.
                 * @example barbara
                 */
                q?: components["schemas"]["SearchText"];
                /**
                 * @description The largest number of elements in a page. 1 to 100. Default: 25.
                 * @example 2
                 */
                limit?: components["parameters"]["Limit"];
                /**
                 * @description Id of the last element of the previous page: the `next_cursor` of that response. It must be the id of an element of this list without its filters, or one that was deleted in the last 30 days; the event feed also takes `cursor=newest`. Every other cursor is a 422. 1 to 64 characters.
                 * @example ct_01jq7x2v4ef8stn5x0q9c6hd3k
                 */
                cursor?: components["parameters"]["ContactCursor"];
                /**
                 * @description Lists only the contact with this email. Capitals make no difference. At most 254 characters.
                 * @example barbara.nunez@example.com
                 */
                email?: string;
                /**
                 * @description Lists only the contacts that have this tag. Capitals, accents and spaces must be those of the tag. 1 to 50 characters.
                 * @example mayorista
                 */
                tag?: string;
                /**
                 * @description Lists only the contacts whose lifecycle has this value. 1 to 50 characters.
                 * @example lead
                 */
                lifecycle?: string;
                /**
                 * @description Lists only the elements that were created or changed at this time or later: whose `updated_at` is not before it. A change that is being written may appear some seconds later with an earlier `updated_at`, so ask from a minute before your previous request. The event feed misses nothing. At most 40 characters.
                 * @example 2026-04-01T00:00:00Z
                 */
                updated_since?: components["parameters"]["UpdatedSince"];
                /**
                 * @description Lists only the contact with this `external_id`. Capitals make a difference. 1 to 255 characters.
                 * @example CRM-4711
                 */
                external_id?: components["schemas"]["ExternalId"];
                /**
                 * @description Lists only the contacts whose custom field has this value, e.g. `custom_fields[plan]=oro`. Capitals make a difference. A number is written as responses show it. With several fields, a contact has the values of all. At most 50 fields.
                 * @example {
                 *       "plan": "oro"
                 *     }
                 */
                custom_fields?: {
                    [key: string]: string;
                };
                /**
                 * @description Lists only the elements that were created at this time or later. One that is being written may appear some seconds later with an earlier `created_at`, so ask from a minute before your previous request. At most 40 characters.
                 * @example 2026-04-01T00:00:00Z
                 */
                created_since?: components["parameters"]["CreatedSince"];
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
                    RateLimit: components["headers"]["RateLimitState"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
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
                 * @description Makes it safe to repeat this request. For 24 hours, a request with the same key and the same body gets the same response, and nothing is created twice. Reusing a key with a different body returns 422. 1 to 255 characters.
                 * @example 5f1c3a9e-1a51-4f3c-9b0e-6d0a7c2f9e11
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /**
                 * @description Names the program that sends this request, e.g. `crm-sync`. The events that the request causes have it as `client_name`, by which the program recognizes its own changes. Keep the name through restarts, versions and API keys; two programs have two names. The name proves nothing: every key may send every name. 1 to 64 characters.
                 * @example crm-sync
                 */
                "Client-Name"?: components["parameters"]["ClientName"];
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
                    RateLimit: components["headers"]["RateLimitState"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    ETag: components["headers"]["ETag"];
                    "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
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
    batchContacts: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes it safe to repeat this request. For 24 hours, a request with the same key and the same body gets the same response, and nothing is created twice. Reusing a key with a different body returns 422. 1 to 255 characters.
                 * @example 5f1c3a9e-1a51-4f3c-9b0e-6d0a7c2f9e11
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /**
                 * @description Names the program that sends this request, e.g. `crm-sync`. The events that the request causes have it as `client_name`, by which the program recognizes its own changes. Keep the name through restarts, versions and API keys; two programs have two names. The name proves nothing: every key may send every name. 1 to 64 characters.
                 * @example crm-sync
                 */
                "Client-Name"?: components["parameters"]["ClientName"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["BatchContactsRequest"];
            };
        };
        responses: {
            /** @description The results of the elements. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    RateLimit: components["headers"]["RateLimitState"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ContactBatchResponse"];
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
    getContact: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The `ETag` of the object that you have. When it is still the same, the response is a 304 without a body. A proxy may make the tag weak (`W/`), or add the name of its compression (`-gzip`, `-br`): it still counts as the same `ETag`. At most 1,000 characters.
                 * @example "Zx6vIXNVOVb2o3tPSJuCNaqe5w7UDxZpCkzgqcRdfD0"
                 */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /**
                 * @description Identifier of the contact (`ct_<id>`). 1 to 64 characters.
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
                    RateLimit: components["headers"]["RateLimitState"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ContactDetailResponse"];
                };
            };
            304: components["responses"]["NotModified"];
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
    deleteContact: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The `version` of the object that you have read, in quotes. When the object has another one now, the request does nothing and the response is a 412. Without this header the request is done in any case. The `ETag` of a read works too; it also changes with what else the read shows, such as the counts of a contact. A weak tag never matches. At most 1,000 characters.
                 * @example "mn39vqwr"
                 */
                "If-Match"?: components["parameters"]["IfMatch"];
                /**
                 * @description Names the program that sends this request, e.g. `crm-sync`. The events that the request causes have it as `client_name`, by which the program recognizes its own changes. Keep the name through restarts, versions and API keys; two programs have two names. The name proves nothing: every key may send every name. 1 to 64 characters.
                 * @example crm-sync
                 */
                "Client-Name"?: components["parameters"]["ClientName"];
            };
            path: {
                /**
                 * @description Identifier of the contact (`ct_<id>`). 1 to 64 characters.
                 * @example ct_01jq7x2v4ef8stn5x0q9c6hd3k
                 */
                id: components["parameters"]["ContactIdInPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The contact was erased. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    RateLimit: components["headers"]["RateLimitState"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeletedContactResponse"];
                };
            };
            400: components["responses"]["MalformedRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            412: components["responses"]["PreconditionFailed"];
            422: components["responses"]["ValidationFailed"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    updateContact: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The `version` of the object that you have read, in quotes. When the object has another one now, the request does nothing and the response is a 412. Without this header the request is done in any case. The `ETag` of a read works too; it also changes with what else the read shows, such as the counts of a contact. A weak tag never matches. At most 1,000 characters.
                 * @example "mn39vqwr"
                 */
                "If-Match"?: components["parameters"]["IfMatch"];
                /**
                 * @description Names the program that sends this request, e.g. `crm-sync`. The events that the request causes have it as `client_name`, by which the program recognizes its own changes. Keep the name through restarts, versions and API keys; two programs have two names. The name proves nothing: every key may send every name. 1 to 64 characters.
                 * @example crm-sync
                 */
                "Client-Name"?: components["parameters"]["ClientName"];
            };
            path: {
                /**
                 * @description Identifier of the contact (`ct_<id>`). 1 to 64 characters.
                 * @example ct_01jq7x2v4ef8stn5x0q9c6hd3k
                 */
                id: components["parameters"]["ContactIdInPath"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateContactRequest"];
            };
        };
        responses: {
            /** @description The contact after the change. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    RateLimit: components["headers"]["RateLimitState"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ContactResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["EmailTaken"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["ValidationFailed"];
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
                 * @description Lists only the elements that belong to this contact. 1 to 64 characters.
                 * @example ct_01jq7x2v4ef8stn5x0q9c6hd3k
                 */
                contact_id?: components["parameters"]["OfContact"];
                /**
                 * @description Lists only the conversations with this status. `open`: the team still works on the conversation. `closed`: the team is done with it.
                 * @example open
                 */
                status?: "open" | "closed";
                /**
                 * @description The largest number of elements in a page. 1 to 100. Default: 25.
                 * @example 2
                 */
                limit?: components["parameters"]["Limit"];
                /**
                 * @description Id of the last element of the previous page: the `next_cursor` of that response. It must be the id of an element of this list without its filters, or one that was deleted in the last 30 days; the event feed also takes `cursor=newest`. Every other cursor is a 422. 1 to 64 characters.
                 * @example cv_01jqx0a4m2e7yrt9d6b8p5vw3n
                 */
                cursor?: components["parameters"]["ConversationCursor"];
                /**
                 * @description Lists only the elements that were created or changed at this time or later: whose `updated_at` is not before it. A change that is being written may appear some seconds later with an earlier `updated_at`, so ask from a minute before your previous request. The event feed misses nothing. At most 40 characters.
                 * @example 2026-04-01T00:00:00Z
                 */
                updated_since?: components["parameters"]["UpdatedSince"];
                /**
                 * @description Lists only the elements that were created at this time or later. One that is being written may appear some seconds later with an earlier `created_at`, so ask from a minute before your previous request. At most 40 characters.
                 * @example 2026-04-01T00:00:00Z
                 */
                created_since?: components["parameters"]["CreatedSince"];
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
                    RateLimit: components["headers"]["RateLimitState"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
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
                 * @description Makes it safe to repeat this request. For 24 hours, a request with the same key and the same body gets the same response, and nothing is created twice. Reusing a key with a different body returns 422. 1 to 255 characters.
                 * @example 5f1c3a9e-1a51-4f3c-9b0e-6d0a7c2f9e11
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /**
                 * @description Names the program that sends this request, e.g. `crm-sync`. The events that the request causes have it as `client_name`, by which the program recognizes its own changes. Keep the name through restarts, versions and API keys; two programs have two names. The name proves nothing: every key may send every name. 1 to 64 characters.
                 * @example crm-sync
                 */
                "Client-Name"?: components["parameters"]["ClientName"];
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
                    RateLimit: components["headers"]["RateLimitState"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    ETag: components["headers"]["ETag"];
                    "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
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
            header?: {
                /**
                 * @description The `ETag` of the object that you have. When it is still the same, the response is a 304 without a body. A proxy may make the tag weak (`W/`), or add the name of its compression (`-gzip`, `-br`): it still counts as the same `ETag`. At most 1,000 characters.
                 * @example "Zx6vIXNVOVb2o3tPSJuCNaqe5w7UDxZpCkzgqcRdfD0"
                 */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /**
                 * @description Identifier of the conversation (`cv_<id>`). 1 to 64 characters.
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
                    RateLimit: components["headers"]["RateLimitState"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConversationResponse"];
                };
            };
            304: components["responses"]["NotModified"];
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
    updateConversation: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The `version` of the object that you have read, in quotes. When the object has another one now, the request does nothing and the response is a 412. Without this header the request is done in any case. The `ETag` of a read works too; it also changes with what else the read shows, such as the counts of a contact. A weak tag never matches. At most 1,000 characters.
                 * @example "mn39vqwr"
                 */
                "If-Match"?: components["parameters"]["IfMatch"];
                /**
                 * @description Names the program that sends this request, e.g. `crm-sync`. The events that the request causes have it as `client_name`, by which the program recognizes its own changes. Keep the name through restarts, versions and API keys; two programs have two names. The name proves nothing: every key may send every name. 1 to 64 characters.
                 * @example crm-sync
                 */
                "Client-Name"?: components["parameters"]["ClientName"];
            };
            path: {
                /**
                 * @description Identifier of the conversation (`cv_<id>`). 1 to 64 characters.
                 * @example cv_01jqxk3d8rf0pva6m5z2h9wt7c
                 */
                id: components["parameters"]["ConversationIdInPath"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateConversationRequest"];
            };
        };
        responses: {
            /** @description The conversation after the change. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    RateLimit: components["headers"]["RateLimitState"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConversationResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["ValidationFailed"];
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
                 * @description The largest number of elements in a page. 1 to 100. Default: 25.
                 * @example 2
                 */
                limit?: components["parameters"]["Limit"];
                /**
                 * @description Id of the last element of the previous page: the `next_cursor` of that response. It must be the id of an element of this list without its filters, or one that was deleted in the last 30 days; the event feed also takes `cursor=newest`. Every other cursor is a 422. 1 to 64 characters.
                 * @example ms_01jqxk3d8tf1r0p7m6a3k9wz2b
                 */
                cursor?: components["parameters"]["MessageCursor"];
            };
            header?: never;
            path: {
                /**
                 * @description Identifier of the conversation (`cv_<id>`). 1 to 64 characters.
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
                    RateLimit: components["headers"]["RateLimitState"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
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
                 * @description Makes it safe to repeat this request. For 24 hours, a request with the same key and the same body gets the same response, and nothing is created twice. Reusing a key with a different body returns 422. 1 to 255 characters.
                 * @example 5f1c3a9e-1a51-4f3c-9b0e-6d0a7c2f9e11
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /**
                 * @description Names the program that sends this request, e.g. `crm-sync`. The events that the request causes have it as `client_name`, by which the program recognizes its own changes. Keep the name through restarts, versions and API keys; two programs have two names. The name proves nothing: every key may send every name. 1 to 64 characters.
                 * @example crm-sync
                 */
                "Client-Name"?: components["parameters"]["ClientName"];
            };
            path: {
                /**
                 * @description Identifier of the conversation (`cv_<id>`). 1 to 64 characters.
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
                    RateLimit: components["headers"]["RateLimitState"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
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
                 * @description Lists only the elements that belong to this contact. 1 to 64 characters.
                 * @example ct_01jq7x2v4ef8stn5x0q9c6hd3k
                 */
                contact_id?: components["parameters"]["OfContact"];
                /**
                 * @description Lists only the tickets with this status. `open`: the team has to work on the ticket. `pending`: the team waits for somebody else. `solved`: the team has solved it. `closed`: nobody works on it any more.
                 * @example open
                 */
                status?: "open" | "pending" | "solved" | "closed";
                /**
                 * @description The largest number of elements in a page. 1 to 100. Default: 25.
                 * @example 2
                 */
                limit?: components["parameters"]["Limit"];
                /**
                 * @description Id of the last element of the previous page: the `next_cursor` of that response. It must be the id of an element of this list without its filters, or one that was deleted in the last 30 days; the event feed also takes `cursor=newest`. Every other cursor is a 422. 1 to 64 characters.
                 * @example tk_01jqxm0n5ye1hbs8k4c7d3fg2w
                 */
                cursor?: components["parameters"]["TicketCursor"];
                /**
                 * @description Lists only the elements that were created or changed at this time or later: whose `updated_at` is not before it. A change that is being written may appear some seconds later with an earlier `updated_at`, so ask from a minute before your previous request. The event feed misses nothing. At most 40 characters.
                 * @example 2026-04-01T00:00:00Z
                 */
                updated_since?: components["parameters"]["UpdatedSince"];
                /**
                 * @description Lists only the elements that were created at this time or later. One that is being written may appear some seconds later with an earlier `created_at`, so ask from a minute before your previous request. At most 40 characters.
                 * @example 2026-04-01T00:00:00Z
                 */
                created_since?: components["parameters"]["CreatedSince"];
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
                    RateLimit: components["headers"]["RateLimitState"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
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
                 * @description Makes it safe to repeat this request. For 24 hours, a request with the same key and the same body gets the same response, and nothing is created twice. Reusing a key with a different body returns 422. 1 to 255 characters.
                 * @example 5f1c3a9e-1a51-4f3c-9b0e-6d0a7c2f9e11
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /**
                 * @description Names the program that sends this request, e.g. `crm-sync`. The events that the request causes have it as `client_name`, by which the program recognizes its own changes. Keep the name through restarts, versions and API keys; two programs have two names. The name proves nothing: every key may send every name. 1 to 64 characters.
                 * @example crm-sync
                 */
                "Client-Name"?: components["parameters"]["ClientName"];
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
                    RateLimit: components["headers"]["RateLimitState"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    ETag: components["headers"]["ETag"];
                    "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
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
            header?: {
                /**
                 * @description The `ETag` of the object that you have. When it is still the same, the response is a 304 without a body. A proxy may make the tag weak (`W/`), or add the name of its compression (`-gzip`, `-br`): it still counts as the same `ETag`. At most 1,000 characters.
                 * @example "Zx6vIXNVOVb2o3tPSJuCNaqe5w7UDxZpCkzgqcRdfD0"
                 */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /**
                 * @description Identifier of the ticket (`tk_<id>`). 1 to 64 characters.
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
                    RateLimit: components["headers"]["RateLimitState"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TicketResponse"];
                };
            };
            304: components["responses"]["NotModified"];
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
    updateTicket: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The `version` of the object that you have read, in quotes. When the object has another one now, the request does nothing and the response is a 412. Without this header the request is done in any case. The `ETag` of a read works too; it also changes with what else the read shows, such as the counts of a contact. A weak tag never matches. At most 1,000 characters.
                 * @example "mn39vqwr"
                 */
                "If-Match"?: components["parameters"]["IfMatch"];
                /**
                 * @description Names the program that sends this request, e.g. `crm-sync`. The events that the request causes have it as `client_name`, by which the program recognizes its own changes. Keep the name through restarts, versions and API keys; two programs have two names. The name proves nothing: every key may send every name. 1 to 64 characters.
                 * @example crm-sync
                 */
                "Client-Name"?: components["parameters"]["ClientName"];
            };
            path: {
                /**
                 * @description Identifier of the ticket (`tk_<id>`). 1 to 64 characters.
                 * @example tk_01jqxm0n5ye1hbs8k4c7d3fg2w
                 */
                id: components["parameters"]["TicketIdInPath"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateTicketRequest"];
            };
        };
        responses: {
            /** @description The ticket after the change. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    RateLimit: components["headers"]["RateLimitState"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TicketResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["ValidationFailed"];
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
                 * @description Lists only the articles whose title, excerpt or body contains this text. Capitals and accents make no difference. 1 to 200 characters.
                 * @example factura
                 */
                q?: components["schemas"]["SearchText"];
                /**
                 * @description Lists only the articles of this category. Capitals, accents and spaces must be those of the category. 1 to 100 characters.
                 * @example Facturación
                 */
                category?: string;
                /**
                 * @description The largest number of elements in a page. 1 to 100. Default: 25.
                 * @example 2
                 */
                limit?: components["parameters"]["Limit"];
                /**
                 * @description Id of the last element of the previous page: the `next_cursor` of that response. It must be the id of an element of this list without its filters, or one that was deleted in the last 30 days; the event feed also takes `cursor=newest`. Every other cursor is a 422. 1 to 64 characters.
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
                    RateLimit: components["headers"]["RateLimitState"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
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
            header?: {
                /**
                 * @description The `ETag` of the object that you have. When it is still the same, the response is a 304 without a body. A proxy may make the tag weak (`W/`), or add the name of its compression (`-gzip`, `-br`): it still counts as the same `ETag`. At most 1,000 characters.
                 * @example "Zx6vIXNVOVb2o3tPSJuCNaqe5w7UDxZpCkzgqcRdfD0"
                 */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /**
                 * @description Identifier of the article (`ar_<id>`). 1 to 64 characters.
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
                    RateLimit: components["headers"]["RateLimitState"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ArticleResponse"];
                };
            };
            304: components["responses"]["NotModified"];
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
    listEvents: {
        parameters: {
            query?: {
                /**
                 * @description Lists only the events of these types. Separate the types by commas, or repeat the parameter. A type that is sent twice counts once. 1 to 20 elements.
                 * @example [
                 *       "contact.created",
                 *       "message.created"
                 *     ]
                 */
                types?: components["schemas"]["KnownEventType"][];
                /**
                 * @description The largest number of elements in a page. 1 to 100. Default: 25.
                 * @example 2
                 */
                limit?: components["parameters"]["Limit"];
                /**
                 * @description Id of the last element of the previous page: the `next_cursor` of that response. It must be the id of an element of this list without its filters, or one that was deleted in the last 30 days; the event feed also takes `cursor=newest`. Every other cursor is a 422. 1 to 64 characters.
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
                    RateLimit: components["headers"]["RateLimitState"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
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
                 * @description Identifier of the event (`evt_<id>`). 1 to 64 characters.
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
                    RateLimit: components["headers"]["RateLimitState"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
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
            422: components["responses"]["ValidationFailed"];
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
                 * @description The largest number of elements in a page. 1 to 100. Default: 25.
                 * @example 2
                 */
                limit?: components["parameters"]["Limit"];
                /**
                 * @description Id of the last element of the previous page: the `next_cursor` of that response. It must be the id of an element of this list without its filters, or one that was deleted in the last 30 days; the event feed also takes `cursor=newest`. Every other cursor is a 422. 1 to 64 characters.
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
                    RateLimit: components["headers"]["RateLimitState"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
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
                 * @description Makes it safe to repeat this request. For 24 hours, a request with the same key and the same body gets the same response, and nothing is created twice. Reusing a key with a different body returns 422. 1 to 255 characters.
                 * @example 5f1c3a9e-1a51-4f3c-9b0e-6d0a7c2f9e11
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /**
                 * @description Names the program that sends this request, e.g. `crm-sync`. The events that the request causes have it as `client_name`, by which the program recognizes its own changes. Keep the name through restarts, versions and API keys; two programs have two names. The name proves nothing: every key may send every name. 1 to 64 characters.
                 * @example crm-sync
                 */
                "Client-Name"?: components["parameters"]["ClientName"];
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
                    RateLimit: components["headers"]["RateLimitState"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    ETag: components["headers"]["ETag"];
                    "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
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
            header?: {
                /**
                 * @description The `ETag` of the object that you have. When it is still the same, the response is a 304 without a body. A proxy may make the tag weak (`W/`), or add the name of its compression (`-gzip`, `-br`): it still counts as the same `ETag`. At most 1,000 characters.
                 * @example "Zx6vIXNVOVb2o3tPSJuCNaqe5w7UDxZpCkzgqcRdfD0"
                 */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /**
                 * @description Identifier of the webhook (`wh_<id>`). 1 to 64 characters.
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
                    RateLimit: components["headers"]["RateLimitState"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookResponse"];
                };
            };
            304: components["responses"]["NotModified"];
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
    deleteWebhook: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The `version` of the object that you have read, in quotes. When the object has another one now, the request does nothing and the response is a 412. Without this header the request is done in any case. The `ETag` of a read works too; it also changes with what else the read shows, such as the counts of a contact. A weak tag never matches. At most 1,000 characters.
                 * @example "mn39vqwr"
                 */
                "If-Match"?: components["parameters"]["IfMatch"];
                /**
                 * @description Names the program that sends this request, e.g. `crm-sync`. The events that the request causes have it as `client_name`, by which the program recognizes its own changes. Keep the name through restarts, versions and API keys; two programs have two names. The name proves nothing: every key may send every name. 1 to 64 characters.
                 * @example crm-sync
                 */
                "Client-Name"?: components["parameters"]["ClientName"];
            };
            path: {
                /**
                 * @description Identifier of the webhook (`wh_<id>`). 1 to 64 characters.
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
                    RateLimit: components["headers"]["RateLimitState"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
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
            412: components["responses"]["PreconditionFailed"];
            422: components["responses"]["ValidationFailed"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    updateWebhook: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The `version` of the object that you have read, in quotes. When the object has another one now, the request does nothing and the response is a 412. Without this header the request is done in any case. The `ETag` of a read works too; it also changes with what else the read shows, such as the counts of a contact. A weak tag never matches. At most 1,000 characters.
                 * @example "mn39vqwr"
                 */
                "If-Match"?: components["parameters"]["IfMatch"];
                /**
                 * @description Names the program that sends this request, e.g. `crm-sync`. The events that the request causes have it as `client_name`, by which the program recognizes its own changes. Keep the name through restarts, versions and API keys; two programs have two names. The name proves nothing: every key may send every name. 1 to 64 characters.
                 * @example crm-sync
                 */
                "Client-Name"?: components["parameters"]["ClientName"];
            };
            path: {
                /**
                 * @description Identifier of the webhook (`wh_<id>`). 1 to 64 characters.
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
                    RateLimit: components["headers"]["RateLimitState"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    ETag: components["headers"]["ETag"];
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
            412: components["responses"]["PreconditionFailed"];
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
                 * @description The `version` of the object that you have read, in quotes. When the object has another one now, the request does nothing and the response is a 412. Without this header the request is done in any case. The `ETag` of a read works too; it also changes with what else the read shows, such as the counts of a contact. A weak tag never matches. At most 1,000 characters.
                 * @example "mn39vqwr"
                 */
                "If-Match"?: components["parameters"]["IfMatch"];
                /**
                 * @description Makes it safe to repeat this request. For 24 hours, a request with the same key and the same body gets the same response, and nothing is created twice. Reusing a key with a different body returns 422. 1 to 255 characters.
                 * @example 5f1c3a9e-1a51-4f3c-9b0e-6d0a7c2f9e11
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /**
                 * @description Names the program that sends this request, e.g. `crm-sync`. The events that the request causes have it as `client_name`, by which the program recognizes its own changes. Keep the name through restarts, versions and API keys; two programs have two names. The name proves nothing: every key may send every name. 1 to 64 characters.
                 * @example crm-sync
                 */
                "Client-Name"?: components["parameters"]["ClientName"];
            };
            path: {
                /**
                 * @description Identifier of the webhook (`wh_<id>`). 1 to 64 characters.
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
                    RateLimit: components["headers"]["RateLimitState"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
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
            412: components["responses"]["PreconditionFailed"];
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
                 * @description Makes it safe to repeat this request. For 24 hours, a request with the same key and the same body gets the same response, and nothing is created twice. Reusing a key with a different body returns 422. 1 to 255 characters.
                 * @example 5f1c3a9e-1a51-4f3c-9b0e-6d0a7c2f9e11
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /**
                 * @description Names the program that sends this request, e.g. `crm-sync`. The events that the request causes have it as `client_name`, by which the program recognizes its own changes. Keep the name through restarts, versions and API keys; two programs have two names. The name proves nothing: every key may send every name. 1 to 64 characters.
                 * @example crm-sync
                 */
                "Client-Name"?: components["parameters"]["ClientName"];
            };
            path: {
                /**
                 * @description Identifier of the webhook (`wh_<id>`). 1 to 64 characters.
                 * @example wh_01jqxjw6zve9bq3s5t8m0r4k2h
                 */
                id: components["parameters"]["WebhookIdInPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The server will send the test event. */
            202: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    RateLimit: components["headers"]["RateLimitState"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
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
                 * @description Lists only the deliveries with this status. `pending`: an attempt is planned or under way. `succeeded`: an attempt succeeded. `failed`: the last attempt failed, and the server makes no other. `canceled`: the webhook was disabled before an attempt succeeded.
                 * @example failed
                 */
                status?: "pending" | "succeeded" | "failed" | "canceled";
                /**
                 * @description The largest number of elements in a page. 1 to 100. Default: 25.
                 * @example 2
                 */
                limit?: components["parameters"]["Limit"];
                /**
                 * @description Id of the last element of the previous page: the `next_cursor` of that response. It must be the id of an element of this list without its filters, or one that was deleted in the last 30 days; the event feed also takes `cursor=newest`. Every other cursor is a 422. 1 to 64 characters.
                 * @example whd_01jqxkfb3nf4g6t0s8y2c5m7pd
                 */
                cursor?: components["parameters"]["DeliveryCursor"];
            };
            header?: never;
            path: {
                /**
                 * @description Identifier of the webhook (`wh_<id>`). 1 to 64 characters.
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
                    RateLimit: components["headers"]["RateLimitState"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
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
                 * @description Makes it safe to repeat this request. For 24 hours, a request with the same key and the same body gets the same response, and nothing is created twice. Reusing a key with a different body returns 422. 1 to 255 characters.
                 * @example 5f1c3a9e-1a51-4f3c-9b0e-6d0a7c2f9e11
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /**
                 * @description Names the program that sends this request, e.g. `crm-sync`. The events that the request causes have it as `client_name`, by which the program recognizes its own changes. Keep the name through restarts, versions and API keys; two programs have two names. The name proves nothing: every key may send every name. 1 to 64 characters.
                 * @example crm-sync
                 */
                "Client-Name"?: components["parameters"]["ClientName"];
            };
            path: {
                /**
                 * @description Identifier of the webhook (`wh_<id>`). 1 to 64 characters.
                 * @example wh_01jqxjw6zve9bq3s5t8m0r4k2h
                 */
                id: components["parameters"]["WebhookIdInPath"];
                /**
                 * @description Identifier of the delivery (`whd_<id>`). 1 to 64 characters.
                 * @example whd_01jqxkfb3nf4g6t0s8y2c5m7pd
                 */
                delivery_id: components["schemas"]["Reference"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The server will make the attempt. */
            202: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    RateLimit: components["headers"]["RateLimitState"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
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
    getMe: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The key that sent the request. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    RateLimit: components["headers"]["RateLimitState"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiKeyResponse"];
                };
            };
            400: components["responses"]["MalformedRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["WorkspaceSuspended"];
            408: components["responses"]["RequestTimeout"];
            422: components["responses"]["ValidationFailed"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    createMessengerSession: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateMessengerSessionRequest"];
            };
        };
        responses: {
            /** @description The session was started. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    RateLimit: components["headers"]["RateLimitState"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MessengerSessionResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["OriginNotAllowed"];
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
    listMessengerConversations: {
        parameters: {
            query?: {
                /**
                 * @description The largest number of elements in a page. 1 to 100. Default: 25.
                 * @example 2
                 */
                limit?: components["parameters"]["Limit"];
                /**
                 * @description Id of the last element of the previous page: the `next_cursor` of that response. It must be the id of an element of this list without its filters, or one that was deleted in the last 30 days; the event feed also takes `cursor=newest`. Every other cursor is a 422. 1 to 64 characters.
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
                    RateLimit: components["headers"]["RateLimitState"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MessengerConversationPage"];
                };
            };
            400: components["responses"]["MalformedRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["OriginNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            422: components["responses"]["ValidationFailed"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    createMessengerConversation: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes it safe to repeat this request. For 24 hours, a request with the same key and the same body gets the same response, and nothing is created twice. Reusing a key with a different body returns 422. 1 to 255 characters.
                 * @example 5f1c3a9e-1a51-4f3c-9b0e-6d0a7c2f9e11
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateMessengerConversationRequest"];
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
                    RateLimit: components["headers"]["RateLimitState"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MessengerConversationResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["OriginNotAllowed"];
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
    listMessengerMessages: {
        parameters: {
            query?: {
                /**
                 * @description The largest number of elements in a page. 1 to 100. Default: 25.
                 * @example 2
                 */
                limit?: components["parameters"]["Limit"];
                /**
                 * @description Id of the last element of the previous page: the `next_cursor` of that response. It must be the id of an element of this list without its filters, or one that was deleted in the last 30 days; the event feed also takes `cursor=newest`. Every other cursor is a 422. 1 to 64 characters.
                 * @example ms_01jqxk3d8tf1r0p7m6a3k9wz2b
                 */
                cursor?: components["parameters"]["MessageCursor"];
            };
            header?: never;
            path: {
                /**
                 * @description Identifier of the conversation (`cv_<id>`). 1 to 64 characters.
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
                    RateLimit: components["headers"]["RateLimitState"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MessagePage"];
                };
            };
            400: components["responses"]["MalformedRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["OriginNotAllowed"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            422: components["responses"]["ValidationFailed"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    createMessengerMessage: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes it safe to repeat this request. For 24 hours, a request with the same key and the same body gets the same response, and nothing is created twice. Reusing a key with a different body returns 422. 1 to 255 characters.
                 * @example 5f1c3a9e-1a51-4f3c-9b0e-6d0a7c2f9e11
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description Identifier of the conversation (`cv_<id>`). 1 to 64 characters.
                 * @example cv_01jqxk3d8rf0pva6m5z2h9wt7c
                 */
                id: components["parameters"]["ConversationIdInPath"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateMessengerMessageRequest"];
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
                    RateLimit: components["headers"]["RateLimitState"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MessageResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["OriginNotAllowed"];
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
    listMessengerArticles: {
        parameters: {
            query?: {
                /**
                 * @description Lists only the articles whose title, excerpt or body contains this text. Capitals and accents make no difference. 1 to 200 characters.
                 * @example factura
                 */
                q?: components["schemas"]["SearchText"];
                /**
                 * @description The largest number of elements in a page. 1 to 100. Default: 25.
                 * @example 2
                 */
                limit?: components["parameters"]["Limit"];
                /**
                 * @description Id of the last element of the previous page: the `next_cursor` of that response. It must be the id of an element of this list without its filters, or one that was deleted in the last 30 days; the event feed also takes `cursor=newest`. Every other cursor is a 422. 1 to 64 characters.
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
                    RateLimit: components["headers"]["RateLimitState"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ArticlePage"];
                };
            };
            400: components["responses"]["MalformedRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["OriginNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            422: components["responses"]["ValidationFailed"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getMessengerArticle: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The `ETag` of the object that you have. When it is still the same, the response is a 304 without a body. A proxy may make the tag weak (`W/`), or add the name of its compression (`-gzip`, `-br`): it still counts as the same `ETag`. At most 1,000 characters.
                 * @example "Zx6vIXNVOVb2o3tPSJuCNaqe5w7UDxZpCkzgqcRdfD0"
                 */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /**
                 * @description Identifier of the article (`ar_<id>`). 1 to 64 characters.
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
                    RateLimit: components["headers"]["RateLimitState"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ArticleResponse"];
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["MalformedRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["OriginNotAllowed"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
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
                 * @description Id of the event. It is the same in every attempt and for every webhook. Use it to recognize an event that you have received before.
                 * @example evt_01jqxkfb3jfx7c1m9v4w2d5s8t
                 */
                "webhook-id": components["parameters"]["WebhookMessageId"];
                /**
                 * @description When this attempt was made, in Unix epoch seconds. Refuse a request whose timestamp differs from now by more than 5 minutes.
                 * @example 1775120711
                 */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /**
                 * @description `v1,` and the base64 of HMAC-SHA256 over `webhook-id.webhook-timestamp.body`, keyed with the bytes of the secret. For 24 hours after a rotation the header has two signatures, separated by a space; accept either.
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                "webhook-signature": components["parameters"]["WebhookSignature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ContactCreatedEvent"];
            };
        };
        responses: {
            /** @description The receiver wants no more events. The server disables the webhook at once. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The receiver has accepted the event. The server reads only the first characters of the body. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The attempt failed. The server sends the event again. */
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
                 * @description Id of the event. It is the same in every attempt and for every webhook. Use it to recognize an event that you have received before.
                 * @example evt_01jqxkfb3jfx7c1m9v4w2d5s8t
                 */
                "webhook-id": components["parameters"]["WebhookMessageId"];
                /**
                 * @description When this attempt was made, in Unix epoch seconds. Refuse a request whose timestamp differs from now by more than 5 minutes.
                 * @example 1775120711
                 */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /**
                 * @description `v1,` and the base64 of HMAC-SHA256 over `webhook-id.webhook-timestamp.body`, keyed with the bytes of the secret. For 24 hours after a rotation the header has two signatures, separated by a space; accept either.
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                "webhook-signature": components["parameters"]["WebhookSignature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ContactUpdatedEvent"];
            };
        };
        responses: {
            /** @description The receiver wants no more events. The server disables the webhook at once. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The receiver has accepted the event. The server reads only the first characters of the body. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The attempt failed. The server sends the event again. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    contactDeleted: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description Id of the event. It is the same in every attempt and for every webhook. Use it to recognize an event that you have received before.
                 * @example evt_01jqxkfb3jfx7c1m9v4w2d5s8t
                 */
                "webhook-id": components["parameters"]["WebhookMessageId"];
                /**
                 * @description When this attempt was made, in Unix epoch seconds. Refuse a request whose timestamp differs from now by more than 5 minutes.
                 * @example 1775120711
                 */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /**
                 * @description `v1,` and the base64 of HMAC-SHA256 over `webhook-id.webhook-timestamp.body`, keyed with the bytes of the secret. For 24 hours after a rotation the header has two signatures, separated by a space; accept either.
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                "webhook-signature": components["parameters"]["WebhookSignature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ContactDeletedEvent"];
            };
        };
        responses: {
            /** @description The receiver wants no more events. The server disables the webhook at once. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The receiver has accepted the event. The server reads only the first characters of the body. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The attempt failed. The server sends the event again. */
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
                 * @description Id of the event. It is the same in every attempt and for every webhook. Use it to recognize an event that you have received before.
                 * @example evt_01jqxkfb3jfx7c1m9v4w2d5s8t
                 */
                "webhook-id": components["parameters"]["WebhookMessageId"];
                /**
                 * @description When this attempt was made, in Unix epoch seconds. Refuse a request whose timestamp differs from now by more than 5 minutes.
                 * @example 1775120711
                 */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /**
                 * @description `v1,` and the base64 of HMAC-SHA256 over `webhook-id.webhook-timestamp.body`, keyed with the bytes of the secret. For 24 hours after a rotation the header has two signatures, separated by a space; accept either.
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                "webhook-signature": components["parameters"]["WebhookSignature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ConversationCreatedEvent"];
            };
        };
        responses: {
            /** @description The receiver wants no more events. The server disables the webhook at once. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The receiver has accepted the event. The server reads only the first characters of the body. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The attempt failed. The server sends the event again. */
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
                 * @description Id of the event. It is the same in every attempt and for every webhook. Use it to recognize an event that you have received before.
                 * @example evt_01jqxkfb3jfx7c1m9v4w2d5s8t
                 */
                "webhook-id": components["parameters"]["WebhookMessageId"];
                /**
                 * @description When this attempt was made, in Unix epoch seconds. Refuse a request whose timestamp differs from now by more than 5 minutes.
                 * @example 1775120711
                 */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /**
                 * @description `v1,` and the base64 of HMAC-SHA256 over `webhook-id.webhook-timestamp.body`, keyed with the bytes of the secret. For 24 hours after a rotation the header has two signatures, separated by a space; accept either.
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                "webhook-signature": components["parameters"]["WebhookSignature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ConversationUpdatedEvent"];
            };
        };
        responses: {
            /** @description The receiver wants no more events. The server disables the webhook at once. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The receiver has accepted the event. The server reads only the first characters of the body. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The attempt failed. The server sends the event again. */
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
                 * @description Id of the event. It is the same in every attempt and for every webhook. Use it to recognize an event that you have received before.
                 * @example evt_01jqxkfb3jfx7c1m9v4w2d5s8t
                 */
                "webhook-id": components["parameters"]["WebhookMessageId"];
                /**
                 * @description When this attempt was made, in Unix epoch seconds. Refuse a request whose timestamp differs from now by more than 5 minutes.
                 * @example 1775120711
                 */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /**
                 * @description `v1,` and the base64 of HMAC-SHA256 over `webhook-id.webhook-timestamp.body`, keyed with the bytes of the secret. For 24 hours after a rotation the header has two signatures, separated by a space; accept either.
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
            /** @description The receiver wants no more events. The server disables the webhook at once. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The receiver has accepted the event. The server reads only the first characters of the body. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The attempt failed. The server sends the event again. */
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
                 * @description Id of the event. It is the same in every attempt and for every webhook. Use it to recognize an event that you have received before.
                 * @example evt_01jqxkfb3jfx7c1m9v4w2d5s8t
                 */
                "webhook-id": components["parameters"]["WebhookMessageId"];
                /**
                 * @description When this attempt was made, in Unix epoch seconds. Refuse a request whose timestamp differs from now by more than 5 minutes.
                 * @example 1775120711
                 */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /**
                 * @description `v1,` and the base64 of HMAC-SHA256 over `webhook-id.webhook-timestamp.body`, keyed with the bytes of the secret. For 24 hours after a rotation the header has two signatures, separated by a space; accept either.
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                "webhook-signature": components["parameters"]["WebhookSignature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TicketCreatedEvent"];
            };
        };
        responses: {
            /** @description The receiver wants no more events. The server disables the webhook at once. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The receiver has accepted the event. The server reads only the first characters of the body. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The attempt failed. The server sends the event again. */
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
                 * @description Id of the event. It is the same in every attempt and for every webhook. Use it to recognize an event that you have received before.
                 * @example evt_01jqxkfb3jfx7c1m9v4w2d5s8t
                 */
                "webhook-id": components["parameters"]["WebhookMessageId"];
                /**
                 * @description When this attempt was made, in Unix epoch seconds. Refuse a request whose timestamp differs from now by more than 5 minutes.
                 * @example 1775120711
                 */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /**
                 * @description `v1,` and the base64 of HMAC-SHA256 over `webhook-id.webhook-timestamp.body`, keyed with the bytes of the secret. For 24 hours after a rotation the header has two signatures, separated by a space; accept either.
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                "webhook-signature": components["parameters"]["WebhookSignature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TicketUpdatedEvent"];
            };
        };
        responses: {
            /** @description The receiver wants no more events. The server disables the webhook at once. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The receiver has accepted the event. The server reads only the first characters of the body. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The attempt failed. The server sends the event again. */
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
                 * @description Id of the event. It is the same in every attempt and for every webhook. Use it to recognize an event that you have received before.
                 * @example evt_01jqxkfb3jfx7c1m9v4w2d5s8t
                 */
                "webhook-id": components["parameters"]["WebhookMessageId"];
                /**
                 * @description When this attempt was made, in Unix epoch seconds. Refuse a request whose timestamp differs from now by more than 5 minutes.
                 * @example 1775120711
                 */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /**
                 * @description `v1,` and the base64 of HMAC-SHA256 over `webhook-id.webhook-timestamp.body`, keyed with the bytes of the secret. For 24 hours after a rotation the header has two signatures, separated by a space; accept either.
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                "webhook-signature": components["parameters"]["WebhookSignature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ArticlePublishedEvent"];
            };
        };
        responses: {
            /** @description The receiver wants no more events. The server disables the webhook at once. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The receiver has accepted the event. The server reads only the first characters of the body. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The attempt failed. The server sends the event again. */
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
                 * @description Id of the event. It is the same in every attempt and for every webhook. Use it to recognize an event that you have received before.
                 * @example evt_01jqxkfb3jfx7c1m9v4w2d5s8t
                 */
                "webhook-id": components["parameters"]["WebhookMessageId"];
                /**
                 * @description When this attempt was made, in Unix epoch seconds. Refuse a request whose timestamp differs from now by more than 5 minutes.
                 * @example 1775120711
                 */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /**
                 * @description `v1,` and the base64 of HMAC-SHA256 over `webhook-id.webhook-timestamp.body`, keyed with the bytes of the secret. For 24 hours after a rotation the header has two signatures, separated by a space; accept either.
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                "webhook-signature": components["parameters"]["WebhookSignature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ArticleUnpublishedEvent"];
            };
        };
        responses: {
            /** @description The receiver wants no more events. The server disables the webhook at once. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The receiver has accepted the event. The server reads only the first characters of the body. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The attempt failed. The server sends the event again. */
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
                 * @description Id of the event. It is the same in every attempt and for every webhook. Use it to recognize an event that you have received before.
                 * @example evt_01jqxkfb3jfx7c1m9v4w2d5s8t
                 */
                "webhook-id": components["parameters"]["WebhookMessageId"];
                /**
                 * @description When this attempt was made, in Unix epoch seconds. Refuse a request whose timestamp differs from now by more than 5 minutes.
                 * @example 1775120711
                 */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /**
                 * @description `v1,` and the base64 of HMAC-SHA256 over `webhook-id.webhook-timestamp.body`, keyed with the bytes of the secret. For 24 hours after a rotation the header has two signatures, separated by a space; accept either.
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
            /** @description The receiver wants no more events. The server disables the webhook at once. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The receiver has accepted the event. The server reads only the first characters of the body. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The attempt failed. The server sends the event again. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
}
