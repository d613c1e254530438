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
         * @description Lists the contacts of the workspace, most recent first.
         */
        get: operations["listContacts"];
        put?: never;
        /**
         * Create a contact
         * @description Creates a contact. The email is the deduplication key: when the workspace already has a contact with it, the answer is a 409 that carries the id of that contact.
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
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        /** @description An identifier that the API gave you. Treat it as opaque. */
        Reference: string;
        ContactId: string;
        ConversationId: string;
        TicketId: string;
        /**
         * Format: date-time
         * @description Moment in UTC, ISO 8601 with milliseconds.
         */
        Timestamp: string;
        /** @description Send it as `cursor` to read on. It is the id of the last element of this page, on the last page too, and null only on an empty page. */
        NextCursor: string | null;
        /** @description Whether more pages exist. False means that the listing is finished. */
        HasMore: boolean;
        PersonName: string;
        /** Format: email */
        Email: string;
        Phone: string;
        Company: string;
        Country: string;
        Tags: string[];
        CustomFields: {
            [key: string]: string | number;
        };
        /** @description What you say of a new contact. Lengths count characters, not bytes. */
        ContactCreate: {
            /** @description Full name. */
            name: components["schemas"]["PersonName"];
            /** @description Unique in the workspace; capitals make no difference. */
            email: components["schemas"]["Email"];
            /** @description Telephone, in any format. */
            phone?: components["schemas"]["Phone"];
            /** @description Company that the contact belongs to. */
            company?: components["schemas"]["Company"];
            /**
             * @description Country.
             * @default Argentina
             */
            country?: components["schemas"]["Country"];
            /** @description Labels for segmentation. Spaces around a label and repeated labels are removed. */
            tags?: components["schemas"]["Tags"];
            /** @description Key/value pairs with data from your own system. Values are strings or numbers. */
            custom_fields?: components["schemas"]["CustomFields"];
        };
        /** @description The fields that every representation of a contact has. */
        ContactFields: {
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
            city: string;
            /** @description Labels for segmentation. */
            tags: components["schemas"]["Tags"];
            /** @description Where the contact stands with the company. `lead` at creation; the team moves it. More values may be added: accept those that you do not know. */
            lifecycle: string;
            /** @description Whether the team gives this contact priority. */
            vip: boolean;
            /** @description Where the record comes from; `api` for those that this API created. More values may be added: accept those that you do not know. */
            source: string;
            /** @description When the contact was created. */
            created_at: components["schemas"]["Timestamp"];
            /** @description When the contact last wrote; at first, when it was created. */
            last_seen_at: components["schemas"]["Timestamp"];
            /** @description How many conversations the contact has. */
            conversations_count: number;
            /** @description How many tickets the contact has. */
            tickets_count: number;
            /** @description Key/value pairs with data from your own system. */
            custom_fields: components["schemas"]["CustomFields"];
        };
        /** @description A person who writes to the team. Lists carry all of its fields. */
        Contact: components["schemas"]["ContactFields"];
        /** @description A contact with its newest conversations and tickets. The counts tell when there are more. */
        ContactDetail: {
            /** @description The newest conversations, newest first. */
            conversations: components["schemas"]["ConversationSummary"][];
            /** @description The newest tickets, newest first. */
            tickets: components["schemas"]["TicketSummary"][];
        } & components["schemas"]["ContactFields"];
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
            subject: string;
            /**
             * @description Whether the team still works on it.
             * @enum {string}
             */
            status: "open" | "closed";
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
            /** @description Number of the ticket in its workspace. */
            number: number;
            /** @description Subject. */
            subject: string;
            /**
             * @description Where the work on it stands.
             * @enum {string}
             */
            status: "open" | "pending" | "solved" | "closed";
            /**
             * @description How much it matters.
             * @enum {string}
             */
            priority: "low" | "normal" | "high" | "urgent";
            /** @description When it was created. */
            created_at: components["schemas"]["Timestamp"];
        };
        /** @description One contact. */
        ContactAnswer: {
            data: components["schemas"]["Contact"];
        };
        /** @description One contact with its conversations and tickets. */
        ContactDetailAnswer: {
            data: components["schemas"]["ContactDetail"];
        };
        /** @description A page of contacts. */
        ContactPage: {
            /** @description The contacts of this page. */
            data: components["schemas"]["Contact"][];
            next_cursor: components["schemas"]["NextCursor"];
            has_more: components["schemas"]["HasMore"];
        };
        /** @description What went wrong, in Spanish, for logs. Do not program against it. */
        ErrorMessage: string;
        /** @description The faults that were found, the first hundred of them. */
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
                 * @description Stable code for program logic.
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
                 * @description Stable code for program logic.
                 * @constant
                 */
                code: "missing_parameter";
                message: components["schemas"]["ErrorMessage"];
                details: components["schemas"]["ErrorDetails"];
            };
        };
        /** @description `unauthorized` */
        UnauthorizedError: {
            /** @description The error. */
            error: {
                /**
                 * @description Stable code for program logic.
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
                 * @description Stable code for program logic.
                 * @constant
                 */
                code: "forbidden";
                message: components["schemas"]["ErrorMessage"];
                /** @description The scope that the key lacks. */
                required_scope: string;
            };
        };
        /** @description `not_found` */
        NotFoundError: {
            /** @description The error. */
            error: {
                /**
                 * @description Stable code for program logic.
                 * @constant
                 */
                code: "not_found";
                message: components["schemas"]["ErrorMessage"];
            };
        };
        /** @description `conflict` */
        ContactExistsError: {
            /** @description The error. */
            error: {
                /**
                 * @description Stable code for program logic.
                 * @constant
                 */
                code: "conflict";
                message: components["schemas"]["ErrorMessage"];
                /** @description Id of the existing contact. */
                contact_id: components["schemas"]["ContactId"];
            };
        };
        /** @description `method_not_allowed` */
        MethodNotAllowedError: {
            /** @description The error. */
            error: {
                /**
                 * @description Stable code for program logic.
                 * @constant
                 */
                code: "method_not_allowed";
                message: components["schemas"]["ErrorMessage"];
            };
        };
        /** @description `validation_error` */
        ValidationError: {
            /** @description The error. */
            error: {
                /**
                 * @description Stable code for program logic.
                 * @constant
                 */
                code: "validation_error";
                message: components["schemas"]["ErrorMessage"];
                details: components["schemas"]["ErrorDetails"];
            };
        };
        /** @description `malformed_request` */
        MalformedRequestError: {
            /** @description The error. */
            error: {
                /**
                 * @description Stable code for program logic.
                 * @constant
                 */
                code: "malformed_request";
                message: components["schemas"]["ErrorMessage"];
            };
        };
        /** @description `request_timeout` */
        RequestTimeoutError: {
            /** @description The error. */
            error: {
                /**
                 * @description Stable code for program logic.
                 * @constant
                 */
                code: "request_timeout";
                message: components["schemas"]["ErrorMessage"];
            };
        };
        /** @description `payload_too_large` */
        PayloadTooLargeError: {
            /** @description The error. */
            error: {
                /**
                 * @description Stable code for program logic.
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
                 * @description Stable code for program logic.
                 * @constant
                 */
                code: "unsupported_media_type";
                message: components["schemas"]["ErrorMessage"];
            };
        };
        /** @description `rate_limited` */
        RateLimitedError: {
            /** @description The error. */
            error: {
                /**
                 * @description Stable code for program logic.
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
                 * @description Stable code for program logic.
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
                 * @description Stable code for program logic.
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
                 * @description Stable code for program logic.
                 * @constant
                 */
                code: "service_unavailable";
                message: components["schemas"]["ErrorMessage"];
            };
        };
    };
    responses: {
        /** @description The body is not valid JSON, or a required member is missing. The details name every missing member, and every other fault that was found. */
        BadRequest: {
            headers: {
                "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["InvalidJsonError"] | components["schemas"]["MissingParameterError"];
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
        /** @description A contact with this email exists; `contact_id` is its id. */
        ContactExists: {
            headers: {
                "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ContactExistsError"];
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
        /** @description A member of the body or a parameter fails validation or is unknown. Nothing that you send is dropped in silence. */
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
        /** @description The request is not valid HTTP. */
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
        /** @description The key has used up its window. */
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
         * @description Id of the last element of the previous page: the `next_cursor` of that answer. A cursor that is not an element of this list is refused.
         * @example ct_01jq7x2v4ef8stn5x0q9c6hd3k
         */
        Cursor: components["schemas"]["Reference"];
        /**
         * @description Identifier of the contact (`ct_<id>`).
         * @example ct_01jq7x2v4ef8stn5x0q9c6hd3k
         */
        ContactIdInPath: components["schemas"]["Reference"];
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
         * @description Path of the created resource.
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
export type Timestamp = components['schemas']['Timestamp'];
export type NextCursor = components['schemas']['NextCursor'];
export type HasMore = components['schemas']['HasMore'];
export type PersonName = components['schemas']['PersonName'];
export type Email = components['schemas']['Email'];
export type Phone = components['schemas']['Phone'];
export type Company = components['schemas']['Company'];
export type Country = components['schemas']['Country'];
export type Tags = components['schemas']['Tags'];
export type CustomFields = components['schemas']['CustomFields'];
export type ContactCreate = components['schemas']['ContactCreate'];
export type ContactFields = components['schemas']['ContactFields'];
export type Contact = components['schemas']['Contact'];
export type ContactDetail = components['schemas']['ContactDetail'];
export type ConversationSummary = components['schemas']['ConversationSummary'];
export type TicketSummary = components['schemas']['TicketSummary'];
export type ContactAnswer = components['schemas']['ContactAnswer'];
export type ContactDetailAnswer = components['schemas']['ContactDetailAnswer'];
export type ContactPage = components['schemas']['ContactPage'];
export type ErrorMessage = components['schemas']['ErrorMessage'];
export type ErrorDetails = components['schemas']['ErrorDetails'];
export type InvalidJsonError = components['schemas']['InvalidJsonError'];
export type MissingParameterError = components['schemas']['MissingParameterError'];
export type UnauthorizedError = components['schemas']['UnauthorizedError'];
export type ForbiddenError = components['schemas']['ForbiddenError'];
export type NotFoundError = components['schemas']['NotFoundError'];
export type ContactExistsError = components['schemas']['ContactExistsError'];
export type MethodNotAllowedError = components['schemas']['MethodNotAllowedError'];
export type ValidationError = components['schemas']['ValidationError'];
export type MalformedRequestError = components['schemas']['MalformedRequestError'];
export type RequestTimeoutError = components['schemas']['RequestTimeoutError'];
export type PayloadTooLargeError = components['schemas']['PayloadTooLargeError'];
export type UnsupportedMediaTypeError = components['schemas']['UnsupportedMediaTypeError'];
export type RateLimitedError = components['schemas']['RateLimitedError'];
export type HeadersTooLargeError = components['schemas']['HeadersTooLargeError'];
export type InternalError = components['schemas']['InternalError'];
export type ServiceUnavailableError = components['schemas']['ServiceUnavailableError'];
export type ResponseBadRequest = components['responses']['BadRequest'];
export type ResponseUnauthorized = components['responses']['Unauthorized'];
export type ResponseForbidden = components['responses']['Forbidden'];
export type ResponseNotFound = components['responses']['NotFound'];
export type ResponseContactExists = components['responses']['ContactExists'];
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
export type ParameterCursor = components['parameters']['Cursor'];
export type ParameterContactIdInPath = components['parameters']['ContactIdInPath'];
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
                q?: string;
                /**
                 * @description How many elements a page holds.
                 * @example 2
                 */
                limit?: components["parameters"]["Limit"];
                /**
                 * @description Id of the last element of the previous page: the `next_cursor` of that answer. A cursor that is not an element of this list is refused.
                 * @example ct_01jq7x2v4ef8stn5x0q9c6hd3k
                 */
                cursor?: components["parameters"]["Cursor"];
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
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            422: components["responses"]["ValidationFailed"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    createContact: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ContactCreate"];
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
                    "application/json": components["schemas"]["ContactAnswer"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["ContactExists"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["ValidationFailed"];
            429: components["responses"]["RateLimited"];
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
                    "application/json": components["schemas"]["ContactDetailAnswer"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["ValidationFailed"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
}
