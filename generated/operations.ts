// Generated from openapi/openapi.yaml by `npm run generate`. Do not edit.

export const operations = {
  "listContacts": {
    "method": "get",
    "path": "/v1/contacts",
    "scheme": "apiKey",
    "scopes": [
      "contacts:read"
    ],
    "query": {
      "q": "string",
      "limit": "integer",
      "cursor": "string",
      "email": "string",
      "tag": "string",
      "lifecycle": "string",
      "updated_since": "string",
      "external_id": "string",
      "custom_fields": "object",
      "created_since": "string"
    },
    "headers": [],
    "statuses": [
      200,
      400,
      401,
      403,
      408,
      422,
      429,
      431,
      500,
      503
    ],
    "perElement": [],
    "defaults": {
      "query": {
        "limit": 25
      },
      "body": {}
    }
  },
  "createContact": {
    "method": "post",
    "path": "/v1/contacts",
    "scheme": "apiKey",
    "scopes": [
      "contacts:write"
    ],
    "query": {},
    "headers": [
      "Idempotency-Key",
      "Client-Name"
    ],
    "statuses": [
      201,
      400,
      401,
      403,
      408,
      409,
      413,
      415,
      422,
      429,
      431,
      500,
      503
    ],
    "perElement": [],
    "defaults": {
      "query": {},
      "body": {
        "country": "Argentina"
      }
    }
  },
  "batchContacts": {
    "method": "post",
    "path": "/v1/contacts/batch",
    "scheme": "apiKey",
    "scopes": [
      "contacts:write",
      "contacts:read"
    ],
    "query": {},
    "headers": [
      "Idempotency-Key",
      "Client-Name"
    ],
    "statuses": [
      200,
      400,
      401,
      403,
      408,
      409,
      413,
      415,
      422,
      429,
      431,
      500,
      503
    ],
    "perElement": [
      "contacts"
    ],
    "defaults": {
      "query": {},
      "body": {}
    }
  },
  "getContact": {
    "method": "get",
    "path": "/v1/contacts/{id}",
    "scheme": "apiKey",
    "scopes": [
      "contacts:read"
    ],
    "query": {},
    "headers": [
      "If-None-Match"
    ],
    "statuses": [
      200,
      304,
      400,
      401,
      403,
      404,
      408,
      422,
      429,
      431,
      500,
      503
    ],
    "perElement": [],
    "defaults": {
      "query": {},
      "body": {}
    }
  },
  "updateContact": {
    "method": "patch",
    "path": "/v1/contacts/{id}",
    "scheme": "apiKey",
    "scopes": [
      "contacts:write",
      "contacts:read"
    ],
    "query": {},
    "headers": [
      "If-Match",
      "Client-Name"
    ],
    "statuses": [
      200,
      400,
      401,
      403,
      404,
      408,
      409,
      412,
      413,
      415,
      422,
      429,
      431,
      500,
      503
    ],
    "perElement": [],
    "defaults": {
      "query": {},
      "body": {}
    }
  },
  "deleteContact": {
    "method": "delete",
    "path": "/v1/contacts/{id}",
    "scheme": "apiKey",
    "scopes": [
      "*"
    ],
    "query": {},
    "headers": [
      "If-Match",
      "Client-Name"
    ],
    "statuses": [
      200,
      400,
      401,
      403,
      404,
      408,
      412,
      422,
      429,
      431,
      500,
      503
    ],
    "perElement": [],
    "defaults": {
      "query": {},
      "body": {}
    }
  },
  "listConversations": {
    "method": "get",
    "path": "/v1/conversations",
    "scheme": "apiKey",
    "scopes": [
      "conversations:read"
    ],
    "query": {
      "contact_id": "string",
      "status": "string",
      "limit": "integer",
      "cursor": "string",
      "updated_since": "string",
      "created_since": "string"
    },
    "headers": [],
    "statuses": [
      200,
      400,
      401,
      403,
      408,
      422,
      429,
      431,
      500,
      503
    ],
    "perElement": [],
    "defaults": {
      "query": {
        "limit": 25
      },
      "body": {}
    }
  },
  "createConversation": {
    "method": "post",
    "path": "/v1/conversations",
    "scheme": "apiKey",
    "scopes": [
      "conversations:write"
    ],
    "query": {},
    "headers": [
      "Idempotency-Key",
      "Client-Name"
    ],
    "statuses": [
      201,
      400,
      401,
      403,
      408,
      409,
      413,
      415,
      422,
      429,
      431,
      500,
      503
    ],
    "perElement": [],
    "defaults": {
      "query": {},
      "body": {
        "subject": "",
        "author_type": "team"
      }
    }
  },
  "getConversation": {
    "method": "get",
    "path": "/v1/conversations/{id}",
    "scheme": "apiKey",
    "scopes": [
      "conversations:read"
    ],
    "query": {},
    "headers": [
      "If-None-Match"
    ],
    "statuses": [
      200,
      304,
      400,
      401,
      403,
      404,
      408,
      422,
      429,
      431,
      500,
      503
    ],
    "perElement": [],
    "defaults": {
      "query": {},
      "body": {}
    }
  },
  "updateConversation": {
    "method": "patch",
    "path": "/v1/conversations/{id}",
    "scheme": "apiKey",
    "scopes": [
      "conversations:write",
      "conversations:read"
    ],
    "query": {},
    "headers": [
      "If-Match",
      "Client-Name"
    ],
    "statuses": [
      200,
      400,
      401,
      403,
      404,
      408,
      412,
      413,
      415,
      422,
      429,
      431,
      500,
      503
    ],
    "perElement": [],
    "defaults": {
      "query": {},
      "body": {}
    }
  },
  "listMessages": {
    "method": "get",
    "path": "/v1/conversations/{id}/messages",
    "scheme": "apiKey",
    "scopes": [
      "conversations:read"
    ],
    "query": {
      "limit": "integer",
      "cursor": "string"
    },
    "headers": [],
    "statuses": [
      200,
      400,
      401,
      403,
      404,
      408,
      422,
      429,
      431,
      500,
      503
    ],
    "perElement": [],
    "defaults": {
      "query": {
        "limit": 25
      },
      "body": {}
    }
  },
  "createMessage": {
    "method": "post",
    "path": "/v1/conversations/{id}/messages",
    "scheme": "apiKey",
    "scopes": [
      "conversations:write"
    ],
    "query": {},
    "headers": [
      "Idempotency-Key",
      "Client-Name"
    ],
    "statuses": [
      201,
      400,
      401,
      403,
      404,
      408,
      409,
      413,
      415,
      422,
      429,
      431,
      500,
      503
    ],
    "perElement": [],
    "defaults": {
      "query": {},
      "body": {
        "author_type": "team"
      }
    }
  },
  "listTickets": {
    "method": "get",
    "path": "/v1/tickets",
    "scheme": "apiKey",
    "scopes": [
      "tickets:read"
    ],
    "query": {
      "contact_id": "string",
      "status": "string",
      "limit": "integer",
      "cursor": "string",
      "updated_since": "string",
      "created_since": "string"
    },
    "headers": [],
    "statuses": [
      200,
      400,
      401,
      403,
      408,
      422,
      429,
      431,
      500,
      503
    ],
    "perElement": [],
    "defaults": {
      "query": {
        "limit": 25
      },
      "body": {}
    }
  },
  "createTicket": {
    "method": "post",
    "path": "/v1/tickets",
    "scheme": "apiKey",
    "scopes": [
      "tickets:write"
    ],
    "query": {},
    "headers": [
      "Idempotency-Key",
      "Client-Name"
    ],
    "statuses": [
      201,
      400,
      401,
      403,
      408,
      409,
      413,
      415,
      422,
      429,
      431,
      500,
      503
    ],
    "perElement": [],
    "defaults": {
      "query": {},
      "body": {
        "priority": "normal"
      }
    }
  },
  "getTicket": {
    "method": "get",
    "path": "/v1/tickets/{id}",
    "scheme": "apiKey",
    "scopes": [
      "tickets:read"
    ],
    "query": {},
    "headers": [
      "If-None-Match"
    ],
    "statuses": [
      200,
      304,
      400,
      401,
      403,
      404,
      408,
      422,
      429,
      431,
      500,
      503
    ],
    "perElement": [],
    "defaults": {
      "query": {},
      "body": {}
    }
  },
  "updateTicket": {
    "method": "patch",
    "path": "/v1/tickets/{id}",
    "scheme": "apiKey",
    "scopes": [
      "tickets:write",
      "tickets:read"
    ],
    "query": {},
    "headers": [
      "If-Match",
      "Client-Name"
    ],
    "statuses": [
      200,
      400,
      401,
      403,
      404,
      408,
      412,
      413,
      415,
      422,
      429,
      431,
      500,
      503
    ],
    "perElement": [],
    "defaults": {
      "query": {},
      "body": {}
    }
  },
  "listArticles": {
    "method": "get",
    "path": "/v1/articles",
    "scheme": "apiKey",
    "scopes": [
      "articles:read"
    ],
    "query": {
      "q": "string",
      "category": "string",
      "limit": "integer",
      "cursor": "string"
    },
    "headers": [],
    "statuses": [
      200,
      400,
      401,
      403,
      408,
      422,
      429,
      431,
      500,
      503
    ],
    "perElement": [],
    "defaults": {
      "query": {
        "limit": 25
      },
      "body": {}
    }
  },
  "getArticle": {
    "method": "get",
    "path": "/v1/articles/{id}",
    "scheme": "apiKey",
    "scopes": [
      "articles:read"
    ],
    "query": {},
    "headers": [
      "If-None-Match"
    ],
    "statuses": [
      200,
      304,
      400,
      401,
      403,
      404,
      408,
      422,
      429,
      431,
      500,
      503
    ],
    "perElement": [],
    "defaults": {
      "query": {},
      "body": {}
    }
  },
  "listEvents": {
    "method": "get",
    "path": "/v1/events",
    "scheme": "apiKey",
    "scopes": [
      "events:read"
    ],
    "query": {
      "types": "array",
      "limit": "integer",
      "cursor": "string"
    },
    "headers": [],
    "statuses": [
      200,
      400,
      401,
      403,
      408,
      422,
      429,
      431,
      500,
      503
    ],
    "perElement": [],
    "defaults": {
      "query": {
        "limit": 25
      },
      "body": {}
    }
  },
  "getEvent": {
    "method": "get",
    "path": "/v1/events/{id}",
    "scheme": "apiKey",
    "scopes": [
      "events:read"
    ],
    "query": {},
    "headers": [],
    "statuses": [
      200,
      400,
      401,
      403,
      404,
      408,
      422,
      429,
      431,
      500,
      503
    ],
    "perElement": [],
    "defaults": {
      "query": {},
      "body": {}
    }
  },
  "listWebhooks": {
    "method": "get",
    "path": "/v1/webhooks",
    "scheme": "apiKey",
    "scopes": [
      "*"
    ],
    "query": {
      "limit": "integer",
      "cursor": "string"
    },
    "headers": [],
    "statuses": [
      200,
      400,
      401,
      403,
      408,
      422,
      429,
      431,
      500,
      503
    ],
    "perElement": [],
    "defaults": {
      "query": {
        "limit": 25
      },
      "body": {}
    }
  },
  "createWebhook": {
    "method": "post",
    "path": "/v1/webhooks",
    "scheme": "apiKey",
    "scopes": [
      "*"
    ],
    "query": {},
    "headers": [
      "Idempotency-Key",
      "Client-Name"
    ],
    "statuses": [
      201,
      400,
      401,
      403,
      408,
      409,
      413,
      415,
      422,
      429,
      431,
      500,
      503
    ],
    "perElement": [],
    "defaults": {
      "query": {},
      "body": {
        "description": ""
      }
    }
  },
  "getWebhook": {
    "method": "get",
    "path": "/v1/webhooks/{id}",
    "scheme": "apiKey",
    "scopes": [
      "*"
    ],
    "query": {},
    "headers": [
      "If-None-Match"
    ],
    "statuses": [
      200,
      304,
      400,
      401,
      403,
      404,
      408,
      422,
      429,
      431,
      500,
      503
    ],
    "perElement": [],
    "defaults": {
      "query": {},
      "body": {}
    }
  },
  "updateWebhook": {
    "method": "patch",
    "path": "/v1/webhooks/{id}",
    "scheme": "apiKey",
    "scopes": [
      "*"
    ],
    "query": {},
    "headers": [
      "If-Match",
      "Client-Name"
    ],
    "statuses": [
      200,
      400,
      401,
      403,
      404,
      408,
      412,
      413,
      415,
      422,
      429,
      431,
      500,
      503
    ],
    "perElement": [],
    "defaults": {
      "query": {},
      "body": {}
    }
  },
  "deleteWebhook": {
    "method": "delete",
    "path": "/v1/webhooks/{id}",
    "scheme": "apiKey",
    "scopes": [
      "*"
    ],
    "query": {},
    "headers": [
      "If-Match",
      "Client-Name"
    ],
    "statuses": [
      200,
      400,
      401,
      403,
      404,
      408,
      412,
      422,
      429,
      431,
      500,
      503
    ],
    "perElement": [],
    "defaults": {
      "query": {},
      "body": {}
    }
  },
  "rotateWebhookSecret": {
    "method": "post",
    "path": "/v1/webhooks/{id}/rotate_secret",
    "scheme": "apiKey",
    "scopes": [
      "*"
    ],
    "query": {},
    "headers": [
      "If-Match",
      "Idempotency-Key",
      "Client-Name"
    ],
    "statuses": [
      200,
      400,
      401,
      403,
      404,
      408,
      409,
      412,
      422,
      429,
      431,
      500,
      503
    ],
    "perElement": [],
    "defaults": {
      "query": {},
      "body": {}
    }
  },
  "testWebhook": {
    "method": "post",
    "path": "/v1/webhooks/{id}/test",
    "scheme": "apiKey",
    "scopes": [
      "*"
    ],
    "query": {},
    "headers": [
      "Idempotency-Key",
      "Client-Name"
    ],
    "statuses": [
      202,
      400,
      401,
      403,
      404,
      408,
      409,
      422,
      429,
      431,
      500,
      503
    ],
    "perElement": [],
    "defaults": {
      "query": {},
      "body": {}
    }
  },
  "listDeliveries": {
    "method": "get",
    "path": "/v1/webhooks/{id}/deliveries",
    "scheme": "apiKey",
    "scopes": [
      "*"
    ],
    "query": {
      "status": "string",
      "limit": "integer",
      "cursor": "string"
    },
    "headers": [],
    "statuses": [
      200,
      400,
      401,
      403,
      404,
      408,
      422,
      429,
      431,
      500,
      503
    ],
    "perElement": [],
    "defaults": {
      "query": {
        "limit": 25
      },
      "body": {}
    }
  },
  "redeliverDelivery": {
    "method": "post",
    "path": "/v1/webhooks/{id}/deliveries/{delivery_id}/redeliver",
    "scheme": "apiKey",
    "scopes": [
      "*"
    ],
    "query": {},
    "headers": [
      "Idempotency-Key",
      "Client-Name"
    ],
    "statuses": [
      202,
      400,
      401,
      403,
      404,
      408,
      409,
      422,
      429,
      431,
      500,
      503
    ],
    "perElement": [],
    "defaults": {
      "query": {},
      "body": {}
    }
  },
  "getMe": {
    "method": "get",
    "path": "/v1/me",
    "scheme": "apiKey",
    "scopes": [],
    "query": {},
    "headers": [],
    "statuses": [
      200,
      400,
      401,
      403,
      408,
      422,
      429,
      431,
      500,
      503
    ],
    "perElement": [],
    "defaults": {
      "query": {},
      "body": {}
    }
  },
  "createMessengerSession": {
    "method": "post",
    "path": "/v1/messenger/sessions",
    "scheme": "messengerPublicToken",
    "scopes": [],
    "query": {},
    "headers": [],
    "statuses": [
      200,
      400,
      401,
      403,
      408,
      413,
      415,
      422,
      429,
      431,
      500,
      503
    ],
    "perElement": [],
    "defaults": {
      "query": {},
      "body": {}
    }
  },
  "listMessengerConversations": {
    "method": "get",
    "path": "/v1/messenger/conversations",
    "scheme": "messengerVisitor",
    "scopes": [],
    "query": {
      "limit": "integer",
      "cursor": "string"
    },
    "headers": [],
    "statuses": [
      200,
      400,
      401,
      403,
      408,
      422,
      429,
      431,
      500,
      503
    ],
    "perElement": [],
    "defaults": {
      "query": {
        "limit": 25
      },
      "body": {}
    }
  },
  "createMessengerConversation": {
    "method": "post",
    "path": "/v1/messenger/conversations",
    "scheme": "messengerVisitor",
    "scopes": [],
    "query": {},
    "headers": [
      "Idempotency-Key"
    ],
    "statuses": [
      201,
      400,
      401,
      403,
      408,
      409,
      413,
      415,
      422,
      429,
      431,
      500,
      503
    ],
    "perElement": [],
    "defaults": {
      "query": {},
      "body": {
        "subject": ""
      }
    }
  },
  "listMessengerMessages": {
    "method": "get",
    "path": "/v1/messenger/conversations/{id}/messages",
    "scheme": "messengerVisitor",
    "scopes": [],
    "query": {
      "limit": "integer",
      "cursor": "string"
    },
    "headers": [],
    "statuses": [
      200,
      400,
      401,
      403,
      404,
      408,
      422,
      429,
      431,
      500,
      503
    ],
    "perElement": [],
    "defaults": {
      "query": {
        "limit": 25
      },
      "body": {}
    }
  },
  "createMessengerMessage": {
    "method": "post",
    "path": "/v1/messenger/conversations/{id}/messages",
    "scheme": "messengerVisitor",
    "scopes": [],
    "query": {},
    "headers": [
      "Idempotency-Key"
    ],
    "statuses": [
      201,
      400,
      401,
      403,
      404,
      408,
      409,
      413,
      415,
      422,
      429,
      431,
      500,
      503
    ],
    "perElement": [],
    "defaults": {
      "query": {},
      "body": {}
    }
  },
  "listMessengerArticles": {
    "method": "get",
    "path": "/v1/messenger/articles",
    "scheme": "messengerVisitor",
    "scopes": [],
    "query": {
      "q": "string",
      "limit": "integer",
      "cursor": "string"
    },
    "headers": [],
    "statuses": [
      200,
      400,
      401,
      403,
      408,
      422,
      429,
      431,
      500,
      503
    ],
    "perElement": [],
    "defaults": {
      "query": {
        "limit": 25
      },
      "body": {}
    }
  },
  "getMessengerArticle": {
    "method": "get",
    "path": "/v1/messenger/articles/{id}",
    "scheme": "messengerVisitor",
    "scopes": [],
    "query": {},
    "headers": [
      "If-None-Match"
    ],
    "statuses": [
      200,
      304,
      400,
      401,
      403,
      404,
      408,
      422,
      429,
      431,
      500,
      503
    ],
    "perElement": [],
    "defaults": {
      "query": {},
      "body": {}
    }
  }
} as const;

export type OperationId = keyof typeof operations;
