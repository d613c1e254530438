// Generated from openapi/openapi.yaml by `npm run generate`. Do not edit.

export const contractVersion = "1.0.0";

/** How far the time of a delivery may be from the receiver's, in seconds. */
export const webhookTolerance = 300;

/** Error code → status. */
export const errorStatuses = {
  "invalid_json": 400,
  "missing_parameter": 400,
  "malformed_request": 400,
  "unauthorized": 401,
  "forbidden": 403,
  "not_found": 404,
  "method_not_allowed": 405,
  "request_timeout": 408,
  "conflict": 409,
  "request_in_progress": 409,
  "payload_too_large": 413,
  "unsupported_media_type": 415,
  "validation_error": 422,
  "rate_limited": 429,
  "headers_too_large": 431,
  "internal_error": 500,
  "service_unavailable": 503
} as const;

/** The statuses of the errors that every operation declares. */
export const commonErrors: readonly number[] = [
  401,
  403,
  422,
  429,
  500,
  503
];

/** Name of an operation. */
export type OperationId =
  | "listContacts"
  | "createContact"
  | "getContact"
  | "listConversations"
  | "createConversation"
  | "getConversation"
  | "listMessages"
  | "createMessage"
  | "listTickets"
  | "createTicket"
  | "getTicket"
  | "listArticles"
  | "getArticle"
  | "listEvents"
  | "getEvent"
  | "listWebhooks"
  | "createWebhook"
  | "getWebhook"
  | "updateWebhook"
  | "deleteWebhook"
  | "rotateWebhookSecret"
  | "testWebhook"
  | "listDeliveries"
  | "redeliverDelivery";

/** What a call needs to know of its operation. */
export interface CallFacts {
  /** Method and path. */
  request: string;
  /** The statuses of its other errors. */
  errors?: readonly number[];
  /** Whether it takes an Idempotency-Key. */
  keyed?: boolean;
}

export const calls: Readonly<Record<OperationId, CallFacts>> = {
  "listContacts": {
    "request": "GET /v1/contacts"
  },
  "createContact": {
    "request": "POST /v1/contacts",
    "errors": [
      400,
      409,
      413,
      415
    ]
  },
  "getContact": {
    "request": "GET /v1/contacts/{id}",
    "errors": [
      404
    ]
  },
  "listConversations": {
    "request": "GET /v1/conversations"
  },
  "createConversation": {
    "request": "POST /v1/conversations",
    "errors": [
      400,
      409,
      413,
      415
    ],
    "keyed": true
  },
  "getConversation": {
    "request": "GET /v1/conversations/{id}",
    "errors": [
      404
    ]
  },
  "listMessages": {
    "request": "GET /v1/conversations/{id}/messages",
    "errors": [
      404
    ]
  },
  "createMessage": {
    "request": "POST /v1/conversations/{id}/messages",
    "errors": [
      400,
      404,
      409,
      413,
      415
    ],
    "keyed": true
  },
  "listTickets": {
    "request": "GET /v1/tickets"
  },
  "createTicket": {
    "request": "POST /v1/tickets",
    "errors": [
      400,
      409,
      413,
      415
    ],
    "keyed": true
  },
  "getTicket": {
    "request": "GET /v1/tickets/{id}",
    "errors": [
      404
    ]
  },
  "listArticles": {
    "request": "GET /v1/articles"
  },
  "getArticle": {
    "request": "GET /v1/articles/{id}",
    "errors": [
      404
    ]
  },
  "listEvents": {
    "request": "GET /v1/events"
  },
  "getEvent": {
    "request": "GET /v1/events/{id}",
    "errors": [
      404
    ]
  },
  "listWebhooks": {
    "request": "GET /v1/webhooks"
  },
  "createWebhook": {
    "request": "POST /v1/webhooks",
    "errors": [
      400,
      409,
      413,
      415
    ],
    "keyed": true
  },
  "getWebhook": {
    "request": "GET /v1/webhooks/{id}",
    "errors": [
      404
    ]
  },
  "updateWebhook": {
    "request": "PATCH /v1/webhooks/{id}",
    "errors": [
      400,
      404,
      413,
      415
    ]
  },
  "deleteWebhook": {
    "request": "DELETE /v1/webhooks/{id}",
    "errors": [
      404
    ]
  },
  "rotateWebhookSecret": {
    "request": "POST /v1/webhooks/{id}/rotate_secret",
    "errors": [
      404
    ]
  },
  "testWebhook": {
    "request": "POST /v1/webhooks/{id}/test",
    "errors": [
      404
    ]
  },
  "listDeliveries": {
    "request": "GET /v1/webhooks/{id}/deliveries",
    "errors": [
      404
    ]
  },
  "redeliverDelivery": {
    "request": "POST /v1/webhooks/{id}/deliveries/{delivery_id}/redeliver",
    "errors": [
      404
    ]
  }
};
