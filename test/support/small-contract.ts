import type { Contract, Operation, Response } from "../../openapi/tools/contract.ts";

/** A contract with the least that our tools read. `operation` is its one operation, `GET /v1/notes`. */
export function smallContract(operation: Partial<Operation> = {}): Contract {
  return {
    info: { title: "Notes", version: "1.2.3" },
    "x-shared": { headers: { "X-One": { $ref: "#/components/headers/RateLimitLimit" } } },
    "x-delivery": {
      "timeout-seconds": 1,
      "retry-seconds": [2, 3],
      "jitter-percent": 50,
      "longest-delay-seconds": 4,
      "failing-after-hours": 5,
      "failing-after-attempts": 6,
    },
    "x-unrouted-responses": { "404": { $ref: "#/components/responses/NotFound" } },
    tags: [{ name: "Notes", description: "What somebody wrote down." }],
    paths: {
      "/v1/notes": {
        get: {
          operationId: "listNotes",
          tags: ["Notes"],
          "x-retention-days": 14,
          security: [{ apiKey: ["notes:read"] }],
          responses: { "200": { content: {} } },
          ...operation,
        },
      },
    },
    webhooks: {},
    components: {
      securitySchemes: { apiKey: { description: "A key.", "x-scopes": { "notes:read": "Read notes." } } },
      headers: { RateLimitLimit: { schema: { const: 7 }, "x-window-seconds": 8 } },
      parameters: {
        IdempotencyKey: { "x-retention-hours": 12 },
        WebhookTimestamp: { "x-tolerance-seconds": 11 },
      },
      schemas: {
        NoteStatus: { enum: ["new", "old"] },
        Origin: { "x-extensible-enum": ["here"] },
        ContactDetail: { properties: { conversations: { maxItems: 13 } } },
        Webhook: { "x-max-per-workspace": 15 },
        RotatedWebhook: { "x-overlap-hours": 16 },
        Delivery: { properties: { attempts: { maxItems: 17 } } },
        Attempt: { properties: { response_excerpt: { maxLength: 18 } } },
        Error: {
          required: ["code"],
          properties: { code: { "x-extensible-enum": ["not_found", "payload_too_large"] } },
          "x-fields-of-codes": {},
        } as Contract["components"]["schemas"]["Error"],
        ErrorDetails: { maxItems: 9, items: { properties: { path: { items: { maxLength: 10 } } } } },
      },
      responses: {
        NotFound: errorResponse("not_found", "No existe."),
        PayloadTooLarge: Object.assign(errorResponse("payload_too_large", "Es muy grande."), {
          "x-max-bytes": 11,
        }),
      },
    },
  };
}

/** A response with one example of an error. */
export function errorResponse(code: string, message: string): Response {
  return {
    content: { "application/json": { examples: { [code]: { value: { error: { code, message } } } } } },
  };
}
