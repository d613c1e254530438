import { sql } from "kysely";
import { expect, test } from "vitest";
import { prepare } from "../../../server/operator/run.ts";
import { defaultQuotas } from "../../../server/settings/quotas.ts";
import { temporaryFolder } from "../../support/folder.ts";
import { startServer } from "../../support/server.ts";
import { credentialsOf, runCommand } from "../../support/world.ts";

const ana = { name: "Ana", email: "ana@example.com" };

const articleTexts = [
  "--title",
  "Cómo leer tu factura",
  "--body",
  "Así.",
  "--category",
  "Facturación",
];

const server = await startServer();

const runOperator = (...line: string[]) =>
  runCommand(server.store, ["operator", ...line]);

/** Makes a workspace with one contact. Its `operate` runs a command in this workspace. */
async function makeWorkspace(name: string) {
  const call = await server.as(name);
  const { data: contact } = (await call("/v1/contacts", ana)).body;
  return {
    call,
    contactId: contact.id,
    operate: (...line: string[]) => runOperator(...line, "--workspace", name),
    lastEvent: async () =>
      (await call("/v1/events?limit=100")).body.data.at(-1),
  };
}

test("contact changes the team's fields, the API shows them, and there is an event", async () => {
  const { call, contactId, operate, lastEvent } = await makeWorkspace("fields");
  const fields = { lifecycle: "customer", vip: true, city: "Rosario" };
  const options = [
    "--lifecycle",
    "customer",
    "--vip",
    "true",
    "--city",
    "Rosario",
  ];

  const contact = await operate("contact", contactId, ...options, "--json");

  expect(contact).toMatchObject(fields);
  expect((await call(`/v1/contacts/${contactId}`)).body.data).toMatchObject(
    contact,
  );
  expect(await lastEvent()).toMatchObject({
    type: "contact.updated",
    data: contact,
  });
});

test("contact --vip false takes the mark of a VIP back", async () => {
  const { call, contactId, operate } = await makeWorkspace("no vip");
  await operate("contact", contactId, "--vip", "true");

  const contact = await operate("contact", contactId, "--vip", "false");

  expect(contact).toMatchObject({ vip: false });
  const { data } = (await call(`/v1/contacts/${contactId}`)).body;
  expect(data).toMatchObject({ vip: false });
});

test("contact refuses an unknown id and an unknown workspace, and changes nothing", async () => {
  const { call, contactId, operate } = await makeWorkspace("refusals");
  await operate("contact", contactId, "--vip", "true");

  await expect(
    operate("contact", "ct_nobody", "--vip", "true"),
  ).rejects.toThrow("The workspace refusals has nothing with this id.");
  const nowhere = ["--workspace", "nowhere"];
  await expect(
    runOperator("contact", contactId, "--vip", "false", ...nowhere),
  ).rejects.toThrow("There is no workspace nowhere.");

  const { data } = (await call(`/v1/contacts/${contactId}`)).body;
  expect(data).toMatchObject({ vip: true });
});

test("webhooks --failing shows first what has failed for the longest time", async () => {
  const { store, as } = await startServer();
  const acme = await as("acme");
  for (const failing_since of ["2026-03-02", "2026-03-01", "2026-03-03"]) {
    const webhook = { url: "https://8.8.8.8/hook", events: ["*"] };
    const { id } = (await acme("/v1/webhooks", webhook)).body.data;
    await store.database
      .updateTable("webhooks")
      .set({ failing_since: `${failing_since}T00:00:00.000Z` })
      .where("id", "=", id)
      .execute();
  }
  const { webhooks } = await runCommand(store, [
    "operator",
    "webhooks",
    "--failing",
  ]);
  const since: string[] = webhooks.map(
    (webhook: { failing_since: string }) => webhook.failing_since,
  );
  expect(since.map((time) => time.slice(0, 10))).toEqual([
    "2026-03-01",
    "2026-03-02",
    "2026-03-03",
  ]);
});

test("webhooks --failing shows last what was disabled for failing and has succeeded since", async () => {
  const { store, as } = await startServer();
  const acme = await as("acme");
  const create = async (fields: object) => {
    const webhook = { url: "https://8.8.8.8/hook", events: ["*"] };
    const { id } = (await acme("/v1/webhooks", webhook)).body.data;
    await store.database
      .updateTable("webhooks")
      .set(fields)
      .where("id", "=", id)
      .execute();
    return id;
  };
  const disabled = { status: "disabled", disabled_reason: "gone" };
  const gone = await create(disabled);
  const failing = await create({ failing_since: "2026-03-01T00:00:00.000Z" });
  await create({ ...disabled, disabled_reason: "manual" });

  const line = ["operator", "webhooks", "--failing"];
  const { webhooks } = await runCommand(store, line);

  const ids = webhooks.map(({ id }: { id: string }) => id);
  expect(ids).toEqual([failing, gone]);
});

test("quota limits the contacts of a workspace", async () => {
  const { call, operate } = await makeWorkspace("limited");

  const limited = await operate("quota", "--contacts", "1");

  expect(limited.quotas).toEqual({ ...defaultQuotas, contacts: 1 });
  const joe = { name: "Joe", email: "joe@example.com" };
  expect((await call("/v1/contacts", joe)).status).toBe(422);
});

