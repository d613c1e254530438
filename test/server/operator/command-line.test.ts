import { execFileSync, spawnSync } from "node:child_process";
import { closeSync, existsSync, openSync } from "node:fs";
import { open } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { help, prepare } from "../../../server/operator/run.ts";
import { launch, makeKeys } from "../../resilience/service.ts";
import { temporaryFolder } from "../../support/folder.ts";
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
  test.each<{ line: string[]; message: string }>([
    { line: create, message: "--scopes is missing" },
    {
      line: ["operator", "resume", "--workspace", ""],
      message: "--workspace is missing. See: ",
    },
    {
      line: [...create, "--scopes", "contacts:raed"],
      message: "Unknown scope: contacts:raed. There are: contacts:read",
    },
    {
      line: [...create, "--scopes", "events:read,"],
      message:
        '--scopes has nothing between two commas, or at an end: "events:read,".',
    },
    {
      line: [...create, "--messenger", "--origins", "https://shop.example,"],
      message: "--origins: nothing is no origin: ",
    },
    {
      line: ["keys", "create", "--color", "red"],
      message:
        "Unknown option '--color'. See: npm run -s keys -- create --help",
    },
    {
      line: ["keys", "revoke"],
      message:
        "Give the id of a key or of a messenger token. See: npm run -s keys -- revoke --help",
    },
    {
      line: ["keys", "revoke", " "],
      message: "Give the id of a key or of a messenger token. See: ",
    },
    {
      line: ["keys", "revoke", "key_1", "key_2"],
      message: 'There is one word too many: "key_2". Options begin with --.',
    },
    {
      line: ["operator", "usage", "acme", ...where],
      message: 'There is one word too many: "acme". Options begin with --.',
    },
    {
      line: ["operator", "export", "acme"],
      message: "Give the name of a new file.",
    },
    {
      line: ["operator", "import", "file", "--workspace", "ws_1"],
      message:
        "--workspace must be a name for a new workspace, not ws_1: only ids begin with ws_.",
    },
    {
      line: [...create, "--scopes", "events:read", "--scopes", "*"],
      message: "--scopes is given twice.",
    },
    ...[
      "\u200b",
      "\u3164",
      "a\nb",
      "\u001b[31mred",
      "a\u2028b",
      "a\u202eb",
      " a",
      "x".repeat(256),
    ].map((name) => ({
      line: [...create, "--scopes", "*", "--name", name],
      message: "--name must be one line",
    })),
    {
      line: ["operator", "import", "file", "--workspace", "a\nb"],
      message: "--workspace must be one line that can be seen",
    },
    { line: ["keys", "destroy"], message: "There is no command destroy" },
    {
      line: [...createUntil, "tomorrow"],
      message: "--expires must be a duration such as 24h or 90d",
    },
    {
      line: [...createUntil, "2027-02-30"],
      message: "or a date such as 2027-01-31, not 2027-02-30",
    },
    { line: [...createUntil, "99999d"], message: "up to 3650d" },
    { line: [...createUntil, ""], message: "--expires must be" },
    { line: ["keys", "rotate", "key_1"], message: "--overlap is missing." },
    {
      line: ["keys", "rotate", "key_1", "--overlap", "2027-01-31"],
      message: "--overlap must be a duration such as 30m",
    },
    {
      line: ["operator", "audit", "--since", "ever"],
      message: "--since must be a duration",
    },
  ])("$line", ({ line, message }) => {
    expect(() => prepare(line)).toThrow(message);
  });

  test.each<{ name: string; line: string[]; message: string }>([
    {
      name: "no such command",
      line: ["destroy"],
      message: `There is no command destroy. There are: ${commands.join(", ")}`,
    },
    {
      name: "no workspace",
      line: ["publish", "ar_1"],
      message: "--workspace is missing.",
    },
    {
      name: "no id",
      line: ["contact", ...where, "--vip", "true"],
      message:
        "Give the id of the contact. See: npm run -s operator -- contact --help",
    },
    { name: "no title", line: article, message: "--title is missing." },
    {
      name: "nothing to change",
      line: ["contact", "ct_1", ...where],
      message: "Name a field to change, e.g. --vip true.",
    },
    {
      name: "no lifecycle",
      line: ["contact", "ct_1", ...where, "--lifecycle", "boss"],
      message: "--lifecycle must be one of lead, active, customer, not boss",
    },
    {
      name: "a city of 101 characters",
      line: ["contact", "ct_1", ...where, "--city", "ñ".repeat(101)],
      message: "--city: must NOT have more than 100 characters",
    },
    {
      name: "no language",
      line: [...article, "--title", "T", "--locale", "español"],
      message: "--locale: must match the pattern ^[A-Za-z0-9-]+$",
    },
    {
      name: "no URL",
      line: [...article, "--title", "T", "--url", "not url"],
      message: "--url: must be a valid URL",
    },
    {
      name: "a title that nobody sees",
      line: [...article, "--title", "\u200b"],
      message: "--title: is blank or has characters that are not allowed",
    },
    {
      name: "no quota",
      line: ["quota", ...where, "--megabytes", "0"],
      message:
        "--megabytes must be a whole number from 1 to 999999999, or default, not 0",
    },
    {
      name: "no quota at all",
      line: ["quota", ...where],
      message: "Name a quota: --contacts N|default or --megabytes N|default.",
    },
    {
      name: "no such option",
      line: ["publish", "ar_1", ...where, "--force"],
      message: "Unknown option '--force'.",
    },
  ])("$name", ({ line, message }) => {
    expect(() => prepare(["operator", ...line])).toThrow(message);
  });
});

