import { once } from "node:events";
import { createServer, type RequestListener } from "node:http";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { createFront, type Front } from "../../../openapi/dev/front.ts";
import { createLiveDocs } from "../../../openapi/dev/live-docs.ts";
import { compilerReport } from "../../../openapi/dev/programs.ts";
import { temporaryFolder } from "../../support/folder.ts";
import { run } from "../../support/process.ts";
import { listenLocally } from "../../support/raw.ts";

// Tests `npm run dev` in states that an edit rarely meets: before, between and after servers.

const docs = createLiveDocs();

async function openFront(): Promise<Front> {
  const front = await createFront(docs, "127.0.0.1", 0);
  onTestFinished(() => front.stop());
  return front;
}
const id = "c0ffee1";
const targetOf = async (listener: RequestListener) => ({
  address: `http://${await listenLocally(createServer(listener))}`,
  id,
});

test("before a server and docs are there, a request is told to come again", async () => {
  const { address } = await openFront();
  const early = await fetch(`${address}/v1/me`);
  expect(early.status).toBe(503);
  expect(early.headers.get("Retry-After")).toBe("1");
  expect(await early.text()).toBe(
    "No server runs yet: the terminal says why.\n",
  );
  const page = await fetch(`${address}/docs/`);
  expect(page.status).toBe(503);
  expect(await page.text()).toBe(
    "The docs are not built yet: the terminal says why.\n",
  );
});

test("a request reaches the server whole, and its response names the contract", async () => {
  const front = await openFront();
  const target = await targetOf(async (request, response) => {
    const [body] = (await once(request, "data")) as [Buffer];
    response.writeHead(201, { "X-Team": String(request.headers["x-team"]) });
    response.end(`${request.method} ${request.url} ${String(body)}`);
  });
  await front.use(target);
  const response = await fetch(`${front.address}/v1/contacts?q=a%20b`, {
    method: "POST",
    headers: { "X-Team": "crm" },
    body: "{}",
  });
  expect(response.status).toBe(201);
  expect(response.headers.get("X-Team")).toBe("crm");
  expect(response.headers.get("X-Contract")).toBe(id);
  expect(await response.text()).toBe("POST /v1/contacts?q=a%20b {}");
});

test("a request waits while one server replaces another", async () => {
  const front = await openFront();
  await front.use(await targetOf((_, response) => response.end("old")));
  await front.hold();
  const waiting = fetch(front.address).then((response) => response.text());
  // The front has both when it has responded to the later one.
  await fetch(`${front.address}/docs/`);
  await front.use(await targetOf((_, response) => response.end("new")));
  expect(await waiting).toBe("new");
});

test("a server that ends before it responds is a 502", async () => {
  const front = await openFront();
  await front.use(await targetOf(({ socket }) => socket.destroy()));
  const response = await fetch(front.address);
  expect(response.status).toBe(502);
  expect(await response.text()).toBe("The server ended before it responded.\n");
});

test("the server sees when a reader has left", async () => {
  const front = await openFront();
  const reader = new AbortController();
  let close = () => {};
  const left = new Promise<void>((resolve) => (close = resolve));
  const target = await targetOf(({ socket }) => {
    socket.once("close", close);
    reader.abort();
  });
  await front.use(target);
  const call = fetch(front.address, { signal: reader.signal });
  await expect(call).rejects.toThrow("aborted");
  await left;
});

test("the newest docs are shown, with a script that reloads them", async () => {
  const { address } = await openFront();
  const folder = temporaryFolder();
  const pages = join(folder, "generated/docs");
  mkdirSync(pages, { recursive: true });
  writeFileSync(join(pages, "index.html"), "<h1>Docs</h1>");
  writeFileSync(join(pages, "docs.js"), "let own;\n");
  docs.show({ id, folder });
  const read = async (name: string) => fetch(`${address}/docs/${name}`);
  const page = await read("");
  expect(page.headers.get("X-Contract")).toBe(id);
  expect(await page.text()).toBe("<h1>Docs</h1>");
  expect(await (await read("docs.js")).text()).toMatch(
    /^let own;\nnew EventSource\("\/docs\/changes"\)/,
  );
  const missing = await read("redoc.html");
  expect(missing.status).toBe(404);
  expect(await missing.text()).toContain("run npm run docs");
});

test("a port that is taken is named, with what to set", async () => {
  const { address } = await openFront();
  const port = Number(new URL(address).port);
  await expect(createFront(docs, "127.0.0.1", port)).rejects.toThrow(
    new RegExp(
      `^Port ${port} of 127\\.0\\.0\\.1 cannot be used: .*\\. Set PORT or HOST to others\\.$`,
    ),
  );
});

test.each(["70000", "x", "1.5"])(
  "PORT %s is refused in one line",
  async (PORT) => {
    expect(await run("openapi/dev/main.ts", [], ".", { PORT })).toEqual({
      code: 1,
      stdout: "",
      stderr: `PORT must be a whole number from 0 to 65535. It is "${PORT}".\n`,
    });
  },
);

test("of the compiler's errors the first ten are shown, those of the server first, and all are counted", () => {
  const errorsIn = (folder: string, count: number) =>
    Array.from(
      { length: count },
      (_, at) => `${folder}/a.ts(${at + 1},1): error TS1: Wrong.\n  Here.`,
    );
  const tests = errorsIn("test", 8);
  const server = errorsIn("server", 4);
  const report = compilerReport([...tests, ...server].join("\n"));
  expect(report).toBe(
    [
      ...server,
      ...tests.slice(0, 6),
      "and 2 more, which npm run types lists",
      "12 errors",
    ].join("\n"),
  );
  expect(compilerReport(errorsIn("client", 1).join())).toMatch(/\n1 error$/);
});
