// Generated from openapi/openapi.yaml by `npm run generate`. Do not edit.

export const operations = {
  "listContacts": {
    "method": "get",
    "path": "/v1/contacts",
    "scopes": [
      "contacts:read"
    ],
    "query": [
      "q",
      "limit",
      "cursor"
    ],
    "statuses": [
      200,
      401,
      403,
      422,
      429,
      500,
      503
    ],
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
    "scopes": [
      "contacts:write"
    ],
    "query": [],
    "statuses": [
      201,
      400,
      401,
      403,
      409,
      413,
      415,
      422,
      429,
      500,
      503
    ],
    "defaults": {
      "query": {},
      "body": {
        "country": "Argentina"
      }
    }
  },
  "getContact": {
    "method": "get",
    "path": "/v1/contacts/{id}",
    "scopes": [
      "contacts:read"
    ],
    "query": [],
    "statuses": [
      200,
      401,
      403,
      404,
      422,
      429,
      500,
      503
    ],
    "defaults": {
      "query": {},
      "body": {}
    }
  }
} as const;

export type OperationId = keyof typeof operations;
