import { sql } from "kysely";
import { expect, test } from "vitest";
import { prepare } from "../../../server/operator/run.ts";
import { defaultQuotas } from "../../../server/settings/quotas.ts";
import { temporaryFolder } from "../../support/folder.ts";
import { startServer } from "../../support/server.ts";
import { runCommand } from "../../support/world.ts";

const ana = { name: "Ana", email: "ana@example.com" };

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
