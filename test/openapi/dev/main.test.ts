import { execFileSync } from "node:child_process";
import { appendFileSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from "vitest";
import { createApiServer } from "../../../openapi/dev/api-server.ts";
import type { Checker } from "../../../openapi/dev/checker.ts";
import { createFront } from "../../../openapi/dev/front.ts";
import { createLiveDocs } from "../../../openapi/dev/live-docs.ts";
import { createLoop } from "../../../openapi/dev/loop.ts";
import { idOf, readSources } from "../../../openapi/dev/snapshot.ts";
import { start, type Program } from "../../support/process.ts";
import { temporaryFolder } from "../../support/folder.ts";
import { copyRepository, copyWith, tools } from "../copy.ts";

// One `npm run dev` in a copy of the repository, whose contract each test edits after the one
// before it.

const { folder, read, write, edit } = copyRepository(tools, afterAll);
const contract = "openapi/openapi.yaml";
const text = read(contract);
const examples = "openapi/examples/tickets.yaml";
const idNow = () => idOf(readSources(folder));
// Callers have a contract without this parameter: the working one adds it.
edit(
  "openapi/released/openapi.yaml",
  /^ +- \$ref: "#\/components\/parameters\/Limit"\n/m,
  "",
);

const settings = {
  PORT: "0",
  DATA_DIR: join(folder, ".data"),
  DATABASE_URL: "",
  REDIS_URL: "",
};
let dev: Program;
let api = "";
beforeAll(async () => {
  dev = start(join(folder, "openapi/dev/main.ts"), [], settings, {
    atEnd: () => undefined,
  });
  api = (await dev.printed(/API and docs: ([^\s,]+)/))[1] ?? "";
});
afterAll(async () => void (await dev.end())); // killed, it would leave its folder

/** Waits for what is printed from now on. */
function fromNow(): (pattern: string) => Promise<RegExpExecArray> {
  const seen = dev.output().length;
  return (pattern) => dev.printed(new RegExp(`^[^]{${seen},}${pattern}`));
}

const page = async (name = "") => fetch(`${api}/docs/${name}`);

/** Edits of the contract, with the state after each of them. */
const edits: [
  replace: [from: string, to: string],
  state: "served" | "uncompilable" | "broken",
][] = [
  [["summary: List contacts", "summary: List contacts #"], "served"],
  [["summary: List tickets", "summary: List tickets #"], "served"],
  [["errorPathName: ", "errorPathNames#: "], "uncompilable"],
  [["operationId: listContacts", "operationId: list_contacts # #"], "broken"],
  [["components/parameters/Limit", "components/parameters/Limt#"], "broken"],
  [["info:\n", "<<<<<<< #\ninfo:\n"], "broken"],
  [["paths:\n", "paths: [#\n"], "broken"],
];
const count = Number(process.env["EDITS"] ?? 3);

/** Sends a request each 50 ms. @returns a function that ends that, and returns what failed or was refused */
function probe(): () => Promise<unknown[]> {
  const failed: unknown[] = [];
  const probing = new AbortController();
  const probes = (async () => {
    while (!probing.signal.aborted) {
      const response = await fetch(`${api}/livez`).catch(
        (error: unknown) => void failed.push(error),
      );
      // The rate limit is a response of the server as well.
      if (response && response.status !== 200 && response.status !== 429)
        failed.push(response.status);
      await setTimeout(50);
    }
  })();
  return () => {
    probing.abort();
    return probes.then(() => failed);
  };
}

test("of edits at random no request is refused, each line is true, and the last good one serves", async () => {
  await dev.printed(/server .* serves \w+\n\nContacts API/);
  const before = dev.output().length;
  const printed = fromNow();
  const end = probe();
  const states = new Map<string, string>();
  const save = (content: string, state: string) => {
    write(contract, content);
    states.set(idNow(), state);
  };
  save(
    text.replace("operationId: listContacts", "operationId: list_contacts"),
    "broken",
  );
  await printed("lint .* is broken; the last good contract is \\w+");
  expect(dev.output()).toMatch(
    /\nopenapi\/openapi\.yaml:\d+:\d+ error rule\/operation-id-camel-case: /,
  );

  // The numbers of a linear congruential generator: the same edits in each run.
  let seed = 31;
  const below = (limit: number) => (seed = (seed * 16807) % 2147483647) % limit;
  for (let i = 0; i < count; i++) {
    const [[from, to], state] = edits[below(edits.length)] ?? [
      ["", ""],
      "broken",
    ];
    save(text.replace(from, to.replaceAll(/#(?!.*#)/g, String(i))), state);
    if (i % 3 === 2) await printed(`lint .* ${idNow()} is`);
    else await setTimeout(below(500));
  }
  save(
    text.replace("summary: List contacts", "summary: List people"),
    "served",
  );
  const served = idNow();
  await printed(`types .* wrote [^]*server .* serves ${served}`);

  // A contract that lint has nothing against, and for which the server has no handler.
  const reader = (await page("changes")).body?.getReader();
  const next = async () =>
    new TextDecoder().decode((await reader?.read())?.value);
  expect(await next()).toBe(": waiting\n\n");
  edit(contract, "operationId: getTicket\n", "operationId: readTicket\n");
  states.set(idNow(), "uncompilable");
  await printed(
    `code .* does not compile; the server stays on ${served}[^]*routes.ts`,
  );
  await printed("diff .* this breaks callers[^]*getTicket[^]*1 breaking,");
  await printed(`docs .* show ${idNow()}`);
  expect(await next()).toMatch(/^(data: built\n\n)+$/);
  await reader?.cancel();
  expect(await end()).toEqual([]);
  expect(dev.output()).not.toMatch(/^added /m);

  const html = await (await page()).text();
  expect(html).toContain("List people");
  expect(await (await page("docs.js")).text()).toContain(
    'new EventSource("/docs/changes")',
  );
  expect((await page("readTicket.html")).status).toBe(200);
  expect((await page("getTicket.html")).status).toBe(404);
  const published = await fetch(`${api}/openapi.json`);
  expect(published.headers.get("X-Contract")).toBe(served);
  expect(await published.text()).toContain("List people");
  expect((await fetch(`${api}/v1/tickets/tk_1`)).status).toBe(401);
  await printed("server GET /v1/tickets/\\{id\\} 401");

  const output = dev.output().slice(before);
  const statesOf = (pattern: RegExp) =>
    [...output.matchAll(pattern)].map(([, id = ""]) => states.get(id));
  expect(statesOf(/^lint .* (\w+) is broken/gm)).not.toContain("served");
  expect(statesOf(/^lint .* (\w+) is clean/gm)).not.toContain("broken");
  expect(statesOf(/the last good contract is (\w+)/gm)).not.toContain("broken");
  expect(new Set(statesOf(/serves (\w+)/gm))).toEqual(new Set(["served"]));
  expect(statesOf(/^docs .* show (\w+)/gm)).not.toContain("broken");
  expect(output).not.toMatch(/MaxListeners|could not be compared|\bfailed/);
}, 600_000);

test("what is done for an edit before is done again, when it ends while lint reads the next one", async () => {
  const library = readFileSync("test/openapi/other/openapi.yaml", "utf8");
  const { folder: root } = copyWith(library, library);
  const base = temporaryFolder();
  mkdirSync(join(root, "generated"), { recursive: true });
  const docs = createLiveDocs();
  const front = await createFront(docs, "127.0.0.1", 0);
  const log = vi.spyOn(console, "log").mockImplementation(() => undefined);
  onTestFinished(() => {
    log.mockRestore();
    front.stop();
  });
  let linted = Promise.resolve();
  const checker: Checker = {
    check: () => linted.then(() => ({ ok: true, output: "", files: [] })),
    stop: async () => undefined,
  };
  const server = createApiServer({
    root,
    front,
    report: () => undefined,
  });
  const loop = createLoop({
    root,
    base,
    lint: checker,
    generator: checker,
    docs,
    server,
  });
  const countOf = (step: string) =>
    log.mock.calls.filter(([line]) => String(line).startsWith(step)).length;

  const first = loop.edited(["check", "diff"], 0);
  await vi.waitFor(() => expect(countOf("types")).toBe(1), 60_000);
  let end = (): void => undefined;
  linted = new Promise((done) => (end = done));
  const second = loop.edited(["check", "diff"], 0);
  await first;
  expect(countOf("diff")).toBe(1);
  end();
  await second;
  expect(countOf("diff")).toBe(2);
}, 240_000);

test("dev outlives a contract and generated/ that are gone; decisions are a part of the contract; an edit of the rules starts lint anew, and what dev itself has loaded is named", async () => {
  const after = fromNow();
  const now = read(contract);
  const id = idNow();
  write(`${examples}~`, "What an editor keeps.");
  expect(idNow()).toBe(id);
  rmSync(join(folder, contract));
  rmSync(join(folder, "generated"), { recursive: true });
  await after(
    "lint .* there is no openapi/openapi.yaml; the last good contract is \\w+",
  );
  write(contract, now);
  await after("types .* wrote .*types\\.ts");
  appendFileSync(join(folder, "openapi/decisions.md"), "\nFor 31 days.\n");
  await after(
    'lint .* (\\w+) is broken; the last good contract is (?!\\1)\\w+[^]*The text says "31 days"',
  );
  edit("redocly.yaml", "known-tags: error", "known-tag error");
  await after(
    "lint .* could not be checked; [^]*redocly.yaml is not valid YAML",
  );
  edit("redocly.yaml", "known-tag error", "known-tag: error");
  await after(
    "\nredocly\\.yaml:\\d+:\\d+ error contract: There is no rule contacts/known-tag\\n",
  );
  edit("openapi/rules/finished-texts.ts", '"TODO:"', '"A REST API"');
  appendFileSync(join(folder, "openapi/dev/report.ts"), "// saved\n");
  await after("lint [^]*Somebody still has to write this text");
  await dev.printed(/dev .*openapi\/dev\/report\.ts changed.* start it again/);
  expect(await dev.end()).toBe(0);
});

test("a signal right after the first line ends dev with its check processes", async () => {
  const program = start(join(folder, "openapi/dev/main.ts"), [], {
    ...settings,
    DATA_DIR: join(folder, ".data-of-another"),
  });
  await program.printed(/API and docs: /);
  const children = processes().filter(
    ({ parent }) => parent === program.child.pid,
  );
  expect(children.length).toBeGreaterThanOrEqual(2);

  expect(await program.end("SIGTERM")).toBe(0);

  const left = processes().map(({ id }) => id);
  expect(children.filter(({ id }) => left.includes(id))).toEqual([]);
});

/** The processes of this machine. */
const processes = () =>
  execFileSync("ps", ["-A", "-o", "pid=,ppid="], { encoding: "utf8" })
    .trim()
    .split("\n")
    .map((line) => {
      const [id, parent] = line.trim().split(/\s+/).map(Number);
      return { id, parent };
    });
