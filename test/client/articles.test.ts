import { expect, test } from "vitest";
import { createClient, type Article } from "../../client/index.ts";
import { prepare } from "../../server/operator/run.ts";
import { startServer } from "../support/server.ts";

const server = await startServer();
const { articles } = createClient({ apiKey: await server.key(["articles:read"]), baseUrl: server.address });
const ids = ({ data }: { data: { id: string }[] }) => data.map(({ id }) => id);

/** What the operator's command line does; gives the id that it prints. */
async function operate(...command: string[]): Promise<string> {
  const printed = await prepare(["operator", ...command, "--workspace", "test"])(server.store);
  const { id } = JSON.parse(printed) as Article;
  return id;
}
const write = (title: string, category: string) =>
  operate("article", "--title", title, "--body", "Así se hace.", "--category", category);

const invoice = await write("Cómo leer tu factura", "Facturación");
const plan = await write("Cómo cambiar de plan", "Planes");
const draft = await write("Cómo se escribe un borrador", "Planes");
await operate("publish", invoice);
await operate("publish", plan);

test("list gives what is published, page after page", async () => {
  expect(ids(await articles.list()).sort()).toEqual([invoice, plan].sort());
  const first = await articles.list({ limit: 1 });
  const second = await articles.list({ limit: 1, cursor: first.next_cursor ?? "" });
  expect([first.has_more, second.has_more]).toEqual([true, false]);
  expect([...ids(first), ...ids(second)].sort()).toEqual([invoice, plan].sort());
});

test("list finds by text and category, and an empty page is a page", async () => {
  expect(ids(await articles.list({ q: "COMO LEER" }))).toEqual([invoice]);
  expect(ids(await articles.list({ q: "cómo", category: "Planes" }))).toEqual([plan]);
  const nothing = await articles.list({ q: "borrador" });
  expect(nothing).toEqual({ data: [], next_cursor: null, has_more: false });
});

test("get gives an article, and not_found for a draft", async () => {
  const article = await articles.get(invoice);
  expect(article).toMatchObject({ object: "article", slug: "como-leer-tu-factura", locale: "es", url: null });
  expect((await articles.list({ q: "factura" })).data).toEqual([article]);
  await expect(articles.get(draft)).rejects.toMatchObject({ code: "not_found" });
});
