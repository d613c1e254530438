import { beforeAll, describe, expect, test } from "vitest";
import { scopes } from "../../generated/catalogue.ts";
import { operations, type OperationId } from "../../generated/operations.ts";
import { operationsOf, resolve, type Example } from "../../openapi/tools/contract.ts";
import { draftArticle, setArticlePublished } from "../../server/resources/articles.ts";
import type { Scope } from "../../server/keys/keys.ts";
import { change } from "../../server/store/change.ts";
import { contract } from "../support/contract.ts";
import { startServer, type CallOptions } from "../support/server.ts";

const server = await startServer();
const owner = await server.key(["*"]);
const stranger = await server.key(["*"], "strangers");
const everyOperation = Object.keys(operations) as OperationId[];

/** Ids of the owner's workspace by the segment of their path. */
const ids: Record<string, string> = {};
beforeAll(async () => {
  const create = async (path: string, json: object): Promise<string> =>
    (await server.call(path, { key: owner, json })).body.data.id;
  ids["contacts"] = await create("/v1/contacts", { name: "Ana", email: "ana@example.com" });
  ids["conversations"] = await create("/v1/conversations", { contact_id: ids["contacts"], body: "Hola" });
  const ticket = { contact_id: ids["contacts"], subject: "Factura", description: "Está mal." };
  ids["tickets"] = await create("/v1/tickets", ticket);
  ids["events"] = (await server.call("/v1/events?limit=1", { key: owner })).body.data[0].id;
  ids["webhooks"] = await create("/v1/webhooks", { url: "https://crm.example.com/", events: ["*"] });
  ids["delivery_id"] = await create(`/v1/webhooks/${ids["webhooks"]}/test`, {});
  const { id } = await server.store.database
    .selectFrom("workspaces")
    .select("id")
    .where("name", "=", "test")
    .executeTakeFirstOrThrow();
  ids["articles"] = await change(server.store, id, async (change) => {
    const text = { title: "Ayuda", excerpt: "", body: "…", category: "", locale: "es", url: null };
    const article = await draftArticle(change, text);
    await setArticlePublished(change, article.id, true);
    return article.id;
  });
});

/** A request for an operation, made of its path and its first documented body, about the owner's rows. */
function requestFor(id: OperationId): { path: string } & CallOptions {
  const { method, path } = operations[id];
  const [, , resource = ""] = path.split("/");
  const body = requestBody(id);
  return {
    path: path.replace("{id}", ids[resource] ?? "?").replace("{delivery_id}", ids["delivery_id"] ?? "?"),
    method: method.toUpperCase(),
    ...(body && { json: { ...body, ...references(body) } }),
  };
}

function requestBody(id: OperationId): Record<string, unknown> | undefined {
  const found = operationsOf(contract).find(({ operation }) => operation.operationId === id);
  const [example] = Object.values(found?.operation.requestBody?.content["application/json"]?.examples ?? {});
  return example && (resolve<Example>(contract, example).value as Record<string, unknown>);
}

const references = (body: object) => ({
  ...("contact_id" in body && { contact_id: ids["contacts"] }),
  ...("conversation_id" in body && { conversation_id: ids["conversations"] }),
});

describe.each(Object.keys(scopes) as Scope[])("a key with nothing but %s", (scope) => {
  test("passes exactly the operations that the contract gives it", async () => {
    const key = await server.key([scope]);
    for (const id of everyOperation) {
      const { path, ...options } = requestFor(id);
      // It comes before the operations on what it would delete.
      if (id === "deleteWebhook" && scope === "*") continue;
      const { status, headers, body } = await server.call(path, { ...options, key });
      const [needed = ""]: readonly string[] = operations[id].scopes;
      if (scope === "*" || scope === needed) {
        expect([200, 201, 202, 409], `${id}: ${status}`).toContain(status);
      } else {
        expect([id, status, body.error.code, body.error.required_scope]).toEqual([
          id,
          403,
          "forbidden",
          needed,
        ]);
        expect(headers.get("www-authenticate")).toBe(`Bearer error="insufficient_scope", scope="${needed}"`);
      }
    }
  });
});

test.each(everyOperation)("%s shows and takes nothing of another workspace", async (id) => {
  const { path, ...options } = requestFor(id);
  const { status, body } = await server.call(path, { ...options, key: stranger });
  if (path !== operations[id].path) expect([status, body.error.code]).toEqual([404, "not_found"]);
  else if (options.method === "GET") {
    expect(status).toBe(200);
    expect(Object.values(ids).filter((id) => JSON.stringify(body).includes(id))).toEqual([]);
  } else if (["createContact", "createWebhook"].includes(id)) expect(status).toBe(201);
  else expect([status, body.error.details[0].path]).toEqual([422, ["contact_id"]]);
});

test.each(everyOperation.filter((id) => (operations[id].query as readonly string[]).includes("cursor")))(
  "%s takes no cursor of another workspace",
  async (id) => {
    const { path } = requestFor(id);
    const [, , resource = ""] = path.split("/");
    const { status } = await server.call(`${path}?cursor=${ids[resource]}`, { key: stranger });
    expect(status).toBe(path === operations[id].path ? 422 : 404);
  },
);

test("what strangers tried has left no trace", async () => {
  const feed = async () => (await server.call("/v1/events?limit=100", { key: owner })).body.data.length;
  const before = await feed();
  for (const id of everyOperation) {
    const { path, ...options } = requestFor(id);
    await server.call(path, { ...options, key: stranger });
  }
  expect(await feed()).toBe(before);
});
