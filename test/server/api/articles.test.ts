import { beforeAll, expect, test } from "vitest";
import type { ArticleContent } from "../../../generated/types.ts";
import {
  draftArticle,
  setArticlePublished,
} from "../../../server/api/articles.ts";
import {
  inTransaction,
  type Transaction,
} from "../../../server/store/transaction.ts";
import { startServer } from "../../support/server.ts";
import { onPostgres } from "../../support/store.ts";
import { whileLocked } from "../../support/locks.ts";
import { credentialsOf } from "../../support/world.ts";

let now = Date.parse("2026-04-01T09:00:00.000Z");
const server = await startServer({ clock: () => new Date(now) });
const key = await server.key(["articles:read", "events:read"]);
const workspaceId = await server.workspaceId();
const inWorkspace = <T>(work: (tx: Transaction) => Promise<T>) =>
  inTransaction(server.store, workspaceId, work);
const list = async (query = "") =>
  (await server.call(`/v1/articles?${query}`, { key })).body;
const titles = async (query = "") =>
  (await list(query)).data.map((article: { title: string }) => article.title);
const content = (title: string): ArticleContent => {
  return {
    title,
    excerpt: "",
    body: "Texto.",
    category: "",
    locale: "es",
    url: null,
  };
};
const draft = (title: string, more: object = {}) =>
  inWorkspace((tx) => draftArticle(tx, { ...content(title), ...more }));
const setPublished = (id: string, published: boolean) =>
  inWorkspace((tx) => setArticlePublished(tx, id, published));

const articles: Record<string, string> = {};
beforeAll(async () => {
  for (const { title, more } of [
    {
      title: "Cómo leer tu factura",
      more: { category: "Facturación", excerpt: "Cada línea, explicada." },
    },
    {
      title: "Cambiar de plan",
      more: { category: "Planes", body: "Elige un plan **anual**." },
    },
    { title: "Horario de atención", more: {} },
  ]) {
    articles[title] = (await draft(title, more)).id;
    now += 1000;
    if (title !== "Horario de atención")
      await setPublished(articles[title], true);
  }
});

test("only published articles are shown, the newest first", async () => {
  expect(await titles()).toEqual(["Cambiar de plan", "Cómo leer tu factura"]);
  const hidden = await server.call(
    `/v1/articles/${articles["Horario de atención"]}`,
    { key },
  );
  expect(hidden.status).toBe(404);
});

test("pages go on at an article, also when a filter leaves it out; a draft is no cursor", async () => {
  const first = await list("limit=1");
  expect(first.has_more).toBe(true);
  expect(first.next_cursor).toEqual(articles["Cambiar de plan"]);
  expect(await titles(`cursor=${first.next_cursor}`)).toEqual([
    "Cómo leer tu factura",
  ]);
  expect(
    await titles(`category=Facturación&cursor=${first.next_cursor}`),
  ).toEqual(["Cómo leer tu factura"]);
  const { status } = await server.call(
    `/v1/articles?cursor=${articles["Horario de atención"]}`,
    { key },
  );
  expect(status).toBe(422);
});

test("published again, an article has its former place, so that a walk repeats nothing", async () => {
  const first = await list("limit=1");
  const nextTitles = await titles(`cursor=${first.next_cursor}`);
  for (const published of [false, true]) {
    now += 1000;
    await setPublished(first.next_cursor ?? "", published);
    expect(await titles(`cursor=${first.next_cursor}`)).toEqual(nextTitles);
  }
  const [again] = (await list("limit=1")).data;
  expect(again).toEqual({
    ...first.data[0],
    updated_at: new Date(now).toISOString(),
    version: again?.version,
  });
});

test("publishing and taking back are events, once", async () => {
  const id = articles["Horario de atención"] ?? "";
  for (const published of [true, true, false, false]) {
    now += 1000;
    await setPublished(id, published);
    expect((await server.call(`/v1/articles/${id}`, { key })).status).toBe(
      published ? 200 : 404,
    );
  }
  const { data } = (await server.call("/v1/events?limit=100", { key })).body;
  const published = data.findLast(({ type }) => type === "article.published");
  const published_at =
    published &&
    "published_at" in published.data &&
    published.data.published_at;
  expect(data.slice(-2)).toMatchObject([
    {
      type: "article.published",
      data: { id, slug: "horario-de-atencion", published_at },
    },
    { type: "article.unpublished", data: { id, published_at } },
  ]);
});

test("the event of a publication shows the article as a read shows it", async () => {
  const { id } = await draft("Exportar contactos");
  now += 1000;

  await setPublished(id, true);

  const article = (await server.call(`/v1/articles/${id}`, { key })).body.data;
  const events = (await server.call("/v1/events?limit=100", { key })).body.data;
  expect(events.at(-1)).toMatchObject({
    type: "article.published",
    data: article,
    created_at: article.updated_at,
  });
});

test("a page of the website that has an article reads that it has not changed", async () => {
  const session = await credentialsOf(server, "test").session();
  const path = `/v1/messenger/articles/${articles["Cambiar de plan"]}`;
  const first = await server.call(path, { key: session });
  const again = await server.call(path, {
    key: session,
    headers: { "If-None-Match": first.headers.get("etag") ?? "none" },
  });
  expect([first.status, again.status]).toEqual([200, 304]);
  // Without them the browser would hide the response from the page.
  for (const name of [
    "access-control-allow-origin",
    "access-control-expose-headers",
  ])
    expect(again.headers.get(name)).toEqual(first.headers.get(name) ?? "none");
});

test("two articles with one title have two slugs, and a title without letters has one", async () => {
  const slugs = [await draft("Cambiar de plan"), await draft("¿¡!?")].map(
    ({ slug }) => slug,
  );
  expect(slugs[0]).toMatch(/^cambiar-de-plan-[0-9a-z]{26}$/);
  expect(slugs[1]).toMatch(/^ar-[0-9a-z]{26}$/);
  expect((await draft("¡Hola, mundo!")).slug).toBe("hola-mundo");
});

test("a slug has 200 characters at most, and ends with none of its dashes", async () => {
  const long = await draft("x".repeat(201));
  const cutAtDash = await draft(`${"y".repeat(199)} y`);
  expect(long.slug).toBe("x".repeat(200));
  expect(cutAtDash.slug).toBe("y".repeat(199));
});

test.skipIf(!onPostgres)(
  "an article that waits for another one with its title gets another slug",
  async () => {
    const first = {
      workspace_id: workspaceId,
      id: `ar_${"0".repeat(26)}`,
      slug: "a-la-vez",
    };
    const timestamps = {
      created_at: new Date(now).toISOString(),
      updated_at: new Date(now).toISOString(),
    };
    const row = { ...content("A la vez"), ...first, ...timestamps };
    const { slug } = await whileLocked(
      server.store,
      (transaction) => transaction.insertInto("articles").values(row).execute(),
      () => draft("A la vez"),
    );
    expect(slug).toMatch(/^a-la-vez-[0-9a-z]{26}$/);
  },
);
