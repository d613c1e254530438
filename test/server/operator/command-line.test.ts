import { spawnSync } from "node:child_process";
import { closeSync, existsSync, openSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { prepare } from "../../../server/operator/run.ts";
import { makeKeys } from "../../resilience/service.ts";
import { nodeArguments, run } from "../../support/process.ts";
import { emptyStore } from "../../support/store.ts";

const command = (env: NodeJS.ProcessEnv, ...line: string[]) =>
  run("server/operator/main.ts", line, ".", env);

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
      "Name a quota: --contacts N|default or --megabytes N|default.",
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
      /With --json a command prints one JSON object on one line\. --by NAME is the person in the audit log\.\n$/,
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
