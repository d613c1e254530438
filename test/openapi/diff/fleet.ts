import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { stringify } from "yaml";
import { run } from "../../../openapi/diff/run.ts";

/*
 * Contracts that nobody here wrote, in few words, and what `npm run diff -- A B` says of them.
 */

let written = 0;

/** Writes a contract, given as its text or without its head, into a folder. */
function writeIn(folder: string, contract: string | object): string {
  const file = join(folder, `${++written}.yaml`);
  const head = { openapi: "3.1.0", info: { title: "Fleet", version: "1.0.0" } };
  const text =
    typeof contract === "string"
      ? contract
      : stringify({ ...head, ...contract }, { aliasDuplicateObjects: false });
  writeFileSync(file, text);
  return file;
}

/** Compares two contracts, which it writes into a folder, by the command. */
export function diffIn(
  folder: string,
  before: string | object,
  after: string | object,
  ...more: string[]
): { code: number; text: string } {
  const files = [writeIn(folder, before), writeIn(folder, after)];
  const { code, stdout, stderr } = run([...files, ...more]);
  return { code, text: stdout + stderr };
}

/** The number of breaks that a comparison counts. */
export const counted = (text: string): string | undefined =>
  / (\d+) breaking/.exec(text)?.[1];

export const ok = { description: "Done." };
export const json = (schema: unknown) => ({ "application/json": { schema } });
/** A contract with one operation, which takes and returns a schema. */
export const vehicle = (schema: unknown, more: object = {}) => ({
  paths: {
    "/vehicles": {
      post: {
        operationId: "addVehicle",
        requestBody: { content: json(schema) },
        responses: { "200": { ...ok, content: json(schema) } },
      },
    },
  },
  ...more,
});
