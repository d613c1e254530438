// Generated from openapi/openapi.yaml by `npm run generate`. Do not edit.

export const title = "Contacts API" as const;

export const errors = {
  "malformed_request": {
    "status": 400,
    "message": "La petición está mal formada.",
    "meaning": "The request is not valid HTTP."
  },
  "invalid_json": {
    "status": 400,
    "message": "El cuerpo de la petición no es JSON válido.",
    "meaning": "The body is not JSON."
  },
  "missing_parameter": {
    "status": 400,
    "message": "Falta un parámetro obligatorio.",
    "meaning": "Required fields are missing."
  },
  "unauthorized": {
    "status": 401,
    "message": "Falta la credencial o no es válida.",
    "meaning": "The Authorization header is missing, or there is no such key, token or session."
  },
  "forbidden": {
    "status": 403,
    "message": "La clave de API no tiene el permiso necesario.",
    "meaning": "The key lacks the scope that the operation needs."
  },
  "workspace_suspended": {
    "status": 403,
    "message": "El operador del servidor ha suspendido el espacio de trabajo.",
    "meaning": "The operator of the server has suspended the workspace."
  },
  "origin_not_allowed": {
    "status": 403,
    "message": "El origen de la página no está permitido para este token.",
    "meaning": "The request comes from a page whose origin is not one of the token's."
  },
  "not_found": {
    "status": 404,
    "message": "El recurso no existe en este espacio de trabajo.",
    "meaning": "The workspace has no such resource."
  },
  "path_not_found": {
    "status": 404,
    "message": "La API no tiene esta ruta.",
    "meaning": "The API has no such path. Check the base address and the version."
  },
  "method_not_allowed": {
    "status": 405,
    "message": "La ruta existe, pero no con este método.",
    "meaning": "The path exists, but not with this method."
  },
  "request_timeout": {
    "status": 408,
    "message": "La petición no llegó completa a tiempo.",
    "meaning": "The request did not arrive in time."
  },
  "conflict": {
    "status": 409,
    "message": "Ya existe un contacto con ese email o external_id.",
    "meaning": "Another contact has this email or this external_id, and contact_id is its id. When one contact has the email and another the external_id, it is that of the email, and details names both."
  },
  "request_in_progress": {
    "status": 409,
    "message": "Ya hay una petición en curso con esta Idempotency-Key.",
    "meaning": "The server is still processing the first request with this Idempotency-Key."
  },
  "precondition_failed": {
    "status": 412,
    "message": "El objeto ha cambiado desde la versión que indica If-Match.",
    "meaning": "The object has changed since the version that If-Match names. current_version is its version now."
  },
  "payload_too_large": {
    "status": 413,
    "message": "El cuerpo de la petición supera el tamaño permitido.",
    "meaning": "The body is larger than 256 KiB."
  },
  "unsupported_media_type": {
    "status": 415,
    "message": "El cuerpo debe enviarse como application/json en UTF-8, sin comprimir.",
    "meaning": "The body is not application/json in UTF-8, or it is compressed."
  },
  "validation_error": {
    "status": 422,
    "message": "Hay campos que no cumplen la validación.",
    "meaning": "A field of the body or a parameter is invalid or unknown, or the workspace has reached a limit."
  },
  "rate_limited": {
    "status": 429,
    "message": "Se superó el límite de peticiones. Vuelve a intentarlo pasado el tiempo que indica Retry-After.",
    "meaning": "The key has used up its window, or too many requests of its workspace are waiting. In the second case X-RateLimit-Remaining is not 0. The messenger has windows of the session, the token and the client address. Retry-After says when to try again."
  },
  "headers_too_large": {
    "status": 431,
    "message": "La línea de petición y las cabeceras son demasiado grandes.",
    "meaning": "The request line and headers are too large."
  },
  "internal_error": {
    "status": 500,
    "message": "Ocurrió un error interno. Indica el valor de X-Request-Id al pedir ayuda.",
    "meaning": "Something went wrong on the server. Quote X-Request-Id when you ask for help."
  },
  "not_implemented": {
    "status": 501,
    "message": "El servidor no admite este método o esta codificación de transferencia.",
    "meaning": "No path has this method, or the server does not know the transfer coding of the body."
  },
  "service_unavailable": {
    "status": 503,
    "message": "El servicio no está disponible en este momento. Vuelve a intentarlo en unos segundos.",
    "meaning": "The server cannot reach its database right now, or the request got no slot in time."
  }
} as const;

