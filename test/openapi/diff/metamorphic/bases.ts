import { parse } from "yaml";
import { readContract } from "../../../../openapi/model/read-contract.ts";
import type { Json } from "./document.ts";

const shop = `openapi: 3.0.3
info: { title: Shop, version: 1.0.0 }
servers: [{ url: https://shop.test/v1 }]
security: [{ key: [] }]
paths:
  /orders/{id}:
    parameters: [{ name: id, in: path, required: true, schema: { type: string } }]
    get:
      operationId: getOrder
      parameters: [{ name: fields, in: query, schema: { type: array, items: { type: string, enum: [id, lines] } } }]
      responses:
        "200": { description: The order., content: { application/json: { schema: { $ref: "#/components/schemas/Order" } } } }
        default: { description: A fault., content: { application/json: { schema: { $ref: "#/components/schemas/Fault" } } } }
    put:
      operationId: putOrder
      requestBody: { required: true, content: { application/json: { schema: { $ref: "#/components/schemas/OrderInput" } } } }
      responses:
        "200": { description: The order., headers: { ETag: { required: true, schema: { type: string } } }, content: { application/json: { schema: { $ref: "#/components/schemas/Order" } } } }
components:
  securitySchemes: { key: { type: apiKey, in: header, name: X-Key } }
  schemas:
    OrderInput: { type: object, required: [lines], properties: { note: { type: string, nullable: true, maxLength: 200 }, lines: { type: array, maxItems: 50, items: { $ref: "#/components/schemas/Line" } } } }
    Order: { allOf: [{ $ref: "#/components/schemas/OrderInput" }, { type: object, required: [id, state], properties: { id: { type: string, readOnly: true }, state: { type: string, enum: [open, paid, sent] }, total: { type: number, minimum: 0, exclusiveMinimum: true } } }] }
    Line: { type: object, required: [sku, count], properties: { sku: { type: string, minLength: 3 }, count: { type: integer, minimum: 1, maximum: 99 }, price: { type: number, nullable: true } } }
    Fault: { type: object, required: [message], properties: { message: { type: string } } }
`;

const tree = `openapi: 3.1.0
info: { title: Trees, version: 1.0.0 }
paths:
  /nodes:
    post:
      operationId: addNode
      requestBody: { content: { application/json: { schema: { $ref: "#/components/schemas/Node" } } } }
      responses:
        "201": { description: The node., content: { application/json: { schema: { $ref: "#/components/schemas/Node" } } } }
        "400": { description: A fault., content: { application/json: { schema: { $ref: "#/components/schemas/Fault" } } } }
    get:
      operationId: listShapes
      responses:
        "200": { description: Shapes., content: { application/json: { schema: { type: object, required: [data], properties: { data: { type: array, items: { $ref: "#/components/schemas/Shape" } }, next: { type: [string, "null"] } } } } } }
components:
  schemas:
    Node: { type: object, required: [name], properties: { name: { type: string, maxLength: 40 }, kind: { const: node }, parent: { anyOf: [{ $ref: "#/components/schemas/Node" }, { type: "null" }] }, children: { type: array, items: { $ref: "#/components/schemas/Node" } } } }
    Shape: { oneOf: [{ $ref: "#/components/schemas/Circle" }, { $ref: "#/components/schemas/Square" }], discriminator: { propertyName: type, mapping: { circle: "#/components/schemas/Circle", square: "#/components/schemas/Square" } } }
    Circle: { type: object, required: [type, radius], properties: { type: { const: circle }, radius: { type: number } } }
    Square: { type: object, required: [type, side], properties: { type: { const: square }, side: { type: integer, minimum: 1 }, label: { type: string, enum: [a, b] } } }
    Fault: { type: object, properties: { message: { type: string }, causes: { type: object, additionalProperties: { $ref: "#/components/schemas/Fault" } } } }
`;

/** Contracts of several habits, ours among them, that random changes begin from. */
export const bases: Record<string, Json> = Object.fromEntries(
  Object.entries({ ours: JSON.stringify(readContract().contract), shop, tree }).map(([name, text]) => [
    name,
    parse(text, { merge: true, maxAliasCount: -1 }) as Json,
  ]),
);
