import { sql } from "kysely";
import { expect, test } from "vitest";
import { prepare } from "../../../server/operator/run.ts";
import { defaultQuotas } from "../../../server/settings/quotas.ts";
import { temporaryFolder } from "../../support/folder.ts";
import { startServer } from "../../support/server.ts";
import { runCommand } from "../../support/world.ts";

test("each command changes what the API shows and produces its event", async () => {
  const server = await startServer();
  const call = await server.as("acme");
  const operate = (...line: string[]) =>
    runCommand(server.store, ["operator", ...line]);
  const inAcme = (...line: string[]) => operate(...line, "--workspace", "acme");
  const lastEvent = async () =>
    (await call("/v1/events?limit=100")).body.data.at(-1);

  const { id } = (
    await call("/v1/contacts", { name: "Ana", email: "ana@example.com" })
  ).body.data;

  const team = [
    "--lifecycle",
    "customer",
    "--vip",
    "true",
    "--city",
    "Rosario",
  ];
  const contact = await inAcme("contact", id, ...team, "--json");
  expect(contact).toMatchObject({
    lifecycle: "customer",
    vip: true,
    city: "Rosario",
  });
  expect((await call(`/v1/contacts/${id}`)).body.data).toMatchObject(contact);
  expect(await lastEvent()).toMatchObject({
    type: "contact.updated",
    data: contact,
  });

  await server.key(["*"], "quiet"); // which sends nothing, and comes last
  const loud = {
    name: "acme",
    contacts: 1,
    keys: 1,
    requests_of_last_hour: expect.toSatisfy((n) => n > 0),
  };
  await expect
    .poll(() => operate("workspaces"))
    .toMatchObject({
      workspaces: [loud, { name: "quiet", requests_of_last_hour: 0 }],
    });
  const limited = await inAcme("quota", "--contacts", "1");
  expect(limited.quotas).toEqual({ ...defaultQuotas, contacts: 1 });
  const joe = { name: "Joe", email: "joe@example.com" };
  expect((await call("/v1/contacts", joe)).status).toBe(422);
  expect(await operate("webhooks", "--failing")).toEqual({ webhooks: [] });

  const text = [
    "--title",
    "Cómo leer tu factura",
    "--body",
    "Así.",
    "--category",
    "Facturación",
  ];
  const article = await inAcme("article", ...text);
  expect(article).toEqual({ id: article.id, slug: "como-leer-tu-factura" });
  expect((await call(`/v1/articles/${article.id}`)).status).toBe(404);
  expect(await lastEvent()).toMatchObject({ type: "contact.updated" });

  expect(await inAcme("publish", article.id)).toEqual({
    id: article.id,
    published: true,
  });
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

  const unpublish = prepare([
    "operator",
    "unpublish",
    article.id,
    "--workspace",
    "acme",
  ]);
  await unpublish({ ...server.store, quotas: { contacts: 1, bytes: 1 } }); // also in a full workspace
  expect((await call(`/v1/articles/${article.id}`)).status).toBe(404);
  expect(await lastEvent()).toMatchObject({
    type: "article.unpublished",
    data: { id: article.id },
  });

  const nothing = "The workspace acme has nothing with this id.";
  await expect(inAcme("contact", "ct_nobody", "--vip", "true")).rejects.toThrow(
    nothing,
  );
  await expect(inAcme("publish", "ar_nobody")).rejects.toThrow(nothing);
  const elsewhere = operate(
    "contact",
    id,
    "--vip",
    "false",
    "--workspace",
    "nowhere",
  );
  await expect(elsewhere).rejects.toThrow("There is no workspace nowhere.");
  expect((await call(`/v1/contacts/${id}`)).body.data).toMatchObject(contact);
});

test("each command that takes a workspace's name takes its id", async () => {
  const server = await startServer();
  const call = await server.as("acme");
  const id = await server.workspaceId("acme");
  const folder = temporaryFolder();
  const operate = (...line: string[]) =>
    prepare(line)(server.store, { folder, by: "ana" }).then(JSON.parse);
  const ana = { name: "Ana", email: "ana@example.com" };
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

test("keys list --workspace shows the keys of this workspace only", async () => {
  const server = await startServer();
  const id = await server.workspaceId("acme"); // with a key of its own
  await server.key(["*"], "other");
  const operate = (...line: string[]) =>
    prepare(line)(server.store).then(JSON.parse);
  const list = (workspace: string) =>
    operate("keys", "list", "--workspace", workspace);
  const byName = await list("acme");
  expect(byName.keys).toEqual([expect.objectContaining({ workspace: "acme" })]);
  expect(await list(id)).toEqual(byName);
  await expect(list("nobody")).rejects.toThrow(
    "There is no workspace nobody. To list them: npm run -s operator -- workspaces --all",
  );
});

test("workspaces shows 100 and says how many more there are; with --all it shows each", async () => {
  const { store } = await startServer();
  const operate = (...line: string[]) =>
    prepare(["operator", "workspaces", ...line])(store).then(JSON.parse);
  await sql`insert into workspaces (id, name, created_at)
    select 'ws_' || n, 'w' || n, now() from generate_series(1, 103) n`.execute(
    store.database,
  );
  const some = await operate();
  const all = await operate("--all");
  expect(some.workspaces).toHaveLength(100);
  expect(some.not_shown).toBe(
    `${all.workspaces.length - 100} more; to see all, add: --all`,
  );
  expect(all.workspaces.length).toBeGreaterThanOrEqual(103);
  expect(all.not_shown).toBeUndefined();
});
