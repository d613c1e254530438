import type { ValidateFunction } from "ajv/dist/2020.js";
import { type OperationId, operations } from "../../generated/operations.ts";
import { openList, referenceTo, validatorAt } from "./ajv.ts";
import { pathOf } from "./refusal.ts";
import type { Document } from "./request-check.ts";

/** A response that breaks the contract. It repeats no value: it is logged. */
export class BrokenResponse extends Error {
  override readonly name = "BrokenResponse";
  readonly errors: { path: string[]; keyword: string }[];

  constructor(errors: BrokenResponse["errors"]) {
    super("The response breaks the contract.");
    this.errors = errors;
  }
}

/**
 * Checks the body of a response.
 * @returns undefined when the contract declares it
 */
export type CheckResponse = (
  id: OperationId,
  status: number,
  body: unknown,
) => BrokenResponse | undefined;

/**
 * Makes the check of responses, by our own Ajv. The library's check is a response's `json`, which
 * sends the checked body. So it cannot check an error before its step, or a page again without a
 * broken element.
 * @throws Error when a schema cannot be compiled
 */
export function createResponseCheck(document: Document): CheckResponse {
  const validators = new Map<string, ValidateFunction>();
  for (const [id, { path, method }] of Object.entries(operations)) {
    const { responses } = document.paths?.[path]?.[method] as Described;
    for (const [status, { $ref: shared }] of Object.entries(responses)) {
      const place =
        shared === undefined
          ? ["paths", path, method, "responses", status]
          : shared.split("/").slice(1);
      const schema = [...place, "content", "application/json", "schema"];
      const validate = validatorAt(referenceTo(...schema));
      if (validate) validators.set(`${id} ${status}`, validate); // a 304 has no body
    }
  }
  return (id, status, body) => {
    const validate = validators.get(`${id} ${status}`);
    if (!validate)
      return new BrokenResponse([{ path: [], keyword: `status ${status}` }]);
    if (validate(body)) return undefined;
    // A value that an open list lacks is one that a later version has written.
    const errors = (validate.errors ?? []).filter(
      ({ schemaPath }) => !schemaPath.includes(openList),
    );
    if (errors.length === 0) return undefined;
    return new BrokenResponse(
      errors.map((error) => ({ path: pathOf(error), keyword: error.keyword })),
    );
  };
}

/** The responses of an operation as the contract describes them, as far as they are read here. */
interface Described {
  responses: Record<string, { $ref?: string }>;
}
