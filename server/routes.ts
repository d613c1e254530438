import type { RequestHandler } from "express";
import type { OperationId } from "../generated/operations.ts";
import type { Answer, Input } from "./contract/operation.ts";
import { operationOf } from "./contract/operation-of.ts";
import { createContact, getContact, listContacts } from "./resources/contacts.ts";
import type { Store } from "./store/store.ts";

/** What a handler works with besides its input. `workspaceId` comes from the key and belongs in every query. */
export interface Context {
  store: Store;
  workspaceId: string;
}

export type Handler<Id extends OperationId> = (input: Input<Id>, context: Context) => Promise<Answer<Id>>;

/** Every operation of the contract and its handler: a missing or mis-shaped one does not compile. */
export const routes: { [Id in OperationId]: Handler<Id> } = {
  listContacts,
  createContact,
  getContact,
};

/** Runs the operation's handler and sends its answer; the one place that sends a success. */
export function dispatch(store: Store): RequestHandler {
  return async function dispatch(request, response) {
    const { key } = response.locals;
    if (!key) throw new Error("The request has no key.");
    // The validator has checked query, path and body against the operation, which TypeScript cannot see.
    const handler = routes[operationOf(request)] as Handler<OperationId>;
    const input = {
      query: request.query,
      path: request.openapi?.pathParams,
      body: request.body,
    } as unknown as Input<OperationId>;
    const { status, headers, body } = await handler(input, { store, workspaceId: key.workspaceId });
    response.status(status).set(headers).type("application/json").json(body);
  };
}
