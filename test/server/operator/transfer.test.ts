import { randomBytes } from "node:crypto";
import { readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { sql } from "kysely";
import { afterAll, describe, expect, test } from "vitest";
import type { AnyBody } from "../../support/body-of.ts";
import { tablesOfAllNodes } from "../../support/one-workspace.ts";
import { startServer } from "../../support/server.ts";
import { createCipher } from "../../../server/auth/encryption.ts";
import { buildLine } from "../../../server/contract/build-info.ts";
import type { Store } from "../../../server/store/store.ts";
import { tables } from "../../../server/store/tables.ts";
import {
  credentialsOf,
  fillWorkspace,
  requestTo,
  runCommand,
} from "../../support/world.ts";
import { everyOperation } from "../../support/operation.ts";
import { onPostgres } from "../../support/store.ts";
import { whileLocked } from "../../support/locks.ts";
import { temporaryFolder } from "../../support/folder.ts";

const source = await startServer();
const target = await startServer();
const folder = temporaryFolder(afterAll);

const encryptionOf = (cipher = createCipher(randomBytes(32))) => ({
  cipher,
  keys: [randomBytes(32)] as [Buffer],
});
const run = (store: Store, line: string[], cipher = source.cipher) =>
  runCommand(store, ["operator", ...line], {
    folder,
    encryption: () => encryptionOf(cipher),
  });

/** The files in the folder whose names begin so. */
const filesOf = (name: string) =>
  readdirSync(folder).filter((file) => file.startsWith(name));

const texts = ["ornitorrinco1", "ornitorrinco2", "ornitorrinco3"];
const rows = await fillWorkspace(source, "moving", texts);
await fillWorkspace(source, "staying", ["canguro1", "canguro2"]);
const key = await source.key(["*"], "moving");
const workspaceId = await source.workspaceId("moving");
// Some readers of texts end a line at these two.
const contact = {
  name: "Ornitorrinco\u2028\u2029",
  email: "ornitorrinco@example.com",
};
await source.call("/v1/contacts", {
  key,
  json: contact,
  headers: { "Idempotency-Key": "once", "Client-Name": "crm-sync" },
});
await sql`insert into webhook_attempts
  select workspace_id, id, 1, now(), 500, null, 12, 'ornitorrinco' from webhook_deliveries
  where workspace_id = ${workspaceId} limit 1`.execute(source.store.database);

// A file is read in parts of 64 KiB, of which one ends inside a character of three bytes.
await run(source.store, [
  ...["article", "--workspace", "moving", "--title", "Largo"],
  ...["--body", "語".repeat(70_000)],
]);

// An event may be older than the one before it in the feed.
await sql`update events set created_at = created_at + interval '1 second'
  where workspace_id = ${workspaceId} and type = 'conversation.created'`.execute(
  source.store.database,
);

const credentials = credentialsOf(source, "moving");
/** A visitor for each row: the sessions of contacts move with a workspace. */
const visitors = await Promise.all(
  rows.map(({ ct }) => credentials.session(ct)),
);

/** Returns the responses of all reading operations. */
async function everything(
  server: typeof source,
): Promise<{ id: string; status: number; body: AnyBody }[]> {
  const responses = [];
  for (const operation of everyOperation.filter(
    ({ method }) => method === "GET",
  )) {
    for (const [i, each] of rows.entries()) {
      const { path } = requestTo(operation, each);
      const as = operation.scheme === "apiKey" ? key : (visitors[i] ?? "");
      const { status, body } = await server.call(path, { key: as });
      responses.push({ id: operation.id, status, body });
    }
  }
  return responses;
}

describe("an export", () => {
  test("has every table with rows of workspaces, and nothing of others", async () => {
    const { rows: counts, file } = await run(source.store, [
      "export",
      "moving",
      "moving.jsonl",
    ]);
    const tablesOfWorkspace = Object.entries(tables).filter(
      ([, columns]) => "workspace_id" in columns,
    );
    expect(Object.keys(counts).sort()).toEqual(
      tablesOfWorkspace.map(([table]) => table).sort(),
    );
    for (const table of [
      "contacts",
      "events",
      "idempotency_keys",
      "webhook_attempts",
      ...tablesOfAllNodes,
    ]) {
      expect(counts[table], table).toBeGreaterThan(0);
    }
    expect(statSync(file).mode & 0o777).toBe(0o600);
    const text = readFileSync(file, "utf8");
    for (const secret of ["canguro", key.slice(14), "whsec_"])
      expect(text).not.toContain(secret);
  });

  test.runIf(onPostgres)(
    "is of one moment, whatever is written meanwhile",
    async () => {
      const { file } = await whileLocked(
        source.store,
        async (transaction) => {
          await sql`lock table contacts in access exclusive mode`.execute(
            transaction,
          );
          await sql`update contacts set city = 'Uluru' where workspace_id <> ${workspaceId}`.execute(
            transaction,
          );
        },
        () => run(source.store, ["export", "staying", "moment.jsonl"]),
        // A file of this name is whole.
        async () => expect(filesOf("moment")).toEqual(["moment.jsonl.part"]),
      );
      expect(filesOf("moment")).toEqual(["moment.jsonl"]);
      expect(readFileSync(file, "utf8")).not.toContain("Uluru");
    },
  );

  test("that fails half way leaves no file", async () => {
    const { database } = source.store;
    await sql`alter table messages rename to kept_messages`.execute(database);
    await sql`create view messages as select * from kept_messages where 1 / (length(id) - length(id)) = 1`.execute(
      database,
    );
    const failed = run(source.store, ["export", "moving", "failed.jsonl"]);
    await expect(failed).rejects.toThrow(
      /failed\.jsonl could not be written: division by zero/,
    );
    await sql`drop view messages`.execute(database);
    await sql`alter table kept_messages rename to messages`.execute(database);
    expect(filesOf("failed")).toEqual([]);
  });

  test("overwrites no file, and needs a folder that exists", async () => {
    const audit = () => run(source.store, ["audit", "--workspace", "moving"]);
    const before = await audit();
    writeFileSync(join(folder, "cut.jsonl.part"), "");
    for (const { workspace, file, message } of [
      {
        workspace: "moving",
        file: "moving.jsonl",
        message: /exists\. Name a new file/,
      },
      {
        workspace: "moving",
        file: "cut.jsonl",
        message:
          /cut\.jsonl\.part exists: .* Delete it then, or name a new file/,
      },
      {
        workspace: "moving",
        file: "no/where",
        message: /could not be written: ENOENT/,
      },
      {
        workspace: "nowhere",
        file: "new",
        message: "There is no workspace nowhere.",
      },
    ] as const)
      await expect(
        run(source.store, ["export", workspace, file]),
      ).rejects.toThrow(message);
    expect(await audit()).toEqual(before); // nothing was read
  });
});

describe("an import", () => {
  const text = () => readFileSync(join(folder, "moving.jsonl"), "utf8");
  const idsOf = (table: string) =>
    Array.from(
      text().matchAll(new RegExp(`^\\["${table}",.*?"id":"(\\w+)"`, "gm")),
      ([, id]) => id,
    ).toSorted();
  test.each<{
    name: string;
    broken: () => string | Buffer;
    message: string;
  }>([
    {
      name: "cut off",
      broken: () => text().slice(0, -40),
      message: "was cut off, or changed. Nothing was imported.",
    },
    {
      name: "cut off after a line",
      broken: () => text().split("\n").slice(0, -3).join("\n"),
      message: "was cut off, or changed",
    },
    {
      name: "without one of its rows",
      broken: () => text().replace(/^\["messages".*\n/m, ""),
      message: "was cut off, or changed",
    },
    {
      name: "without a row that others refer to",
      broken: () => text().replace(/^\["contacts".*\n/m, ""),
      message:
        "The database refuses a row of the file: insert or update on table",
    },
    {
      name: "that goes on after its end",
      broken: () => `${text()}{}\n`,
      message: "was cut off, or changed",
    },
    {
      name: "of another kind",
      broken: () => '{"name":"package"}\n',
      message: "is not a file that export wrote.",
    },
    {
      name: "that is empty",
      broken: () => "",
      message: "is not a file that export wrote.",
    },
    {
      name: "without its workspace",
      broken: () => text().replace('"workspace":{', '"space":{'),
      message: "is not a file that export",
    },
    {
      name: "with a column of nobody",
      broken: () => text().replace('"name":', '"size":1,"name":'),
      message:
        "the database of this one has no workspaces.size. Import it with the version that made it, or a later one.",
    },
    {
      name: "with a lifecycle of nobody",
      broken: () => text().replace('"lifecycle":"', '"lifecycle":"un'),
      message: "this one does not know the contacts.lifecycle un",
    },
    {
      name: "with an author of a message of nobody",
      broken: () => text().replace('"author_type":"', '"author_type":"un'),
      message: "this one does not know the messages.author_type un",
    },
    ...[
      { table: "conversations", column: "status" },
      { table: "tickets", column: "status" },
      { table: "tickets", column: "priority" },
    ].map(({ table, column }) => ({
      name: `with a ${column} of ${table} of nobody`,
      broken: () =>
        text().replace(
          new RegExp(`^(\\["${table}".*"${column}":")`, "m"),
          "$1un",
        ),
      message: `this one does not know the ${table}.${column} un`,
    })),
    {
      name: "that counts no tickets and has some",
      broken: () => text().replace(/"tickets":\d+,(?=[^\n]*\n$)/, ""),
      message: "It has other rows than line",
    },
    {
      name: "with a line that is not a row",
      broken: () => text().replace("\n", '\n["contacts",[]]\n'),
      message: "Nothing was imported. Line 2 is not a row.",
    },
    {
      name: "with a row twice",
      broken: () => text().replace(/^\["contacts".*\n/m, (line) => line + line),
      message: `Nothing was imported. See lines 2 to ${rows.length + 3} of ${folder}/`,
    },
    {
      name: "with a column of nobody in one of its rows",
      broken: () =>
        text().replace(
          /(\["contacts".*\n\["contacts",\{)/,
          '$1"shoe_size":39,',
        ),
      message: "the database of this one has no contacts.shoe_size",
    },
    {
      name: "in another encoding",
      broken: () => Buffer.from(text().replace('"name":"', "$&Ñ"), "latin1"),
      message: "cannot be read: it is not UTF-8",
    },
    {
      name: "with a line of 70 MB",
      broken: () => text() + "x".repeat(7e7),
      message: "one of its lines is longer than 67108864 characters",
    },
    {
      name: "of a newer version",
      broken: () =>
        text()
          .replace(/"made_by":"[^"]+"/, '"made_by":"Contacts API 9.0.0"')
          .replaceAll('["contacts",{', '["contacts",{"shoe_size":39,'),
      message:
        `The file was made by Contacts API 9.0.0, and this is ${buildLine()}: the database of this one has no contacts.shoe_size. ` +
        "Import it with the version that made it, or a later one.",
    },
  ])(
    "of a file $name is refused, and leaves nothing",
    async ({ name, broken, message }) => {
      const file = `${name.replaceAll(" ", "-")}.jsonl`;
      writeFileSync(join(folder, file), broken());
      await expect(run(target.store, ["import", file])).rejects.toThrow(
        message,
      );
      const { rows } =
        await sql`select from workspaces where name = 'moving'`.execute(
          target.store.database,
        );
      expect(rows).toEqual([]);
    },
  );

  test("of no file, or into the database that has the workspace, is refused", async () => {
    await expect(run(target.store, ["import", "nothing"])).rejects.toThrow(
      /cannot be read: ENOENT/,
    );
    const again = run(source.store, [
      "import",
      "moving.jsonl",
      "--workspace",
      "copy",
    ]);
    await expect(again).rejects.toThrow(
      "This database has the workspace moving already, whose ids",
    );
    await target.key(["*"], "neighbour");
    const refusal = run(target.store, [
      "import",
      "moving.jsonl",
      "--workspace",
      "neighbour",
    ]);
    await expect(refusal).rejects.toThrow(
      "This database has the workspace neighbour already. Import under another",
    );
  });

  test("of rows that name another workspace, or a wrong usage, changes neither", async () => {
    const other = await target.workspaceId("neighbour");
    const edited = text()
      .replaceAll(
        `"workspace_id":"${workspaceId}"`,
        `"workspace_id":"${other}"`,
      )
      .replace(/(\["workspace_usage_parts".*"contacts":)\d+/, "$1999");
    writeFileSync(join(folder, "edited.jsonl"), edited);
    const { rows: counts } = await run(target.store, [
      "import",
      "edited.jsonl",
    ]);
    const usage = await run(target.store, ["usage", "--workspace", "moving"]);
    expect(usage.ledger.contacts).toBe(counts.contacts);
    const { rows: neighbours } = await run(target.store, [
      "erase",
      "neighbour",
    ]);
    expect(neighbours).toMatchObject({ contacts: 0, events: 0, webhooks: 0 });
    await run(target.store, ["erase", "moving", "--yes", "moving"]);
  });

  test("is in the audit log", async () => {
    await run(target.store, ["import", "moving.jsonl"]);
    const line = ["audit", "--workspace", "moving"];
    const { entries } = await run(target.store, line);
    expect(entries.at(-1)).toMatchObject({
      command: "operator import",
      workspace: "moving",
    });
    await run(target.store, ["erase", "moving", "--yes", "moving"]);
  });

  test("makes the same workspace, whose callers notice nothing", async () => {
    const before = await everything(source);
    const { rows: counts } = await run(source.store, ["erase", "moving"]);
    const imported = await run(target.store, ["import", "moving.jsonl"]);
    expect(imported).toEqual({
      workspace: "moving",
      // Requests after the export may use something deprecated.
      rows: { ...counts, deprecated_uses: expect.any(Number) },
      unreadable_webhooks: [],
      unreadable_messenger_tokens: [],
    });
    expect(await everything(target)).toEqual(before);
    // Numbers go on, and events come after those that were imported.
    const newest = async () =>
      (await target.call("/v1/events?limit=100", { key })).body.data;
    const events = await newest();
    const ticket = {
      contact_id: rows[0]?.["ct"],
      subject: "Nuevo",
      description: "Nuevo.",
    };
    const { body } = await target.call("/v1/tickets", { key, json: ticket });
    const numbers = before.flatMap(({ body: { data } }) =>
      typeof data === "object" && data !== null && "number" in data
        ? Number(data.number)
        : [],
    );
    expect(body.data.number).toBe(Math.max(...numbers) + 1);
    const after = await newest();
    expect(after.slice(0, events.length)).toEqual(events);
    expect(after.at(-1)?.data.id).toBe(body.data.id);
  });

  test("with another encryption key names the webhooks and the messenger tokens whose secret it cannot read", async () => {
    await run(target.store, ["erase", "moving", "--yes", "moving"]);
    const cipher = createCipher(randomBytes(32));
    // The secrets of other workspaces are not asked about.
    await target.call("/v1/webhooks", {
      key: await target.key(["*"], "neighbour"),
      json: { url: "https://crm.example.com/hooks", events: ["*"] },
    });
    const { unreadable_webhooks, unreadable_messenger_tokens } = await run(
      target.store,
      ["import", "moving.jsonl", "--workspace", "moved"],
      cipher,
    );
    expect(unreadable_webhooks.toSorted()).toEqual(idsOf("webhooks"));
    expect(unreadable_messenger_tokens).toEqual(idsOf("messenger_tokens"));
    expect((await target.call("/v1/contacts", { key })).status).toBe(200);
  });
});
