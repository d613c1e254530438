import { execFile } from "node:child_process";
import { hash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { promisify } from "node:util";
import { runInNewContext } from "node:vm";
import { expect, test } from "vitest";
import { createMessenger } from "../../client/messenger.ts";
import { downloadsOf } from "../../openapi/docs/downloads.ts";
import { operationsOf } from "../../openapi/model/contract.ts";
import { readContract } from "../../openapi/model/read-contract.ts";
import { buildDocs } from "../support/made-once.ts";
import type { Json } from "../support/at.ts";
import { startServer } from "../support/server.ts";
import { credentialsOf } from "../support/world.ts";

await buildDocs();
const server = await startServer();
const page = (name: string) => `${server.address}/docs/${name}`;
const folder = resolve("generated/docs");
const names = readdirSync(folder).filter((name) => name.endsWith(".html"));
const read = (name: string) => readFileSync(`${folder}/${name}`, "utf8");
const operations = operationsOf((await readContract()).contract).map(
  ({ operation }) => operation,
);

const idsIn = (html: string) =>
  [...html.matchAll(/ id="([^"]+)"/g)].map(([, id = ""]) => id);

test("every page has a title of its own, a description and one first heading; every link leads to a place", () => {
  const ownPages = names.filter((name) => name !== "redoc.html");
  const titles = ownPages.map(
    (name) => /<title>([^<]+)<\/title>/.exec(read(name))?.[1],
  );
  expect(new Set(titles).size).toBe(ownPages.length);
  const ids = new Map(names.map((name) => [name, new Set(idsIn(read(name)))]));
  const dead: string[] = [];
  for (const name of ownPages) {
    const html = read(name);
    expect(html.match(/<h1/g), name).toHaveLength(1);
    expect(html, name).toMatch(
      /<meta name="description" content="[^"]{10,300}"/,
    );
    expect(html, name).not.toContain(' id=""');
    expect(idsIn(html).length, `ids of ${name} are unique`).toBe(
      ids.get(name)?.size,
    );
    for (const [, href = ""] of html.matchAll(/ (?:href|src)="([^"]+)"/g)) {
      const isElsewhere = /^(https?|mailto):/.test(href);
      if (isElsewhere) continue;
      const [path = "", id] = href.split("#");
      const target = path || name;
      const fileExists = existsSync(`${folder}/${target}`);
      // Redoc makes the places of its page in the browser.
      const placeExists =
        id === undefined ||
        id === "" ||
        target === "redoc.html" ||
        ids.get(target)?.has(id) === true;
      if (!fileExists || !placeExists) dead.push(`${name} → ${href}`);
    }
  }
  expect(dead).toEqual([]);
  const sitemap = read("sitemap.xml");
  for (const { operationId } of operations)
    expect(sitemap).toMatch(`/${operationId}.html</loc>`);
  expect(sitemap).toMatch("/quickstart.es.html</loc>");
});

test("a link of a Spanish page leads to the Spanish edition of a page that has one", () => {
  const english = names
    .filter((name) => name.endsWith(".es.html"))
    .flatMap((name) => {
      const [, article = ""] = read(name).split("<article>");
      const [own = ""] = article.split("</article>");
      return [...own.matchAll(/href="([\w-]+)\.html(?:#installation)?"/g)].map(
        ([, to]) => [name, `${to}.es.html`],
      );
    })
    .filter(([, edition = ""]) => names.includes(edition));
  expect(english).toEqual([]);
});

test("a Spanish chapter leads back to the Spanish start page", () => {
  expect(read("quickstart.es.html")).toMatch(
    /<a href="index\.es\.html">Documentación<\/a>/,
  );
});

test("a scenario that is downloaded finds its contract beside it", () => {
  const scenarios = readdirSync(folder).filter((name) =>
    name.endsWith(".arazzo.yaml"),
  );
  expect(scenarios).not.toEqual([]);
  for (const name of scenarios)
    expect(read(name)).toMatch(/^ +url: openapi\.json$/m);
});

test("the changelog leads to the operations that it names", () => {
  expect(read("what-s-new.html")).toMatch(
    /<a href="\w+\.html"><code>[A-Z]+ \/v1\//,
  );
});

