// Generated from openapi/openapi.yaml by `npm run generate`. Do not edit.

export const contractVersion = "1.0.0";

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

/** The statuses that every operation declares. */
export const commonStatuses = [
  401,
  403,
  422,
  429,
  500,
  503
] as const;

/** Operation → method and path, its other statuses, and whether it takes an Idempotency-Key. */
export const calls = {
  "listContacts": {
    "request": "GET /v1/contacts",
    "statuses": [
      200
    ],
    "keyed": false
  },
  "createContact": {
    "request": "POST /v1/contacts",
    "statuses": [
      201,
      400,
      409,
      413,
      415
    ],
    "keyed": false
  },
  "getContact": {
    "request": "GET /v1/contacts/{id}",
    "statuses": [
      200,
      404
    ],
    "keyed": false
  },
  "listConversations": {
    "request": "GET /v1/conversations",
    "statuses": [
      200
    ],
    "keyed": false
  },
  "createConversation": {
    "request": "POST /v1/conversations",
    "statuses": [
      201,
      400,
      409,
      413,
      415
    ],
    "keyed": true
  },
  "getConversation": {
    "request": "GET /v1/conversations/{id}",
    "statuses": [
      200,
      404
    ],
    "keyed": false
  },
  "listMessages": {
    "request": "GET /v1/conversations/{id}/messages",
    "statuses": [
      200,
      404
    ],
    "keyed": false
  },
  "createMessage": {
    "request": "POST /v1/conversations/{id}/messages",
    "statuses": [
      201,
      400,
      404,
      409,
      413,
      415
    ],
    "keyed": true
  },
  "listTickets": {
    "request": "GET /v1/tickets",
    "statuses": [
      200
    ],
    "keyed": false
  },
  "createTicket": {
    "request": "POST /v1/tickets",
    "statuses": [
      201,
      400,
      409,
      413,
      415
    ],
    "keyed": true
  },
  "getTicket": {
    "request": "GET /v1/tickets/{id}",
    "statuses": [
      200,
      404
    ],
    "keyed": false
  },
  "listArticles": {
    "request": "GET /v1/articles",
    "statuses": [
      200
    ],
    "keyed": false
  },
  "getArticle": {
    "request": "GET /v1/articles/{id}",
    "statuses": [
      200,
      404
    ],
    "keyed": false
  },
  "listEvents": {
    "request": "GET /v1/events",
    "statuses": [
      200
    ],
    "keyed": false
  },
  "getEvent": {
    "request": "GET /v1/events/{id}",
    "statuses": [
      200,
      404
    ],
    "keyed": false
  },
  "listWebhooks": {
    "request": "GET /v1/webhooks",
    "statuses": [
      200
    ],
    "keyed": false
  },
  "createWebhook": {
    "request": "POST /v1/webhooks",
    "statuses": [
      201,
      400,
      409,
      413,
      415
    ],
    "keyed": true
  },
  "getWebhook": {
    "request": "GET /v1/webhooks/{id}",
    "statuses": [
      200,
      404
    ],
    "keyed": false
  },
  "updateWebhook": {
    "request": "PATCH /v1/webhooks/{id}",
    "statuses": [
      200,
      400,
      404,
      413,
      415
    ],
    "keyed": false
  },
  "deleteWebhook": {
    "request": "DELETE /v1/webhooks/{id}",
    "statuses": [
      200,
      404
    ],
    "keyed": false
  },
  "rotateWebhookSecret": {
    "request": "POST /v1/webhooks/{id}/rotate_secret",
    "statuses": [
      200,
      404
    ],
    "keyed": false
  },
  "testWebhook": {
    "request": "POST /v1/webhooks/{id}/test",
    "statuses": [
      202,
      404
    ],
    "keyed": false
  },
  "listDeliveries": {
    "request": "GET /v1/webhooks/{id}/deliveries",
    "statuses": [
      200,
      404
    ],
    "keyed": false
  },
  "redeliverDelivery": {
    "request": "POST /v1/webhooks/{id}/deliveries/{delivery_id}/redeliver",
    "statuses": [
      202,
      404
    ],
    "keyed": false
  }
} as const;
