import type { Contract, Operation, Response } from "../../../openapi/model/contract.ts";

/** A contract with the least that our tools read. `operation` is its one operation, `GET /v1/notes`. */
export function smallContract(operation: Partial<Operation> = {}): Contract {
  return {
    info: {
      title: "Notes",
      version: "1.2.3",
      summary: "Notes of people.",
      description: "Notes.",
      license: { name: "MIT", identifier: "MIT" },
    },
    servers: [],
    "x-limits": { noteDays: 14, webhookToleranceSeconds: 11 },
    "x-delivery": {
      timeoutSeconds: 1,
      retriesSeconds: [2, 3],
      jitterPercent: 50,
      failingAfterHours: 5,
      attempts: 6,
    },
    "x-unrouted-responses": { "404": { $ref: "#/components/responses/NotFound" } },
    tags: [{ name: "Notes", description: "What somebody wrote down." }],
    paths: { "/v1/notes": { get: smallOperation(operation) } },
    webhooks: {},
    components: {
      securitySchemes: { apiKey: { description: "A key.", "x-scopes": { "notes:read": "Read notes." } } },
      schemas: {
        NoteStatus: { enum: ["new", "old"] },
        Origin: { "x-extensible-enum": ["here"] },
        Error: {
          required: ["code"],
          properties: { code: { "x-extensible-enum": ["not_found", "payload_too_large"] } },
          "x-fields-of-codes": {},
        } as Contract["components"]["schemas"]["Error"],
      },
      responses: {
        NotFound: errorResponse("not_found", "No existe."),
        PayloadTooLarge: errorResponse("payload_too_large", "Es muy grande."),
      },
      examples: {},
    },
  };
}

/** An operation with the least that our tools read. */
const smallOperation = (own: Partial<Operation> = {}): Operation => ({
  operationId: "listNotes",
  summary: "List notes",
  description: "",
  tags: ["Notes"],
  security: [{ apiKey: ["notes:read"] }],
  responses: { "200": { content: {} } },
  ...own,
});

/** A response with one example of an error. */
export function errorResponse(code: string, message: string): Response {
  return {
    content: {
      "application/json": { schema: {}, examples: { [code]: { value: { error: { code, message } } } } },
    },
  };
}
