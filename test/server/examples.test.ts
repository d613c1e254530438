import { beforeAll, expect, test } from "vitest";
import {
  operationsOf,
  resolve,
  type Example,
  type Reference,
  type Response,
} from "../../openapi/tools/contract.ts";
import { contract } from "../support/contract.ts";
import { startServer } from "../support/server.ts";

const server = await startServer();
const key = await server.key(["*"], "Librería Central");

/** Ids of the examples → ids of this server, filled as the rows of the examples are made. */
const ids = new Map<string, string>();
const withOurIds = (text: string) =>
  [...ids].reduce((all, [theirs, ours]) => all.replaceAll(theirs, ours), text);

beforeAll(async () => {
  const create = async (path: string, example: string, response: string) => {
    const json = JSON.parse(withOurIds(JSON.stringify(valueOf(example))));
    const { body } = await server.call(path, { key, json });
    ids.set((valueOf(response) as { data: { id: string } }).data.id, body.data.id);
  };
  // These emails are those of the examples, so createContact itself is tried in a workspace of its own.
  await create("/v1/contacts", "createContact.request.full", "createContact.201.full");
  await create("/v1/conversations", "createConversation.request.from_team", "createConversation.201.open");
  await create("/v1/webhooks", "createWebhook.request.all_events", "createWebhook.201.all_events");
});

const valueOf = (name: string) => contract.components.examples[name].value as object;

/** Every documented request body with the response that is documented under the same name, if there is one. */
const documented = operationsOf(contract).flatMap(({ method, path, operation }) => {
  const bodies = examplesOf(operation.requestBody);
  const success = operation.responses["201"] ?? operation.responses["200"];
  const responses = examplesOf(resolve<Response>(contract, success ?? { content: {} }));
  return Object.entries(bodies).map(([name, body]) => ({
    name: `${operation.operationId} ${name}`,
    request: { method: method.toUpperCase(), path, body },
    response: responses[name],
  }));
});

function examplesOf(
  holder: { content: Record<string, { examples?: Record<string, Example | Reference> }> } | undefined,
) {
  const examples = holder?.content["application/json"]?.examples ?? {};
  return Object.fromEntries(
    Object.entries(examples).map(([name, example]) => [
      name,
      resolve<Example>(contract, example).value as object,
    ]),
  );
}

test.each(documented)(
  "$name is sent, and the response is as documented",
  async ({ name, request, response }) => {
    const [, resource = ""] = /^\/v1\/(\w+)\/\{id\}/.exec(request.path) ?? [];
    const path = request.path.replace("{id}", ids.get(subjects[resource] ?? "") ?? "");
    const as = name.startsWith("createContact ") ? await server.key(["*"], name) : key;
    const json = JSON.parse(withOurIds(JSON.stringify(request.body)));
    const { status, body } = await server.call(path, { key: as, method: request.method, json });
    expect(status).toBe(request.method === "POST" ? 201 : 200);
    if (response) expect(timeless(body)).toEqual(timeless(JSON.parse(withOurIds(JSON.stringify(response)))));
  },
);

/** Resource → the id in the examples of the one that requests with an id in their path are about. */
const subjects: Record<string, string> = {
  conversations: "cv_01jqxk3d8rf0pva6m5z2h9wt7c",
  webhooks: "wh_01jqxjw6zve9bq3s5t8m0r4k2h",
};

/** Without what differs each time: the resource's own id, number and secret, and all moments. */
function timeless(response: { data?: object }): object {
  const { id: _, number: __, secret: ___, ...rest } = response.data as Record<string, unknown>;
  return Object.fromEntries(Object.entries(rest).filter(([name]) => !name.endsWith("_at")));
}
