import { appendFileSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { idOf, readSources } from "../../../openapi/dev/snapshot.ts";
import { startDev } from "./start-dev.ts";

test("an edit is linted, typed, shown and served; a broken contract leaves the last good one serving", async () => {
  const { folder, edit, run } = startDev();
  // Callers have a contract without this value: the working one adds it.
  const released = join(folder, "openapi/released/openapi.yaml");
  writeFileSync(
    released,
    readFileSync(released, "utf8").replace("[lead, active, customer]", "[lead, active]"),
  );
  const dev = run();
  const api = (await dev.printed(/API and docs: ([^\s,]+)/))[1] ?? "";
  await dev.printed(/server .* serves \w+\n\nContacts API/);
  await dev.printed(/docs .* show /);
  const page = async (name = "") => fetch(`${api}/docs/${name}`);
  expect(await (await page()).text()).toContain('new EventSource("/docs/changes")');
  expect((await page("getTicket.html")).status).toBe(200);

  const seen = dev.output().length;
  const after = (pattern: string) => dev.printed(new RegExp(`^[^]{${seen},}${pattern}`));
  edit("operationId: listContacts", "operationId: list_contacts");
  await after("lint .* is broken; the last good contract is \\w+");
  expect(dev.output()).toMatch(/\nopenapi\/openapi\.yaml:\d+:\d+ error rule\/operation-id-camel-case: /);
  expect((await fetch(`${api}/livez`)).status).toBe(200);

  const changes = await page("changes");
  const reader = changes.body?.getReader();
  const next = async () => new TextDecoder().decode((await reader?.read())?.value);
  expect(await next()).toBe(": waiting\n\n");
  edit(
    /operationId: list_contacts([^]*?)summary: List contacts/,
    "operationId: listContacts$1summary: List people",
  );
  expect(await next()).toBe("data: built\n\n");
  await after("lint .* is clean[^]*types .* wrote [^]*docs .* show ");
  expect(await (await page()).text()).toContain("List people");
  await reader?.cancel();
  const [, served] = await after("server .* serves (\\w+)");
  expect((await fetch(`${api}/livez`)).headers.get("X-Contract")).toBe(served);

  // A contract that lint has nothing against, and for which the server has no handler.
  const examples = join(folder, "openapi/examples/tickets.yaml");
  writeFileSync(examples, readFileSync(examples, "utf8").replaceAll(/^getTicket\./gm, "readTicket."));
  edit("operationId: getTicket\n", "operationId: readTicket\n");
  await after(`code .* does not compile; the server stays on ${served}[^]*routes.ts`);
  await after("diff .* this breaks callers[^]*getTicket[^]*1 breaking,");
  await after(`docs .* show ${idOf(readSources(folder))}`);
  expect(dev.output()).not.toMatch(/^added /m);
  expect((await fetch(`${api}/v1/tickets/tk_1`)).status).toBe(401);
  await after("server GET /v1/tickets/tk_1 401");
  expect((await page("readTicket.html")).status).toBe(200);
  expect((await page("getTicket.html")).status).toBe(404);

  // The rules themselves: lint is started anew, and what this process has loaded is named.
  const edited = dev.output().length;
  const rule = join(folder, "openapi/rules/no-marks.ts");
  writeFileSync(rule, readFileSync(rule, "utf8").replaceAll('"TODO:"', '"A REST API"'));
  appendFileSync(join(folder, "openapi/dev/report.ts"), "// saved\n");
  await dev.printed(new RegExp(`^[^]{${edited},}lint [^]*Somebody still has to write this text`));
  await dev.printed(/dev .*openapi\/dev\/report\.ts changed.* start it again/);

  dev.child.kill("SIGTERM");
  expect(await dev.ended).toBe(0);
}, 600_000);