test("every page is in llms.txt, as Markdown whose links lead to a place", () => {
  const [, ...linked] = read("llms.txt").split("](");
  const files = linked.map((rest) => rest.slice(0, rest.indexOf(")")));
  for (const { operationId } of operations)
    expect(files).toContain(`${operationId}.md`);
  const dead = readdirSync(folder)
    .filter((name) => name.endsWith(".md") && name !== "CHANGELOG.md")
    .flatMap((name) =>
      [...read(name).matchAll(/\]\(([\w.-]+)/g)].map(([, href = ""]) => [
        name,
        href,
      ]),
    )
    .filter(
      ([, href = ""]) =>
        !href.startsWith("http") && !existsSync(`${folder}/${href}`),
    );
  expect(dead).toEqual([]);
  const everything = read("llms-full.txt");
  const headings = [...everything.matchAll(/^# (.*)$/gm)];
  expect(headings.length).toBeGreaterThan(operations.length);
  expect(everything).toContain(read("createContact.md"));
  for (const name of ["quickstart.es.md", "version-1.1.0.md", "404.md"])
    expect(everything).not.toContain(read(name));
  const parts =
    /\n\n\*\*Scope\*\*: \[events:read\]\(.*\)\n\n[^]*\n\n\d+ errors of every operation\n\n- /;
  expect(read("listEvents.md")).toMatch(parts);
  expect(read("createContact.md")).toContain(
    "POST `$CONTACTS_BASE_URL/v1/contacts`",
  );
  expect(read("createContact.md").match(/^#+ .*$/gm)).toEqual([
    "# Create a contact",
    "## Request body",
    "## Headers",
    "## Response",
    "### Headers",
    "## Errors",
    "## Request and response",
  ]);
});

test("the operations of the last release are on one page, which leads to those of today", async () => {
  const { contract } = await readContract("openapi/released/openapi.yaml");
  const name = `version-${contract.info.version}.html`;
  expect(read("what-s-new.html")).toContain(`href="${name}"`);
  for (const { operation } of operationsOf(contract))
    expect(read(name)).toContain(`<section id="${operation.operationId}">`);
  expect(read(name)).toContain(
    '<a href="createContact.html">This operation in the newest version</a>',
  );
});

test("consumers read no patterns, no decisions and no extensions for authors of the contract", () => {
  // The changelog of 1.2.0 was released with names of limits.
  const others = ["redoc.html", "what-s-new.html"];
  for (const name of names.filter((file) => !others.includes(file)))
    expect(read(name), name).not.toMatch(
      /D-\d\d\b|\[\^\\\\?x00|x-(sunset|idempotent|limits|delivery)\b/,
    );
});

test("programs find the contract, the pages as Markdown, and what is new", async () => {
  const get = (path: string, headers = {}) =>
    fetch(server.address + path, { headers });
  for (const headers of [
    { Accept: "text/markdown" },
    { Accept: "text/html" },
  ]) {
    const response = await get("/docs/errors.html", headers);
    expect(response.headers.get("content-type")).toBe(
      `${headers.Accept}; charset=utf-8`,
    );
    expect(response.headers.get("vary")).toBe("Accept, Accept-Encoding");
  }
  expect(await (await get("/docs/errors.md")).text()).toBe(read("errors.md"));
  expect(await (await get("/llms.txt")).text()).toBe(read("llms.txt"));
  expect(await (await get("/robots.txt")).text()).toContain(
    `Sitemap: ${page("sitemap.xml")}\n`,
  );
  const sitemap = await (await get("/docs/sitemap.xml")).text();
  const addresses = [...sitemap.matchAll(/<loc>(.*?)<\/loc>/g)];
  expect(addresses).not.toEqual([]);
  for (const [, address = ""] of addresses)
    expect(address).toMatch(`${server.address}/docs/`);
  const feed = await (await get("/docs/changelog.atom")).text();
  expect(feed).toContain(`<link rel="self" href="${page("changelog.atom")}"/>`);
  expect(feed).toMatch(
    /Contacts API 1\.1\.0[^]*<updated>2026-11-22T00:00:00.000Z/,
  );
  const entries = [...feed.matchAll(/what-s-new\.html#([^"<]+)/g)];
  expect(entries).not.toEqual([]);
  const places = idsIn(read("what-s-new.html"));
  for (const [, place] of entries) expect(places).toContain(place);
  const missing = await get("/docs/nothing.html", { Accept: "text/html" });
  expect(missing.status).toBe(404);
  expect(await missing.text()).toEqual(read("404.html"));
  expect(missing.headers.get("content-security-policy")).toContain(
    "frame-ancestors 'none'",
  );
  const deeper = await get("/docs/v1/errors.html", { Accept: "text/html" });
  expect(deeper.status).toBe(200);
  expect(deeper.url).toBe(`${server.address}/docs/errors.html`);
});

test.each([
  { name: "index.html", type: "text/html; charset=utf-8" },
  { name: "docs.js", type: "text/javascript; charset=utf-8" },
  { name: "docs.css", type: "text/css; charset=utf-8" },
  { name: "favicon.svg", type: "image/svg+xml" },
  { name: "types.ts", type: "text/plain; charset=utf-8" },
  { name: "CHANGELOG.md", type: "text/markdown; charset=utf-8" },
  { name: "SHA256SUMS", type: "text/plain; charset=utf-8" },
  { name: "llms.txt", type: "text/plain; charset=utf-8" },
])(
  "$name is served as $type, compressed, with the policy that it states, and in no frame",
  async ({ name, type }) => {
    const { headers } = await fetch(page(name), {
      headers: { "Accept-Encoding": "br" },
    });
    expect(headers.get("content-type")).toBe(type);
    expect(headers.get("content-encoding")).toBe("br");
    const [, policy = "default-src 'none'"] =
      /content="(default-src [^"]*)"/.exec(read(name)) ?? [];
    expect(headers.get("content-security-policy")).toBe(
      `${policy}; frame-ancestors 'none'`,
    );
    expect(headers.get("x-content-type-options")).toBe("nosniff");
    expect(headers.get("referrer-policy")).toBe("no-referrer");
  },
);

test("the contract is offered for download, with checksums", async () => {
  const { version } = (await readContract()).contract.info;
  const downloads = downloadsOf(version);
  for (const [name, { file: source }] of Object.entries(downloads)) {
    expect(read("index.html")).toContain(`href="${name}" download`);
    expect(
      readFileSync(`${folder}/${name}`).equals(readFileSync(source)),
      name,
    ).toBe(true);
  }
  const { stdout } = await promisify(execFile)(
    "sha256sum",
    ["--check", "SHA256SUMS"],
    { cwd: folder },
  );
  expect(stdout).toBe(
    Object.keys(downloads)
      .map((name) => `${name}: OK\n`)
      .join(""),
  );
  const built = Object.keys(downloads).find((name) => name.endsWith(".tgz"));
  expect(read("client.html")).toContain(`/docs/${built}`);
  const client = await fetch(page(built ?? ""));
  const bytes = Buffer.from(await client.arrayBuffer());
  expect(client.status).toBe(200);
  for (const name of ["client.md", "client.es.md"])
    expect(read(name)).toContain(`sha512-${hash("sha512", bytes, "base64")}`);
});

test("a run of the Postman collection succeeds, as ids chain and the address is the server's", async () => {
  const collection: Json = await (await fetch(page("postman.json"))).json();
  const requests: Json[] = collection.item.flatMap((tag: Json) => tag.item);
  expect(requests.map(({ name }) => name).sort()).toEqual(
    operations.map(({ summary }) => summary).sort(),
  );
  const { token } = await credentialsOf(server, "test").token();
  const session = await createMessenger({
    token,
    baseUrl: server.address,
  }).start({ name: "Bruno" });
  const variables = new Map<string, string>(
    collection.variable.map(({ key, value }: Json) => [key, value]),
  );
  expect(variables.get("CONTACTS_BASE_URL")).toBe(server.address);
  variables.set("CONTACTS_API_KEY", await server.key(["*"], "postman"));
  variables.set("MESSENGER_PUBLIC_TOKEN", token);
  variables.set("MESSENGER_VISITOR", session.secret);
  const filled = (text: string) =>
    text.replaceAll(
      /\{\{(\w+)\}\}/g,
      (found, name) => variables.get(name) ?? found,
    );
  const script = collection.event[0].script.exec.join("\n");

  const refused: string[] = [];
  for (const { name, request } of requests) {
    const { method, url, body, header, auth } = request;
    const address = url.variable.reduce(
      (text: string, { key, value }: Json) => text.replace(`:${key}`, value),
      url.raw,
    );
    const headers = new Headers({
      Authorization: `Bearer ${filled(auth.bearer[0].value)}`,
    });
    for (const { key, value, disabled } of header)
      if (!disabled) headers.set(key, value);
    const response = await fetch(filled(address), {
      method,
      headers,
      body: body ? filled(body.raw) : null,
    });
    const json: Json = await response.json();
    // The part of Postman's own interface that the script uses.
    runInNewContext(script, {
      pm: {
        response: { json: () => json },
        collectionVariables: variables,
      },
    });
    if (!response.ok) refused.push(`${name}: ${json.error.code}`);
  }
  // No call creates an article.
  expect(refused).toEqual([
    "Read an article: not_found",
    "Read an article for a visitor: not_found",
  ]);
});
