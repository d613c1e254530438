import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { stringify } from "yaml";
import { temporaryFolder } from "../../support/folder.ts";

/* Contracts that nobody here wrote, for `npm run mock -- FILE`. */

export const program = "openapi/mock/main.ts";

/** Writes a contract. Returns its file. */
export function write(name: string, contract: object): string {
  const file = join(temporaryFolder(), name);
  const head = { openapi: "3.0.3", info: { title: "Depot", version: "1.0.0" } };
  writeFileSync(file, stringify({ ...head, ...contract }));
  return file;
}

export const list = { type: "array", items: { type: "integer" } };

/** A read with parameters, whose response has an example. */
export const get = (
  operationId: string,
  parameters: object[],
  example: unknown,
) => ({
  get: {
    operationId,
    parameters,
    responses: {
      "200": {
        description: "Done.",
        content: { "application/json": { schema: {}, example } },
      },
    },
  },
});
