import { execFile } from "node:child_process";
import { describe, expect, test } from "vitest";
import { prepare } from "../../../server/operator/run.ts";
import { defaultQuotas } from "../../../server/store/quotas.ts";
import { checkResponse } from "../../support/check-response.ts";
import { nodeArguments, start } from "../../support/process.ts";
import type { Caller } from "../../support/server.ts";
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

/** The JSON that a command printed, on one line and nothing else. */
function printed({ code, stdout, stderr }: Done): Printed {
  expect([code, stderr]).toEqual([0, ""]);
  expect(stdout).toMatch(/^\{.*\}\n$/);
  return JSON.parse(stdout);
}

const refusal = (message: string) => ({ code: 1, stdout: "", stderr: `${message}\n` });

test("each command changes what the API shows and produces its event, with and without a running server", async () => {
  const env = await emptyStore();
  const run = (...args: string[]) => command(env, "operator", ...args, "--workspace", "acme");
  const { key } = printed(await command(env, "keys", "create", "--workspace", "acme", "--scopes", "*"));
  const server = start("server/main.ts", [], env);
  const [, address = ""] = await server.printed(/Contacts API +(\S+)/);

  const call: Caller = async (path, json) => {
    const method = json ? "POST" : "GET";
    const headers = { Authorization: `Bearer ${key}`, "Content-Type": "application/json" };
    const body = json ? JSON.stringify(json) : null;
    const response = await fetch(address + path, { method, headers, body });
    const text = await response.text();
    const received = { status: response.status, headers: response.headers, body: JSON.parse(text) };
    checkResponse(method, path, received);
    return received;
  };
  const lastEvent = async () => (await call("/v1/events?limit=100")).body.data.at(-1);

  const { id } = (await call("/v1/contacts", { name: "Ana", email: "ana@example.com" })).body.data;
  const talk = (await call("/v1/conversations", { contact_id: id, body: "Hola" })).body.data;
  const work = { contact_id: id, subject: "Factura", description: "Está mal." };
  const ticket = (await call("/v1/tickets", work)).body.data;

  const team = ["--lifecycle", "customer", "--vip", "true", "--city", "Rosario", "--tags", "a, b ,a"];
  const contact = printed(await run("contact", id, ...team, "--json"));
  expect(contact).toMatchObject({ lifecycle: "customer", vip: true, city: "Rosario", tags: ["a", "b"] });
  expect((await call(`/v1/contacts/${id}`)).body.data).toMatchObject(contact);
  expect(await lastEvent()).toMatchObject({ type: "contact.updated", data: contact });

  expect(printed(await command(env, "operator", "workspaces"))).toMatchObject({
    workspaces: [{ name: "acme", contacts: 1, keys: 1, deliveries_of_last_hour: 0 }],
  });
  const limited = printed(await run("quota", "--contacts", "1"));
  expect(limited["quotas"]).toEqual({ ...defaultQuotas, contacts: 1 });
  const joe = { name: "Joe", email: "joe@example.com" };
  expect((await call("/v1/contacts", joe)).status).toBe(422);
  expect(printed(await command(env, "operator", "webhooks", "--failing"))).toEqual({ webhooks: [] });

  for (const status of ["closed", "open"]) {
    const conversation = printed(await run("conversation", talk.id, status));
    expect(conversation).toEqual({ ...talk, status, updated_at: conversation.updated_at });
    expect((await call(`/v1/conversations/${talk.id}`)).body.data).toEqual(conversation);
    expect(await lastEvent()).toMatchObject({ type: "conversation.updated", data: conversation });
  }

  const solved = printed(await run("ticket", ticket.id, "solved"));
  expect(solved).toEqual({ ...ticket, status: "solved", updated_at: solved.updated_at });
  expect((await call(`/v1/tickets/${ticket.id}`)).body.data).toEqual(solved);
  expect(await lastEvent()).toMatchObject({ type: "ticket.updated", data: solved });

  const text = ["--title", "Cómo leer tu factura", "--body", "Así.", "--category", "Facturación"];
  const article = printed(await run("article", ...text));
  expect(article).toEqual({ id: article.id, slug: "como-leer-tu-factura" });
  expect((await call(`/v1/articles/${article.id}`)).status).toBe(404);
  expect(await lastEvent()).toMatchObject({ type: "ticket.updated" });

  expect(printed(await run("publish", article.id))).toEqual({ id: article.id, published: true });
  const shown = (await call(`/v1/articles/${article.id}`)).body.data;
  expect(shown).toMatchObject({ ...article, body: "Así.", category: "Facturación", locale: "es", url: null });
  expect(await lastEvent()).toMatchObject({ type: "article.published", data: shown });

  expect(printed(await run("unpublish", article.id))).toEqual({ id: article.id, published: false });
  expect((await call(`/v1/articles/${article.id}`)).status).toBe(404);
  expect(await lastEvent()).toMatchObject({ type: "article.unpublished", data: { id: article.id } });

  const refused = [run("contact", "ct_nobody", "--vip", "true"), run("publish", "ar_nobody")];
  const elsewhere = command(env, "operator", "ticket", ticket.id, "open", "--workspace", "nowhere");
  const nothing = refusal("The workspace acme has nothing with this id.");
  expect(await Promise.all(refused)).toEqual([nothing, nothing]);
  expect(await elsewhere).toEqual(refusal("There is no workspace nowhere."));
  expect((await call(`/v1/tickets/${ticket.id}`)).body.data).toEqual(solved);

  server.child.kill("SIGTERM");
  expect(await server.ended).toBe(0);
  expect(printed(await run("ticket", ticket.id, "closed"))).toMatchObject({ number: 1, status: "closed" });
}, 90_000);