export const scopes = {
  "contacts:read": "Read contacts.",
  "contacts:write": "Create contacts. With `contacts:read`, change contacts.",
  "conversations:read": "Read conversations.",
  "conversations:write": "Send messages. Start conversations. With `conversations:read`, close and reopen conversations.",
  "tickets:read": "Read tickets.",
  "tickets:write": "Create tickets. With `tickets:read`, change tickets.",
  "articles:read": "Read help-center articles.",
  "events:read": "Read the event feed. It shows every kind of object, whatever other scopes the key lacks.",
  "*": "Full access, including webhook management. Only this scope can erase contacts."
} as const;

export const limits = {
  "requestsPerWindow": 600,
  "windowSeconds": 60,
  "bodyBytes": 262144,
  "embedded": 25,
  "tags": 50,
  "customFields": 50,
  "errorDetails": 100,
  "errorPathName": 200,
  "eventDays": 30,
  "idempotencyHours": 24,
  "webhooks": 20,
  "secretOverlapHours": 24,
  "keyName": 255,
  "webhookToleranceSeconds": 300,
  "attempts": 25,
  "responseExcerpt": 1024,
  "messengerSessionHours": 24,
  "messengerMessage": 4000,
  "messengerRequestsPerAddress": 3000,
  "messengerWindowSeconds": 3600,
  "messengerSessionsPerAddress": 100,
  "messengerSessionsPerNetwork": 300,
  "messengerSessionsPerToken": 3000,
  "messengerSessionsPerEmail": 100,
  "messengerMessagesPerSession": 120,
  "messengerMessagesPerNetwork": 300,
  "messengerMessagesPerToken": 3000
} as const;

export const delivery = {
  "timeout": 15000,
  "retries": [
    5000,
    300000,
    1800000,
    7200000,
    18000000,
    36000000,
    50400000,
    72000000,
    86400000
  ],
  "jitter": 0.1,
  "longestDelay": 86400000,
  "failingAfter": 432000000,
  "failingAfterAttempts": 10
} as const;

export const values = {
  "Source": [
    "api",
    "messenger",
    "import"
  ],
  "Lifecycle": [
    "lead",
    "active",
    "customer"
  ],
  "ConversationStatus": [
    "open",
    "closed"
  ],
  "AuthorType": [
    "team",
    "contact"
  ],
  "TicketStatus": [
    "open",
    "pending",
    "solved",
    "closed"
  ],
  "TicketPriority": [
    "low",
    "normal",
    "high",
    "urgent"
  ],
  "EventType": [
    "contact.created",
    "contact.updated",
    "contact.deleted",
    "conversation.created",
    "conversation.updated",
    "message.created",
    "ticket.created",
    "ticket.updated",
    "article.published",
    "article.unpublished"
  ],
  "KnownEventType": [
    "contact.created",
    "contact.updated",
    "contact.deleted",
    "conversation.created",
    "conversation.updated",
    "message.created",
    "ticket.created",
    "ticket.updated",
    "article.published",
    "article.unpublished"
  ],
  "WebhookEventType": [
    "contact.created",
    "contact.updated",
    "contact.deleted",
    "conversation.created",
    "conversation.updated",
    "message.created",
    "ticket.created",
    "ticket.updated",
    "article.published",
    "article.unpublished",
    "*"
  ],
  "WebhookStatus": [
    "enabled",
    "disabled"
  ],
  "DeliveryStatus": [
    "pending",
    "succeeded",
    "failed",
    "canceled"
  ],
  "ErrorReason": [
    "required",
    "unknown_field",
    "repeated",
    "type",
    "enum",
    "format",
    "pattern",
    "too_short",
    "too_long",
    "too_few",
    "too_many",
    "minimum",
    "maximum",
    "not_found",
    "conflict",
    "expired",
    "reused",
    "address_refused",
    "limit_reached"
  ]
} as const;

export const commonHeaders = [
  "X-RateLimit-Limit",
  "X-RateLimit-Remaining",
  "X-RateLimit-Reset",
  "RateLimit",
  "RateLimit-Policy",
  "X-Request-Id"
] as const;

export const browserHeaders = [
  "X-RateLimit-Limit",
  "X-RateLimit-Remaining",
  "X-RateLimit-Reset",
  "RateLimit",
  "RateLimit-Policy",
  "X-Request-Id",
  "WWW-Authenticate",
  "Retry-After",
  "Location",
  "Idempotent-Replayed",
  "ETag"
] as const;
