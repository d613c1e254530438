import { expect, test } from "vitest";
import { prepare } from "../../../server/operator/run.ts";
import { startServer } from "../../support/server.ts";
import { runCommand } from "../../support/world.ts";

const articleTexts = [
  "--title",
  "Cómo leer tu factura",
  "--body",
  "Así.",
  "--category",
  "Facturación",
];

const server = await startServer();

/** Makes a workspace with an event. Its `operate` runs a command in this workspace. */
async function makeWorkspace(name: string) {
  const call = await server.as(name);
  await call("/v1/contacts", { name: "Ana", email: "ana@example.com" });
  return {
    call,
    operate: (...line: string[]) =>
      runCommand(server.store, ["operator", ...line, "--workspace", name]),
    lastEvent: async () =>
      (await call("/v1/events?limit=100")).body.data.at(-1),
  };
}

test("article makes a draft, which the API does not show, and no event", async () => {
  const { call, operate, lastEvent } = await makeWorkspace("drafts");

  const article = await operate("article", ...articleTexts);

  expect(article).toEqual({ id: article.id, slug: "como-leer-tu-factura" });
  expect((await call(`/v1/articles/${article.id}`)).status).toBe(404);
  expect(await lastEvent()).toMatchObject({ type: "contact.created" });
});

test("publish makes the API show an article, and there is an event", async () => {
  const { call, operate, lastEvent } = await makeWorkspace("published");
  const article = await operate("article", ...articleTexts);

  const result = await operate("publish", article.id);

  expect(result).toEqual({ id: article.id, published: true });
  const published = (await call(`/v1/articles/${article.id}`)).body.data;
  expect(published).toMatchObject({
    ...article,
    body: "Así.",
    category: "Facturación",
    locale: "es",
    url: null,
  });
  expect(await lastEvent()).toMatchObject({
    type: "article.published",
    data: published,
  });
});

test("article has the excerpt, the language and the address that the command names", async () => {
  const { call, operate } = await makeWorkspace("in English");
  const fields = {
    excerpt: "Line by line.",
    locale: "en",
    url: "https://help.example.com/invoice",
  };
  const options = Object.entries(fields).flatMap(([name, value]) => [
    `--${name}`,
    value,
  ]);

  const { id } = await operate("article", ...articleTexts, ...options);

  await operate("publish", id);
  const { data } = (await call(`/v1/articles/${id}`)).body;
  expect(data).toMatchObject(fields);
});

test("publish refuses an unknown id", async () => {
  const { operate } = await makeWorkspace("empty");
  await expect(operate("publish", "ar_nobody")).rejects.toThrow(
    "The workspace empty has nothing with this id.",
  );
});

test("publish is refused in a full workspace, and the article stays a draft", async () => {
  const { call, operate } = await makeWorkspace("no room");
  const { id } = await operate("article", ...articleTexts);

  const publish = prepare([
    "operator",
    "publish",
    id,
    "--workspace",
    "no room",
  ]);
  const quotas = { contacts: 1, bytes: 1 };
  await expect(publish({ ...server.store, quotas })).rejects.toThrow(
    "The workspace may store 1 bytes, and would have more.",
  );

  expect((await call(`/v1/articles/${id}`)).status).toBe(404);
});

test("unpublish hides an article, also in a full workspace, and there is an event", async () => {
  const { call, operate, lastEvent } = await makeWorkspace("full");
  const { id } = await operate("article", ...articleTexts);
  await operate("publish", id);

  const unpublish = prepare([
    "operator",
    "unpublish",
    id,
    "--workspace",
    "full",
  ]);
  await unpublish({ ...server.store, quotas: { contacts: 1, bytes: 1 } });

  expect((await call(`/v1/articles/${id}`)).status).toBe(404);
  expect(await lastEvent()).toMatchObject({
    type: "article.unpublished",
    data: { id },
  });
});
