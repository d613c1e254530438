import { spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { closeSync, existsSync, openSync, readFileSync } from "node:fs";
import { sql } from "kysely";
import { describe, expect, test } from "vitest";
import type { AuditEntry } from "../../../server/auth/audit.ts";
import { createCipher } from "../../../server/auth/encryption.ts";
import { commandOf, prepare } from "../../../server/operator/run.ts";
import { defaultQuotas } from "../../../server/settings/quotas.ts";
import { makeKeys } from "../../resilience/service.ts";
import { nodeArguments, run } from "../../support/process.ts";
import { startServer } from "../../support/server.ts";
import { temporaryFolder } from "../../support/folder.ts";
import { emptyStore, openTestStore } from "../../support/store.ts";
import { runCommand } from "../../support/world.ts";

const command = (env: NodeJS.ProcessEnv, ...line: string[]) =>
  run("server/operator/main.ts", line, ".", env);

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

const commands = (
  "contact article publish unpublish encrypt reset-secrets audit usage quota workspaces webhooks suspend resume export import " +
  "erase doctor"
).split(" ");

describe("a bad line is refused in one line, before a store is opened", () => {
  const where = ["--workspace", "acme"];
  const article = ["article", ...where, "--body", "Así."];

  const create = ["keys", "create", "--workspace", "a"];
  const createUntil = [...create, "--scopes", "*", "--expires"];
  test.each<[string[], string]>([
    [create, "--scopes is missing"],
    [
      [...create, "--scopes", "contacts:raed"],
      "Unknown scope: contacts:raed. There are: contacts:read",
    ],
    [["keys", "create", "--color", "red"], "Unknown option '--color'"],
    [
      ["keys", "revoke"],
      "Give the id of a key or of a messenger token. See: npm run -s keys -- revoke --help",
    ],
    [
      ["keys", "revoke", " "],
      "Give the id of a key or of a messenger token. See: ",
    ],
    [
      ["keys", "revoke", "key_1", "key_2"],
      'There is one word too many: "key_2". Options begin with --.',
    ],
    [
      ["operator", "usage", "acme", ...where],
      'There is one word too many: "acme". Options begin with --.',
    ],
    [["operator", "export", "acme"], "Give the name of a new file."],
    [
      ["operator", "import", "file", "--workspace", "ws_1"],
      "--workspace must be a name for a new workspace, not ws_1: only ids begin with ws_.",
    ],
    [
      [...create, "--scopes", "events:read", "--scopes", "*"],
      "--scopes is given twice.",
    ],
    ...[
      "\u200b",
      "\u3164",
      "a\nb",
      "\u001b[31mred",
      "a\u2028b",
      "a\u202eb",
      " a",
      "x".repeat(256),
    ].map((name): [string[], string] => [
      [...create, "--scopes", "*", "--name", name],
      "--name must be one line",
    ]),
    [
      ["operator", "import", "file", "--workspace", "a\nb"],
      "--workspace must be one line that can be seen",
    ],
    [["keys", "destroy"], "There is no command destroy"],
    [
      [...createUntil, "tomorrow"],
      "--expires must be a duration such as 24h or 90d",
    ],
    [
      [...createUntil, "2027-02-30"],
      "or a date such as 2027-01-31, not 2027-02-30",
    ],
    [[...createUntil, "99999d"], "up to 3650d"],
    [[...createUntil, ""], "--expires must be"],
    [["keys", "rotate", "key_1"], "--overlap is missing."],
    [
      ["keys", "rotate", "key_1", "--overlap", "2027-01-31"],
      "--overlap must be a duration such as 30m",
    ],
    [["operator", "audit", "--since", "ever"], "--since must be a duration"],
  ])("%j", (line, message) => {
    expect(() => prepare(line)).toThrow(message);
  });

  test.each<[string, string[], string]>([
    [
      "no such command",
      ["destroy"],
      `There is no command destroy. There are: ${commands.join(", ")}`,
    ],
    ["no workspace", ["publish", "ar_1"], "--workspace is missing."],
    [
      "no id",
      ["contact", ...where, "--vip", "true"],
      "Give the id of the contact. See: npm run -s operator -- contact --help",
    ],
    ["no title", article, "--title is missing."],
    [
      "nothing to change",
      ["contact", "ct_1", ...where],
      "Name a field to change, e.g. --vip true.",
    ],
    [
      "no lifecycle",
      ["contact", "ct_1", ...where, "--lifecycle", "boss"],
      "--lifecycle must be one of lead, active, customer, not boss",
    ],
    [
      "a city of 101 characters",
      ["contact", "ct_1", ...where, "--city", "ñ".repeat(101)],
      "--city: must NOT have more than 100 characters",
    ],
    [
      "no language",
      [...article, "--title", "T", "--locale", "español"],
      '--locale: must match pattern "^[A-Za-z0-9-]+$"',
    ],
    [
      "no quota",
      ["quota", ...where, "--megabytes", "0"],
      "--megabytes must be a whole number from 1 to 999999999, or default, not 0",
    ],
    [
      "no quota at all",
      ["quota", ...where],
      "Say how much: --contacts N, --megabytes N, or default.",
    ],
    [
      "no such option",
      ["publish", "ar_1", ...where, "--force"],
      "Unknown option '--force'.",
    ],
  ])("%s", (_, line, message) => {
    expect(() => prepare(["operator", ...line])).toThrow(message);
  });
});

test.each([[[]], [["--help"]]])(
  "operator %j prints the commands",
  async (line) => {
    const { code, stdout, stderr } = await command({}, "operator", ...line);
    expect([code, stderr]).toEqual([0, ""]);
    const names = [
      ...stdout.matchAll(/^ {2}npm run -s operator -- ([\w-]+)/gm),
    ].map(([, name]) => name);
    expect(names).toEqual(commands);
    expect(stdout).toMatch(
      /With --json each prints one JSON object on one line\. --by NAME tells the audit log who runs it\.\n$/,
    );
  },
);

test.each<[string[], string]>([
  [["migrate", "--help"], "npm run migrate [-- --print]"],
  [
    ["operator", "usage", "--help"],
    "npm run -s operator -- usage [--workspace NAME|ID] [--deprecated]\n",
  ],
  [
    ["operator", "erase", "acme", "--yes", "acme", "--help"],
    "npm run -s operator -- erase WORKSPACE [--yes WORKSPACE]\n",
  ],
  [["keys", "revoke", "--help"], "npm run -s keys -- revoke ID\n"],
])("%j prints the help of this command only", async (line, usage) => {
  const { code, stdout, stderr } = await command({}, ...line);
  expect([code, stderr]).toEqual([0, ""]);
  expect(stdout.startsWith(`  ${usage}`), stdout).toBe(true);
  expect(stdout.match(/^ {2}npm run /gm)).toHaveLength(1);
});

test.each([[[]], [["--help"]]])(
  "%j prints the commands of all groups",
  async (line) => {
    const { code, stdout, stderr } = await command({}, ...line);
    expect([code, stderr]).toEqual([0, ""]);
    for (const line of [
      "migrate",
      "-s keys -- create",
      "-s operator -- doctor",
    ])
      expect(stdout).toContain(`  npm run ${line}`);
  },
);

test.each([
  [
    "an error turns no terminal red",
    ["usage", "--workspace", "\u001b[31mred"],
    "workspace \\u001b[31mred. To list them: npm run -s operator -- workspaces --all\n",
  ],
  [
    "what every object has is no command",
    ["toString"],
    "command toString. There are: contact, ",
  ],
])("%s", async (_, line, missing) => {
  const { code, stderr } = await command(
    await emptyStore(),
    "operator",
    ...line,
  );
  expect([code, stderr]).toEqual([
    1,
    expect.stringContaining(`There is no ${missing}`),
  ]);
});

test.runIf(existsSync("/dev/full"))(
  "what a full disk takes no more is told, and is a failure",
  () => {
    const full = openSync("/dev/full", "w");
    const args = [
      ...nodeArguments("server/operator/main.ts"),
      "operator",
      "--help",
    ];
    const { status, stderr } = spawnSync(process.execPath, args, {
      stdio: ["ignore", full, "pipe"],
    });
    closeSync(full);
    expect([status, stderr.toString()]).toEqual([
      1,
      expect.stringMatching(/^ENOSPC: .*\n$/),
    ]);
  },
);

test("a person gets lines and tables, and a program with --json one line", async () => {
  const env = await emptyStore();
  const name = "acme \u202e";
  await makeKeys(env, 1, name); // as earlier versions took it
  const create = [
    "keys",
    "create",
    "--workspace",
    name,
    "--scopes",
    "contacts:read,events:read",
  ];
  const created = await command(env, ...create, "--name", "CRM 🏳️‍🌈");
  expect(created.stdout).toMatch(/^ {2}scopes +contacts:read, events:read$/m);
  expect(created.stdout).toMatch(/^ {2}workspace +acme \\u202e$/m);
  const list = (await command(env, "keys", "list")).stdout;
  expect(list).toMatch(
    /^keys\n {2}id +name +workspace[^]+\n\nmessenger tokens\n {2}none\n$/,
  );
  const [, head = "", first = ""] = list.split("\n");
  expect(first.indexOf("*")).toBe(head.indexOf("scopes"));
  const [, key] = JSON.parse(
    (await command(env, "keys", "list", "--json")).stdout,
  ).keys;
  expect(key).toMatchObject({ name: "CRM 🏳️‍🌈", workspace: name });
  for (const [workspace, message] of [
    ["\u200b", /^--workspace must be one line that can be seen/],
    [
      name,
      /^There is a workspace acme .* already\. For a key of it, leave --new out\.\n$/,
    ],
  ] as const) {
    const again = await command(
      env,
      "keys",
      "create",
      "--workspace",
      workspace,
      "--new",
      "--scopes",
      "*",
    );
    expect(again.stderr).toMatch(message);
  }
});

/** The fields in the output of the commands in OPERATIONS.md. */
interface Output {
  id: string;
  previous: object;
  rows: object;
  checks: object[];
  erased: boolean;
  entries: AuditEntry[];
}

const manual = readFileSync("server/OPERATIONS.md", "utf8");
/** The words of a command, without quotes around them. */
const wordsOf = (text: string) =>
  (text.match(/"[^"]*"|\S+/g) ?? []).map((word) => word.replaceAll('"', ""));
/**
 * The arguments after `npm run -s keys` and `operator`: of the blocks in their order, and within
 * sentences.
 */
const typed = (text: string) =>
  [...text.matchAll(/npm run -s (keys|operator) -- ([^`\n]+)/g)].map(
    ([, group = "", rest = ""]) => [group, ...wordsOf(rest)],
  );
const inBlocks = [...manual.matchAll(/```sh\n([^]*?)```/g)].flatMap(
  ([, code = ""]) => typed(code),
);

test("each command that OPERATIONS.md names can be typed", () => {
  const lines = typed(manual);
  expect(lines.length).toBeGreaterThan(inBlocks.length);
  for (const line of lines.filter((line) => "prepare" in commandOf(line)))
    expect(() => prepare(line), line.join(" ")).not.toThrow();
});

test("the blocks of OPERATIONS.md, in their order, do what it says", async () => {
  const folder = temporaryFolder();
  const stores = await Promise.all(
    Array.from({ length: 3 }, () => openTestStore()),
  );
  const [here, another, third] = stores;
  const keys: [Buffer] = [randomBytes(32)];
  const encryption = { keys, cipher: createCipher(...keys) };
  let id = "";
  const outputs: Record<string, Output[]> = {};
  for (const [group = "", name = "", ...rest] of inBlocks) {
    const line = [
      group,
      name,
      ...rest.map((word) => (word === "$KEY_ID" ? id : word)),
    ];
    const imported = rest.includes("--workspace") ? third : another;
    const store = name === "import" ? imported : here;
    const command = commandOf(line);
    const text =
      "run" in command
        ? await command
            .run([...rest, "--json"], await emptyStore())
            .then(({ text }) => text)
        : await prepare(line)(store!, {
            folder,
            by: "ana",
            encryption: () => encryption,
          });
    (outputs[name] ??= []).push(JSON.parse(text));
    if (name === "create") id = outputs["create"]?.[0]?.id ?? "";
  }
  expect(outputs["audit"]?.[0]?.entries.map(({ command }) => command)).toEqual([
    "keys create",
    "keys rotate",
    "keys revoke",
    "keys create",
  ]);
  expect(outputs["rotate"]?.[0]?.previous).toMatchObject({
    id,
    expires_at: expect.any(String),
  });
  expect(outputs["import"]).toEqual([
    expect.objectContaining({
      workspace: "acme",
      rows: outputs["export"]?.[0]?.rows,
    }),
    expect.objectContaining({
      workspace: "acme-copy",
      rows: outputs["export"]?.[0]?.rows,
    }),
  ]);
  expect(outputs["erase"]?.map(({ erased }) => erased)).toEqual([false, true]);
  expect(outputs["doctor"]?.[0]?.checks.length).toBeGreaterThan(5);
});
