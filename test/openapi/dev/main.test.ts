import { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { start } from "../../support/process.ts";
import { copyRepository } from "./repository.ts";

test("an edit is linted, typed, shown and served; a broken contract leaves the last good one serving", async () => {
  const folder = mkdtempSync(join(tmpdir(), "contacts-dev-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true, maxRetries: 20 }));
  const edit = copyRepository(folder);
  // Callers have a contract without this value: the working one adds it.
  const released = join(folder, "openapi/released/openapi.yaml");
  writeFileSync(
    released,
    readFileSync(released, "utf8").replace("[lead, active, customer]", "[lead, active]"),
  );
  const settings = {
    PORT: "0",
    DOCS_PORT: "0",
    DATA_DIR: join(folder, ".data"),
    DATABASE_URL: "",
    REDIS_URL: "",
  };
  const dev = start(join(folder, "openapi/dev/main.ts"), [], settings);
  // Killed, it would leave its server running.
  onTestFinished(async () => {
    dev.child.kill("SIGTERM");
    await dev.ended;
  });
  const docs = (await dev.printed(/The docs are on (\S+)/))[1] ?? "";
  const api = (await dev.printed(/server .*Contacts API +(\S+)/))[1] ?? "";
  await dev.printed(/docs .* reloaded/);
  expect(await (await fetch(docs)).text()).toContain('new EventSource("/changes")');

  const seen = dev.output().length;
  edit("operationId: listContacts", "operationId: list_contacts");
  const after = (pattern: string) => dev.printed(new RegExp(`^[^]{${seen},}${pattern}`));
  await after("lint .* the contract is broken; docs and server stay on the last good one");
  expect(dev.output()).toMatch(/\n +\d+:\d+ +error +rule\/operation-id-camel-case/);
  expect((await fetch(`${api}/livez`)).status).toBe(200);

  const changes = await fetch(`${docs}/changes`);
  const reader = changes.body?.getReader();
  const next = async () => new TextDecoder().decode((await reader?.read())?.value);
  expect(await next()).toBe(": waiting\n\n");
  edit(
    /operationId: list_contacts([^]*?)summary: List contacts/,
    "operationId: listContacts$1summary: List people",
  );
  expect(await next()).toBe("data: built\n\n");
  await after("lint .* clean[^]*types .* wrote [^]*docs .* reloaded");
  expect(await (await fetch(docs)).text()).toContain("List people");
  await reader?.cancel();

  const [, restarted] = await after("server .*Contacts API +(\\S+)");
  // A contract that lint has nothing against, and for which the server has no handler.
  edit("operationId: getTicket\n", "operationId: readTicket\n");
  await after("code .* does not compile; the server stays on the last good one[^]*routes.ts");
  await after("diff .* this breaks callers[^]*getTicket[^]*1 breaking,");
  expect(dev.output()).not.toMatch(/^added /m);
  expect((await fetch(`${restarted}/v1/tickets/tk_1`)).status).toBe(401);
  await after("server GET /v1/tickets/tk_1 401");

  // The rules themselves: lint is started anew, and what this process has loaded is named.
  const edited = dev.output().length;
  const rule = join(folder, "openapi/rules/no-marks.ts");
  writeFileSync(rule, readFileSync(rule, "utf8").replaceAll('"TODO:"', '"A REST API"'));
  appendFileSync(join(folder, "openapi/model/errors.ts"), "// saved\n");
  await dev.printed(new RegExp(`^[^]{${edited},}lint [^]*Somebody still has to write this text`));
  await dev.printed(/dev .*openapi\/model\/errors\.ts changed.* stop it and start it again/);

  dev.child.kill("SIGTERM");
  expect(await dev.ended).toBe(0);
}, 240_000);
