import { expect } from "vitest";
import type { Contact, ContactBatchResult } from "../../../generated/types.ts";
import { startServer } from "../../support/server.ts";

/** An element of a batch, and its expected result. */
export interface ExpectedResult {
  element: unknown;
  /** The expected status; left out where an error is expected. */
  status?: "created" | "updated" | "unchanged";
  /** The expected code of the error. */
  error?:
    | "conflict"
    | "missing_parameter"
    | "precondition_failed"
    | "validation_error";
  /** The fields that the details of the error name, in their order. */
  fields?: readonly string[];
}

/** Starts a server for the tests of a file, and sends batches of contacts to it. */
export async function startBatchServer() {
  const server = await startServer();
  const key = await server.key(["*"]);
  const call = server.caller(() => key);

  const sendBatch = async (
    elements: unknown[],
  ): Promise<ContactBatchResult[]> => {
    const { status, body } = await call("/v1/contacts/batch", {
      contacts: elements,
    });
    expect(status).toBe(200);
    return body.data.results;
  };

  /** Sends a batch, compares the result of each element, and returns the results. */
  const expectResults = async (
    expected: ExpectedResult[],
  ): Promise<ContactBatchResult[]> => {
    const results = await sendBatch(expected.map(({ element }) => element));
    const summaries = results.map(({ status, error }) =>
      error === undefined
        ? { status }
        : { error: error.code, fields: fieldsOf(error) },
    );
    expect(summaries).toEqual(
      expected.map(({ element: _, ...result }) => result),
    );
    return results;
  };

  /** Creates a contact, and returns it. */
  const create = async (fields: object): Promise<Contact> =>
    (await call("/v1/contacts", fields)).body.data;

  /** Reads a contact. */
  const read = async (id: string): Promise<Contact> =>
    (await call(`/v1/contacts/${id}`)).body.data;

  return { server, key, call, sendBatch, expectResults, create, read };
}

const fieldsOf = ({ details }: NonNullable<ContactBatchResult["error"]>) =>
  details.map(({ path }) => path.join("."));

/** A contact whose email and external id have its name. */
export const named = (name: string) => ({
  name,
  email: `${name}@example.com`,
  external_id: name,
});