test("usage fails when a workspace stores something else than is noted", async () => {
  const { operate } = await makeWorkspace("counted");
  const { ledger, recount } = await operate("usage");
  expect(ledger).toEqual(recount);
  const id = await server.workspaceId("counted");
  await server.store.database
    .updateTable("workspace_usage_parts")
    .set({ bytes: ledger.bytes + 1 })
    .where("workspace_id", "=", id)
    .execute();

  await expect(operate("usage")).rejects.toThrow(
    "The usage of counted is wrong: ",
  );
});

test("webhooks --failing lists none where none fails", async () => {
  const { call } = await makeWorkspace("healthy");
  const webhook = { url: "https://8.8.8.8/hook", events: ["*"] };
  expect((await call("/v1/webhooks", webhook)).status).toBe(201);

  expect(await runOperator("webhooks", "--failing")).toEqual({ webhooks: [] });
});

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

test("each command that takes a workspace's name takes its id", async () => {
  const server = await startServer();
  const call = await server.as("acme");
  const id = await server.workspaceId("acme");
  // Another workspace has this id as its name.
  await sql`insert into workspaces (id, name, created_at) values ('ws_0', ${id}, '2020-01-01')`.execute(
    server.store.database,
  );
  const folder = temporaryFolder();
  const operate = (...line: string[]) =>
    prepare(line)(server.store, { folder, by: "ana" }).then(JSON.parse);
  const { data: contact } = (await call("/v1/contacts", ana)).body;
  const where = ["--workspace", id];

  const vip = await operate(
    "operator",
    "contact",
    contact.id,
    ...where,
    "--vip",
    "true",
  );
  expect(vip).toMatchObject({ id: contact.id, vip: true });
  const text = ["--title", "T", "--body", "Así."];
  const article = await operate("operator", "article", ...where, ...text);
  for (const name of ["publish", "unpublish"])
    expect(await operate("operator", name, article.id, ...where)).toMatchObject(
      { id: article.id },
    );
  expect(await operate("operator", "usage", ...where)).toMatchObject({
    workspace: "acme",
  });
  expect(
    await operate("operator", "quota", ...where, "--contacts", "5"),
  ).toMatchObject({ workspace: "acme" });
  const suspend = ["suspend", ...where, "--reason", "noise"];
  for (const line of [suspend, ["resume", ...where]])
    expect(await operate("operator", ...line)).toMatchObject({
      workspace: "acme",
    });
  const key = await operate("keys", "create", ...where, "--scopes", "*");
  expect(key.workspace).toBe("acme");
  expect(await operate("operator", "export", id, "a.jsonl")).toMatchObject({
    workspace: "acme",
  });
  const { entries } = await operate("operator", "audit", ...where);
  expect(entries.at(-1)).toMatchObject({
    command: "operator export",
    workspace: "acme",
  });
  expect(await operate("operator", "erase", id, "--yes", id)).toMatchObject({
    workspace: "acme",
    erased: true,
  });
});

test("keys list --workspace shows the keys and messenger tokens of this workspace only", async () => {
  const server = await startServer();
  const id = await server.workspaceId("acme"); // with a key of its own
  await server.key(["*"], "other");
  for (const workspace of ["acme", "other"])
    await credentialsOf(server, workspace).token();
  const operate = (...line: string[]) =>
    prepare(line)(server.store).then(JSON.parse);
  const list = (workspace: string) =>
    operate("keys", "list", "--workspace", workspace);
  const byName = await list("acme");
  const ofAcme = [expect.objectContaining({ workspace: "acme" })];
  expect(byName).toEqual({ keys: ofAcme, messenger_tokens: ofAcme });
  expect(await list(id)).toEqual(byName);
  await expect(list("nobody")).rejects.toThrow(
    "There is no workspace nobody. To list them: npm run -s operator -- workspaces --all",
  );
});

test("keys list shows the oldest keys and messenger tokens first", async () => {
  let now = Date.now();
  const server = await startServer({ clock: () => new Date(now) });
  const names = ["zeta", "acme", "media"];
  for (const workspace of names) {
    now += 1000;
    await server.key(["*"], workspace);
    await credentialsOf(server, workspace).token();
  }
  const list = await runCommand(server.store, ["keys", "list"]);
  for (const rows of [list.keys, list.messenger_tokens])
    expect(
      rows.map(({ workspace }: { workspace: string }) => workspace),
    ).toEqual(names);
});

test("audit shows what was done since a time, by the clock of the database", async () => {
  let now = Date.now();
  const { store, key } = await startServer({ clock: () => new Date(now) });
  await key(["*"], "acme");
  now += 61 * 60_000;
  const commandsSince = async (since: string) => {
    const line = ["operator", "audit", "--since", since];
    const { entries } = await runCommand(store, line);
    return entries.map(({ command }: { command: string }) => command);
  };
  expect(await commandsSince("60m")).toEqual([]);
  expect(await commandsSince("2h")).toEqual(["keys create"]);
});