test.each([
  { line: ["migrate", "--wrong"], see: "npm run migrate -- --help" },
  {
    line: ["operator", "doctor", "--wrong"],
    see: "npm run -s operator -- doctor --help",
  },
])("$line is refused with the line that prints help", async ({ line, see }) => {
  expect(await command({}, ...line)).toEqual({
    code: 1,
    stdout: "",
    stderr: `Unknown option '--wrong'. See: ${see}\n`,
  });
});

test.each([{ line: [] }, { line: ["--help"] }])(
  "operator $line prints the commands",
  async ({ line }) => {
    const { code, stdout, stderr } = await command({}, "operator", ...line);
    expect(code).toBe(0);
    expect(stderr).toBe("");
    const names = [
      ...stdout.matchAll(/^ {2}npm run -s operator -- ([\w-]+)/gm),
    ].map(([, name]) => name);
    expect(names).toEqual(commands);
    expect(stdout).toMatch(
      /With --json a command prints one JSON object on one line\. --by NAME is the person in the audit log\.\n$/,
    );
  },
);

test.each<{ line: string[]; usage: string }>([
  { line: ["migrate", "--help"], usage: "npm run migrate [-- --print]" },
  {
    line: ["operator", "erase", "acme", "--yes", "acme", "--help"],
    usage: "npm run -s operator -- erase WORKSPACE [--yes WORKSPACE]\n",
  },
])("$line prints the help of this command only", async ({ line, usage }) => {
  const { code, stdout, stderr } = await command({}, ...line);
  expect(code).toBe(0);
  expect(stderr).toBe("");
  expect(stdout.startsWith(`  ${usage}`), stdout).toBe(true);
  expect(stdout.match(/^ {2}npm run /gm)).toHaveLength(1);
});

test.each([
  {
    line: ["operator", "usage"],
    usage: "npm run -s operator -- usage [--workspace NAME|ID] [--deprecated]",
  },
  { line: ["keys", "revoke"], usage: "npm run -s keys -- revoke ID" },
])("the help of $line shows its arguments", ({ line, usage }) => {
  expect(help(line).split("\n")[0]).toBe(`  ${usage}`);
});

test.each([{ line: [] }, { line: ["--help"] }])(
  "$line prints the commands of all groups",
  async ({ line }) => {
    const { code, stdout, stderr } = await command({}, ...line);
    expect(code).toBe(0);
    expect(stderr).toBe("");
    for (const line of [
      "migrate",
      "-s keys -- create",
      "-s operator -- doctor",
    ])
      expect(stdout).toContain(`  npm run ${line}`);
  },
);

test("a command for a workspace that exists makes no database in a mistyped data folder", async () => {
  const DATA_DIR = join(temporaryFolder(), "dta");

  const { code, stderr } = await command(
    { DATABASE_URL: "", DATA_DIR },
    "keys",
    "list",
  );

  expect(code).toBe(1);
  expect(stderr).toBe(
    `There is no database in ${DATA_DIR}. Set DATA_DIR to the data folder of a server, or start one first.\n`,
  );
  expect(existsSync(DATA_DIR)).toBe(false);
});

test.each([
  {
    name: "an error turns no terminal red",
    line: ["usage", "--workspace", "\u001b[31mred"],
    missing:
      "workspace \\u001b[31mred. To list them: npm run -s operator -- workspaces --all\n",
  },
  {
    name: "what every object has is no command",
    line: ["toString"],
    missing: "command toString. There are: contact, ",
  },
])("$name", async ({ line, missing }) => {
  const { code, stderr } = await command(
    await emptyStore(),
    "operator",
    ...line,
  );
  expect(code).toBe(1);
  expect(stderr).toContain(`There is no ${missing}`);
});

test.runIf(existsSync("/dev/full"))(
  "output that a full disk does not take is an error, and a failure",
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
    expect(status).toBe(1);
    expect(stderr.toString()).toMatch(/^ENOSPC: .*\n$/);
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
  expect(first).toMatch(/^ {2}key_\w+ +- +acme /); // it has no name
  expect(first.indexOf("*")).toBe(head.indexOf("scopes"));
  const [, key] = JSON.parse(
    (await command(env, "keys", "list", "--json")).stdout,
  ).keys;
  expect(key).toMatchObject({ name: "CRM 🏳️‍🌈", workspace: name });
  for (const { workspace, message } of [
    {
      workspace: "\u200b",
      message: /^--workspace must be one line that can be seen/,
    },
    {
      workspace: name,
      message:
        /^There is a workspace acme .* already\. For a key of it, leave --new out\.\n$/,
    },
  ]) {
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

test("a command whose server is killed meanwhile says that it may have been done", async () => {
  const env = await emptyStore("embedded");
  const { program } = await launch(env, []);
  const pipe = join(temporaryFolder(), "pipe");
  execFileSync("mkfifo", [pipe]);
  const importing = command(env, "operator", "import", pipe);
  const writer = await open(pipe, "w"); // waits until the server reads it
  await program.end("SIGKILL");
  await writer.close();
  const { code, stderr } = await importing;
  expect(code).toBe(1);
  expect(stderr).toMatch(
    /^The server that holds .* does not respond \(.*\)\. It may have run the command before it stopped: look before you try again\.\n$/,
  );
});