describe("a bad line is refused in one line, before a store is opened", () => {
  const where = ["--workspace", "acme"];
  const article = ["article", ...where, "--body", "Así."];

  test.each<[string, string[], string]>([
    [
      "no such command",
      ["destroy"],
      "There is no command destroy. There are: contact, conversation, ticket, article, publish, unpublish, encrypt, reset-secrets, audit, usage, quota, workspaces, webhooks, export, import, erase",
    ],
    ["no workspace", ["publish", "ar_1"], "--workspace is missing."],
    ["no id", ["contact", ...where, "--vip", "true"], "Give ID, not: nothing"],
    ["no title", article, "--title is missing."],
    ["nothing to change", ["contact", "ct_1", ...where], "Name a field to change, e.g. --vip true."],
    [
      "no conversation's status",
      ["conversation", "cv_1", "gone", ...where],
      "STATUS must be one of open, closed, not gone",
    ],
    [
      "no ticket's status",
      ["ticket", "tk_1", "done", ...where],
      "STATUS must be one of open, pending, solved, closed, not done",
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
      "--megabytes must be a whole number from 1, or default, not 0",
    ],
    ["no quota at all", ["quota", ...where], "Say how much: --contacts N, --megabytes N, or default."],
    ["no such option", ["publish", "ar_1", ...where, "--force"], "Unknown option '--force'."],
  ])("%s", (_, line, message) => {
    expect(() => prepare(["operator", ...line])).toThrow(message);
  });
});

test.each([[[]], [["ticket", "--help"]]])("operator %j prints the commands", async (line) => {
  const { code, stdout, stderr } = await command({}, "operator", ...line);
  expect([code, stderr]).toEqual([0, ""]);
  const names = [...stdout.matchAll(/^ {2}npm run -s operator -- ([\w-]+)/gm)].map(([, name]) => name);
  expect(names).toEqual([
    "contact",
    "conversation",
    "ticket",
    "article",
    "publish",
    "unpublish",
    "encrypt",
    "reset-secrets",
    "audit",
    "usage",
    "quota",
    "workspaces",
    "webhooks",
    "export",
    "import",
    "erase",
    "doctor",
  ]);
  expect(stdout).toMatch(/with and without --json\. --by NAME tells the audit log who runs it\.\n$/);
});

test("without arguments all groups print their commands", async () => {
  const { code, stdout, stderr } = await command({});
  expect([code, stderr]).toEqual([0, ""]);
  for (const line of ["migrate", "-s keys -- create", "-s operator -- doctor"])
    expect(stdout).toContain(`  npm run ${line}`);
});
