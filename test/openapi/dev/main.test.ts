import { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { afterAll, expect, test } from "vitest";
import { idOf, readSources } from "../../../openapi/dev/snapshot.ts";
import { launch } from "../../support/process.ts";
import { copyRepository } from "./repository.ts";

// One `npm run dev` in a copy of the repository, whose contract each test edits after the one before it.

const folder = mkdtempSync(join(tmpdir(), "contacts-dev-test-"));
const edit = copyRepository(folder);
const contract = join(folder, "openapi/openapi.yaml");
const text = readFileSync(contract, "utf8");
const examples = join(folder, "openapi/examples/tickets.yaml");
const tickets = readFileSync(examples, "utf8");
const idNow = () => idOf(readSources(folder));
// Callers have a contract without this value: the working one adds it.
const released = join(folder, "openapi/released/openapi.yaml");
writeFileSync(released, readFileSync(released, "utf8").replace("[lead, active, customer]", "[lead, active]"));

const settings = { PORT: "0", DATA_DIR: join(folder, ".data"), DATABASE_URL: "", REDIS_URL: "" };
const dev = launch(join(folder, "openapi/dev/main.ts"), [], settings);
afterAll(async () => {
  // Killed, it would leave its folder.
  dev.child.kill("SIGTERM");
  await dev.ended;
  rmSync(folder, { recursive: true, force: true, maxRetries: 20 });
});
const api = (await dev.printed(/API and docs: ([^\s,]+)/))[1] ?? "";

/** Waits for what is printed from now on. */
function fromNow(): (pattern: string) => Promise<RegExpExecArray> {
  const seen = dev.output().length;
  return (pattern) => dev.printed(new RegExp(`^[^]{${seen},}${pattern}`));
}

test("an edit is linted, typed, shown and served; a broken contract leaves the last good one serving", async () => {
  await dev.printed(/server .* serves \w+\n\nContacts API/);
  await dev.printed(/docs .* show /);
  const page = async (name = "") => fetch(`${api}/docs/${name}`);
  expect(await (await page()).text()).toContain('new EventSource("/docs/changes")');
  expect((await page("getTicket.html")).status).toBe(200);

  const after = fromNow();
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
  writeFileSync(examples, tickets.replaceAll(/^getTicket\./gm, "readTicket."));
  edit("operationId: getTicket\n", "operationId: readTicket\n");
  await after(`code .* does not compile; the server stays on ${served}[^]*routes.ts`);
  await after("diff .* this breaks callers[^]*getTicket[^]*1 breaking,");
  await after(`docs .* show ${idNow()}`);
  expect(dev.output()).not.toMatch(/^added /m);
  expect((await fetch(`${api}/v1/tickets/tk_1`)).status).toBe(401);
  await after("server GET /v1/tickets/tk_1 401");
  expect((await page("readTicket.html")).status).toBe(200);
  expect((await page("getTicket.html")).status).toBe(404);
}, 600_000);

/** What an edit makes of the contract, and what `npm run dev` may then do with it. */
const edits: [replace: [from: string, to: string], state: "served" | "uncompilable" | "broken"][] = [
  [["summary: List contacts", "summary: List contacts #"], "served"],
  [["summary: List tickets", "summary: List tickets #"], "served"],
  [["errorPathName: ", "errorPathNames#: "], "uncompilable"],
  [["operationId: listContacts", "operationId: list_contacts # #"], "broken"],
  [["components/parameters/Limit", "components/parameters/Limt#"], "broken"],
  [["info:\n", "<<<<<<< #\ninfo:\n"], "broken"],
  [["paths:\n", "paths: [#\n"], "broken"],
];

test("of 6 edits at random no request is refused, and each line is true", async () => {
  const before = dev.output().length;
  const printed = fromNow();
  const states = new Map([[idNow(), "uncompilable"]]);
  writeFileSync(examples, tickets);
  states.set(idNow(), "broken");
  const failed: unknown[] = [];
  const probing = new AbortController();
  const probes = (async () => {
    while (!probing.signal.aborted) {
      const response = await fetch(`${api}/livez`).catch((error: unknown) => void failed.push(error));
      // The rate limit is a response of the server as well.
      if (response && response.status !== 200 && response.status !== 429) failed.push(response.status);
      await setTimeout(50);
    }
  })();

  const serve = (content: string, state: string) => {
    writeFileSync(contract, content);
    states.set(idNow(), state);
  };
  // The numbers of a linear congruential generator: the same edits in each run.
  let seed = 31;
  const below = (limit: number) => (seed = (seed * 16807) % 2147483647) % limit;
  for (let i = 0; i < 6; i++) {
    const [[from, to], state] = edits[below(edits.length)] ?? [["", ""], "broken"];
    serve(text.replace(from, to.replaceAll(/#(?!.*#)/g, String(i))), state);
    if (i % 3 === 2) await printed(`lint .* ${idNow()} is`);
    else await setTimeout(below(500));
  }
  const last = text.replace("summary: List contacts", "summary: The last one");
  serve(last, "served");
  await printed(`server .* serves ${idNow()}`);
  await printed(`docs .* show ${idNow()}`);
  probing.abort();
  await probes;

  expect(failed).toEqual([]);
  expect((await fetch(`${api}/openapi.json`)).headers.get("X-Contract")).toBe(idNow());
  expect(await (await fetch(`${api}/openapi.json`)).text()).toContain("The last one");
  const output = dev.output().slice(before);
  const said = (pattern: RegExp) => [...output.matchAll(pattern)].map(([, id = ""]) => states.get(id));
  expect(new Set(said(/^lint .* (\w+) is broken/gm))).toEqual(new Set(["broken"]));
  expect(said(/^lint .* (\w+) is clean/gm)).not.toContain("broken");
  expect(said(/the last good contract is (\w+)/gm)).not.toContain("broken");
  expect(new Set(said(/serves (\w+)/gm))).toEqual(new Set(["served"]));
  expect(said(/^docs .* show (\w+)/gm)).not.toContain("broken");
  expect(output).not.toMatch(/MaxListeners|could not be compared|failed/);
}, 600_000);

test("an edit of the rules starts lint anew, and what dev itself has loaded is named", async () => {
  const after = fromNow();
  const rule = join(folder, "openapi/rules/no-marks.ts");
  writeFileSync(rule, readFileSync(rule, "utf8").replaceAll('"TODO:"', '"A REST API"'));
  appendFileSync(join(folder, "openapi/dev/report.ts"), "// saved\n");
  await after("lint [^]*Somebody still has to write this text");
  await dev.printed(/dev .*openapi\/dev\/report\.ts changed.* start it again/);
  dev.child.kill("SIGTERM");
  expect(await dev.ended).toBe(0);
});
