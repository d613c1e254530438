import { execFile } from "node:child_process";
import { describe, expect, test } from "vitest";
import { prepare } from "../../../server/operator/run.ts";
import { defaultQuotas } from "../../../server/store/quotas.ts";
import { nodeArguments } from "../../support/process.ts";
import { startServer } from "../../support/server.ts";
import { emptyStore } from "../../support/store.ts";

/** What a command of the command line did. */
interface Done {
  code: number;
  stdout: string;
  stderr: string;
}

function command(env: NodeJS.ProcessEnv, ...line: string[]): Promise<Done> {
  const args = [...nodeArguments("server/operator/main.ts"), ...line];
  return new Promise((resolve) => {
    execFile(process.execPath, args, { env: { ...process.env, ...env } }, (error, stdout, stderr) =>
      resolve({ code: Number(error?.code ?? 0), stdout, stderr }),
    );
  });
}

/** What commands print of most objects. */
interface Printed extends Record<string, unknown> {
  id: string;
  updated_at: string;
}

test("each command changes what the API shows and produces its event", async () => {
  const server = await startServer();
  const key = await server.key(["*"], "acme");
  const call = server.caller(() => key);
  const operate = async (...line: string[]): Promise<Printed> =>
    JSON.parse(await prepare(["operator", ...line])(server.store));
  const run = (...line: string[]) => operate(...line, "--workspace", "acme");
  const lastEvent = async () => (await call("/v1/events?limit=100")).body.data.at(-1);

  const { id } = (await call("/v1/contacts", { name: "Ana", email: "ana@example.com" })).body.data;

  const team = ["--lifecycle", "customer", "--vip", "true", "--city", "Rosario"];
  const contact = await run("contact", id, ...team, "--json");
  expect(contact).toMatchObject({ lifecycle: "customer", vip: true, city: "Rosario" });
  expect((await call(`/v1/contacts/${id}`)).body.data).toMatchObject(contact);
  expect(await lastEvent()).toMatchObject({ type: "contact.updated", data: contact });

  await server.key(["*"], "quiet"); // which sends nothing, and comes last
  const loud = { name: "acme", contacts: 1, keys: 1, requests_of_last_hour: expect.toSatisfy((n) => n > 0) };
  await expect
    .poll(() => operate("workspaces"))
    .toMatchObject({ workspaces: [loud, { name: "quiet", requests_of_last_hour: 0 }] });
  const limited = await run("quota", "--contacts", "1");
  expect(limited["quotas"]).toEqual({ ...defaultQuotas, contacts: 1 });
  const joe = { name: "Joe", email: "joe@example.com" };
  expect((await call("/v1/contacts", joe)).status).toBe(422);
  expect(await operate("webhooks", "--failing")).toEqual({ webhooks: [] });

  const text = ["--title", "Cómo leer tu factura", "--body", "Así.", "--category", "Facturación"];
  const article = await run("article", ...text);
  expect(article).toEqual({ id: article.id, slug: "como-leer-tu-factura" });
  expect((await call(`/v1/articles/${article.id}`)).status).toBe(404);
  expect(await lastEvent()).toMatchObject({ type: "contact.updated" });

  expect(await run("publish", article.id)).toEqual({ id: article.id, published: true });
  const shown = (await call(`/v1/articles/${article.id}`)).body.data;
  expect(shown).toMatchObject({ ...article, body: "Así.", category: "Facturación", locale: "es", url: null });
  expect(await lastEvent()).toMatchObject({ type: "article.published", data: shown });

  expect(await run("unpublish", article.id)).toEqual({ id: article.id, published: false });
  expect((await call(`/v1/articles/${article.id}`)).status).toBe(404);
  expect(await lastEvent()).toMatchObject({ type: "article.unpublished", data: { id: article.id } });

  const nothing = "The workspace acme has nothing with this id.";
  await expect(run("contact", "ct_nobody", "--vip", "true")).rejects.toThrow(nothing);
  await expect(run("publish", "ar_nobody")).rejects.toThrow(nothing);
  const elsewhere = operate("contact", id, "--vip", "false", "--workspace", "nowhere");
  await expect(elsewhere).rejects.toThrow("There is no workspace nowhere.");
  expect((await call(`/v1/contacts/${id}`)).body.data).toMatchObject(contact);
});

const commands = (
  "contact article publish unpublish encrypt reset-secrets audit usage quota workspaces webhooks export import " +
  "erase"
).split(" ");

describe("a bad line is refused in one line, before a store is opened", () => {
  const where = ["--workspace", "acme"];
  const article = ["article", ...where, "--body", "Así."];

  test.each<[string, string[], string]>([
    ["no such command", ["destroy"], `There is no command destroy. There are: ${commands.join(", ")}`],
    ["no workspace", ["publish", "ar_1"], "--workspace is missing."],
    ["no id", ["contact", ...where, "--vip", "true"], "Give ID, not: nothing"],
    ["no title", article, "--title is missing."],
    ["nothing to change", ["contact", "ct_1", ...where], "Name a field to change, e.g. --vip true."],
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
      "--megabytes must be a whole number from 1, or default, not 0",
    ],
    ["no quota at all", ["quota", ...where], "Say how much: --contacts N, --megabytes N, or default."],
    ["no such option", ["publish", "ar_1", ...where, "--force"], "Unknown option '--force'."],
  ])("%s", (_, line, message) => {
    expect(() => prepare(["operator", ...line])).toThrow(message);
  });
});

test.each([[[]], [["contact", "--help"]]])("operator %j prints the commands", async (line) => {
  const { code, stdout, stderr } = await command({}, "operator", ...line);
  expect([code, stderr]).toEqual([0, ""]);
  const names = [...stdout.matchAll(/^ {2}npm run -s operator -- ([\w-]+)/gm)].map(([, name]) => name);
  expect(names).toEqual([...commands, "doctor"]);
  expect(stdout).toMatch(
    /With --json each prints one JSON object on one line\. --by NAME tells the audit log who runs it\.\n$/,
  );
});

test("without arguments all groups print their commands", async () => {
  const { code, stdout, stderr } = await command({});
  expect([code, stderr]).toEqual([0, ""]);
  for (const line of ["migrate", "-s keys -- create", "-s operator -- doctor"])
    expect(stdout).toContain(`  npm run ${line}`);
});

test("an error turns no terminal red", async () => {
  const line = ["operator", "usage", "--workspace", "\u001b[31mred"];
  const { code, stderr } = await command(await emptyStore(), ...line);
  expect([code, stderr]).toEqual([1, "There is no workspace \\u001b[31mred.\n"]);
});

test("a person gets lines and tables, and a program with --json one line", async () => {
  const env = await emptyStore();
  const create = ["keys", "create", "--workspace", "acme", "--new", "--scopes", "contacts:read,events:read"];
  const made = await command(env, ...create, "--name", "CRM \u202e");
  expect(made.stdout).toMatch(/^ {2}scopes +contacts:read, events:read$/m);
  expect(made.stdout).toMatch(/^ {2}name +CRM \\u202e$/m);
  expect((await command(env, "keys", "list")).stdout).toMatch(
    /^keys\n {2}id +name +workspace[^]+\n\nmessenger tokens\n {2}none\n$/,
  );
  const [key] = JSON.parse((await command(env, "keys", "list", "--json")).stdout).keys;
  expect(key).toMatchObject({ name: "CRM \u202e", workspace: "acme" });
});
