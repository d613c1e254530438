/** Writes a contract of one operation, whose response has a schema. */
export const contractOf = (schema: string, more = ""): string => `openapi: 3.1.0
info: { title: Notes, version: 1.0.0 }
paths:
  /n:
    get:
      operationId: getNotes
      responses:
        "200":
          description: Done.
          content: { application/json: { schema: ${schema} } }
${more}`;

/** Writes the schemas of a contract. */
export const schemas = (list: string): string =>
  `components:\n  schemas:\n    ${list}`;

export const refersToA = '{ $ref: "#/components/schemas/A" }';
