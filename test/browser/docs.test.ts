import axe from "axe-core";
import { execFile } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import type { BrowserContextOptions, Page } from "playwright-core";
import { afterAll, describe, expect, test } from "vitest";
import { downloads } from "../../openapi/docs/downloads.ts";
import { operationsOf, type Operation } from "../../openapi/model/contract.ts";
import { readContract } from "../../openapi/model/read-contract.ts";
import { absent, launchChromium } from "./chromium.ts";
import { build } from "../support/built.ts";
import { startServer } from "../support/server.ts";

await build();
const folder = resolve("generated/docs");
const names = readdirSync(folder).filter((name) => name.endsWith(".html"));
const read = (name: string) => readFileSync(`${folder}/${name}`, "utf8");
const operations = operationsOf(readContract().contract).map(({ operation }) => {
  const { operationId, summary, tags } = operation as Operation & { summary: string; tags: [string] };
  return { operationId, summary, tag: tags[0] };
});
const file = (name: string) => pathToFileURL(`${folder}/${name}`).href;

const idsIn = (page: string) => [...page.matchAll(/ id="([^"]+)"/g)].map(([, id = ""]) => id);

test("every page has a title of its own, a description and one first heading; every link leads to a place", () => {
  const own = names.filter((name) => name !== "redoc.html");
  const titles = own.map((name) => /<title>([^<]+)<\/title>/.exec(read(name))?.[1]);
  expect(new Set(titles).size).toBe(own.length);
  const ids = new Map(names.map((name) => [name, new Set(idsIn(read(name)))]));
  const dead: string[] = [];
  for (const name of own) {
    const page = read(name);
    expect(page.match(/<h1/g), name).toHaveLength(1);
    expect(page, name).toMatch(/<meta name="description" content="[^"]{10,300}"/);
    expect(idsIn(page).length, `ids of ${name} are unique`).toBe(ids.get(name)?.size);
    for (const [, href = ""] of page.matchAll(/ (?:href|src)="([^"]+)"/g)) {
      const [target = "", id] = href.split("#");
      if (/^(https?|mailto):/.test(target)) continue;
      const isThere = existsSync(`${folder}/${target || name}`);
      if (!isThere || (id && target !== "redoc.html" && !ids.get(target || name)?.has(id)))
        dead.push(`${name} → ${href}`);
    }
  }
  expect(dead).toEqual([]);
  const sitemap = read("sitemap.xml");
  for (const { operationId } of operations) expect(sitemap).toMatch(`/${operationId}.html</loc>`);
});

test("every page stands in llms.txt, as Markdown whose links lead to a place", () => {
  const [, ...linked] = read("llms.txt").split("](");
  const files = linked.map((rest) => rest.slice(0, rest.indexOf(")")));
  for (const { operationId } of operations) expect(files).toContain(`${operationId}.md`);
  const dead = readdirSync(folder)
    .filter((name) => name.endsWith(".md") && name !== "CHANGELOG.md")
    .flatMap((name) => [...read(name).matchAll(/\]\(([\w.-]+)/g)].map(([, href = ""]) => [name, href]))
    .filter(([, href = ""]) => !href.startsWith("http") && !existsSync(`${folder}/${href}`));
  expect(dead).toEqual([]);
});

test("consumers read no patterns and no decisions", () => {
  for (const name of names.filter((page) => page !== "redoc.html")) {
    expect(read(name), name).not.toMatch(/D-\d\d\b|\[\^\\\\?x00/);
  }
});

describe.skipIf(absent)("in a browser", async () => {
  const server = await startServer();
  const browser = await launchChromium("--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1");
  afterAll(() => browser.close());
  const page = (name: string) => `${server.address}/docs/${name}`;

  /** Opens an address, lets `visit` use it, and fails when the browser complained of anything. */
  async function open(
    address: string,
    visit: (page: Page) => Promise<void> = async () => {},
    options: BrowserContextOptions = {},
  ): Promise<string[]> {
    const tab = await browser.newPage({
      colorScheme: "light",
      viewport: { width: 1440, height: 900 },
      ...options,
    });
    tab.setDefaultTimeout(10_000);
    const requests: string[] = [];
    const complaints: string[] = [];
    tab.on("request", (request) => requests.push(request.url()));
    tab.on("console", (message) => {
      if (["error", "warning"].includes(message.type())) complaints.push(message.text().slice(0, 300));
    });
    tab.on("pageerror", (error) => complaints.push(error.message));
    try {
      await tab.goto(address, { waitUntil: "networkidle" });
      await visit(tab);
    } finally {
      await tab.close();
    }
    // Redoc's page names a logo of its maker's host, which its policy does not let it load.
    expect(complaints.filter((text) => !text.includes("cdn.redoc.ly/redoc/logo"))).toEqual([]);
    return requests.filter((url) => !/^(blob|data):|cdn\.redoc\.ly/.test(url));
  }

  test("the first view has at most 40 kB; at 1.6 Mbit/s and a fourth of the processor in the seconds printed", async () => {
    const tab = await browser.newPage();
    const devtools = await tab.context().newCDPSession(tab);
    await devtools.send("Network.enable");
    const throughput = 1.6e6 / 8;
    await devtools.send("Network.emulateNetworkConditions", {
      offline: false,
      latency: 150,
      downloadThroughput: throughput,
      uploadThroughput: throughput,
    });
    await devtools.send("Emulation.setCPUThrottlingRate", { rate: 4 });
    let bytes = 0;
    devtools.on("Network.loadingFinished", ({ encodedDataLength }) => (bytes += encodedDataLength));
    for (const name of ["index.html", "createContact.html"]) {
      bytes = 0;
      await devtools.send("Network.clearBrowserCache");
      await tab.goto(page(name), { waitUntil: "load" });
      await tab.locator("#search-button").waitFor();
      const ready = Number(await tab.evaluate("performance.now()"));
      console.log(`${name}: ${(bytes / 1000).toFixed(1)} kB, ready after ${(ready / 1000).toFixed(2)} s`);
      expect(bytes).toBeGreaterThan(10_000);
      expect(bytes).toBeLessThan(40_000);
    }
    await tab.close();
  });

  test("every operation is read without JavaScript", async () => {
    const options = { javaScriptEnabled: false };
    await open(
      page(""),
      async (tab) => {
        for (const { operationId, summary, tag } of operations) {
          const link = tab.locator(`#menu a[href="${operationId}.html"]`);
          if (!(await link.isVisible()))
            await tab.locator("#menu summary").getByText(tag, { exact: true }).click();
          await link.click();
          await tab.getByRole("heading", { level: 1, name: summary, exact: true }).waitFor();
        }
        await tab.goto(page("createContact.html"));
        for (const text of ["contacts:write", "The email is the deduplication key", "201"])
          expect(await tab.getByText(text).first().isVisible()).toBe(true);
        await tab.locator("label", { hasText: "Python" }).click();
        expect(await tab.getByText("urlopen(request").isVisible()).toBe(true);
        await tab.locator("label", { hasText: "409" }).click();
        expect(await tab.getByText('"conflict"').isVisible()).toBe(true);
      },
      options,
    );
  });

  test.each([
    ["rate limit", "limits.html#rate-limit"],
    ["webhook signature", "webhook-signatures.html"],
    ["verify signature", "webhook-signatures.html#verify-a-signature"],
    ["409", "errors.html#conflict"],
    ["cursor", "pagination.html"],
    ["idempotency", "retries-and-idempotency.html"],
    ["scopes", "scopes.html"],
    ["q", "listContacts.html#parameter-q"],
    ["retry", "retries-and-idempotency.html"],
    ["createContact", "createContact.html"],
    ["sdk", "client.html"],
    ["npm install", "client.html"],
    ["python", "other-languages-and-tools.html"],
    ["postman", "other-languages-and-tools.html"],
    ["borrar contacto", "deleteContact.html"],
    ["firma", "webhook-signatures.es.html"],
    ["reintentos", "delivery-schedule.es.html"],
  ])("a search for %s leads to %s, by keyboard, from a file too", async (query, place) => {
    await open(file("getTicket.html"), async (tab) => {
      await tab.keyboard.press("/");
      await tab.keyboard.type(query);
      await tab.locator(".search li").first().waitFor();
      await tab.keyboard.press("Enter");
      await tab.waitForURL(
        file(place.split("#")[0] ?? "") + (place.includes("#") ? `#${place.split("#")[1]}` : ""),
      );
    });
  });

  test("samples have the reader's server, key and values; the key stays for the session and goes nowhere", async () => {
    const requests = await open(page("createContact.html"), async (tab) => {
      await tab.getByLabel("API key").fill("contacts_live_typed");
      const samples = () => tab.locator('[data-tabs="language"] .panel code').allTextContents();
      const [curl, typed, python, go] = await samples();
      for (const sample of [curl, python, go]) expect(sample).toContain(`"${server.address}/v1/contacts"`);
      expect(curl).toContain('"Authorization: Bearer contacts_live_typed"');
      expect(typed).toContain(`apiKey: "contacts_live_typed",\n  baseUrl: "${server.address}",`);
      expect(python).toContain('"Bearer " + "contacts_live_typed"');
      expect(go).toContain('"Bearer "+"contacts_live_typed"');
      await tab.locator('label[for="language-go"]').click();
      await tab.goto(page("listContacts.html"));
      expect(await tab.locator("#language-go").isChecked()).toBe(true);
      await tab.getByText("Edit the request").click();
      await tab.getByRole("textbox", { name: /^q\b/ }).fill("Bárbara");
      for (const sample of await samples()) expect(sample).toMatch(/B%C3%A1rbara|q: "Bárbara"/);
      for (const sample of await samples()) expect(sample).toContain("contacts_live_typed");
      expect(
        await tab.evaluate("[localStorage.apiKey, document.cookie, JSON.stringify(localStorage)]"),
      ).toEqual([undefined, "", '{"language":"Go"}']);
    });
    expect(requests.filter((url) => !url.startsWith(server.address))).toEqual([]);
  });

  test("a Spanish chapter leads to the English one and back, searches in Spanish, and says what is in English", async () => {
    await open(page("errors.html"), async (tab) => {
      await tab.getByRole("link", { name: "ES", exact: true }).click();
      await tab.getByRole("heading", { level: 1, name: "Errores" }).waitFor();
      expect(await tab.locator("html").getAttribute("lang")).toBe("es");
      expect(await tab.locator('link[hreflang="en"]').getAttribute("href")).toBe("errors.html");
      await tab.keyboard.press("/");
      await tab.keyboard.type("paginación");
      await tab.getByText("resultados").waitFor();
      await tab.keyboard.press("Enter");
      await tab.waitForURL(page("client.es.html#paginacion"));
      await tab.locator('#menu a[href="pagination.es.html"]').click();
      await tab.getByText("todavía no está traducida").waitFor();
      expect(await tab.locator("main .text").getAttribute("lang")).toBe("en");
      await tab.getByRole("link", { name: "EN", exact: true }).click();
      await tab.getByRole("heading", { level: 1, name: "Pagination", exact: true }).waitFor();
    });
  });

  test("a request is sent from the page, and its response shown with its headers", async () => {
    const key = await server.key(["*"]);
    const requests = await open(page("createContact.html"), async (tab) => {
      await tab.getByLabel("API key").fill(key);
      await tab.getByRole("button", { name: "Send" }).click();
      await tab.getByText("Live: 201").waitFor();
      expect(await tab.getByLabel("Live response").textContent()).toMatch(
        /x-request-id: req_[^]*"email": "barbara\.nunez@example\.com"/,
      );
    });
    expect(requests.filter((url) => !url.startsWith(server.address))).toEqual([]);
  });

  test("nothing is deleted before the reader confirms it", async () => {
    const requests = await open(page("deleteContact.html"), async (tab) => {
      tab.once("dialog", (dialog) => void dialog.dismiss());
      await tab.getByRole("button", { name: "Send" }).click();
    });
    expect(requests.filter((url) => url.includes("/v1/"))).toEqual([]);
  });

  test("the colours that a reader chooses stay on other pages", async () => {
    await open(page("errors.html"), async (tab) => {
      const background = "getComputedStyle(document.body).backgroundColor";
      const before = await tab.evaluate(background);
      await tab.locator('label[for="theme-dark"]').click();
      await tab.goto(page("limits.html"));
      expect(await tab.evaluate(background)).not.toBe(before);
    });
  });

  test.each([
    ["light", 1440],
    ["dark", 1440],
    ["light", 390],
    ["dark", 390],
  ] as const)("axe finds nothing serious: %s, %i pixels wide", async (colorScheme, width) => {
    const options = { colorScheme, viewport: { width, height: 844 }, bypassCSP: true };
    const pages = ["index", "createContact", "contactCreated", "errors.es", "client", "404"].map(
      (name) => `${name}.html`,
    );
    for (const name of pages) {
      await open(
        page(name),
        async (tab) => {
          await tab.evaluate("document.querySelectorAll('details').forEach((part) => (part.open = true))");
          await tab.evaluate(axe.source);
          const { violations } = (await tab.evaluate("axe.run()")) as axe.AxeResults;
          const faults = violations.filter(({ impact }) => impact === "serious" || impact === "critical");
          expect(faults.map(({ id, nodes }) => [name, id, nodes[0]?.html])).toEqual([]);
          const wider = "document.documentElement.scrollWidth - document.documentElement.clientWidth";
          expect(await tab.evaluate(wider), `${name} scrolls sideways`).toBe(0);
        },
        options,
      );
    }
  });

  test("Tab reaches everything, and each place shows that it has the focus", async () => {
    await open(page("listContacts.html"), async (tab) => {
      const wanted = new Set(["skip", "search-button", "menu", "parameter", "language-curl", "copy", "send"]);
      for (let step = 0; step < 150 && wanted.size > 0; step++) {
        await tab.keyboard.press("Tab");
        const [what, outline] = (await tab.evaluate(`(() => {
          const at = document.activeElement;
          const shown = at.matches("fieldset > input") ? at.nextElementSibling : at;
          const name = at.className || at.id || (at.closest("#menu") ? "menu" : at.hash?.startsWith("#parameter") ? "parameter" : at.textContent.split(" ")[0].toLowerCase());
          return [name, getComputedStyle(shown).outlineStyle];
        })()`)) as [string, string];
        expect(outline, what).not.toBe("none");
        wanted.delete(what);
      }
      expect([...wanted]).toEqual([]);
    });
  });

  test("the operations of the last release are on one page, which says so and leads to those of today", async () => {
    const { contract } = readContract("openapi/released/openapi.yaml");
    const { version } = contract.info;
    await open(page("what-s-new.html"), async (tab) => {
      await tab.locator(`a[href="version-${version}.html"]`).click();
      await tab.getByRole("heading", { level: 1, name: `Version ${version}` }).waitFor();
      for (const { operation } of operationsOf(contract))
        expect(await tab.locator(`section h2 > a[href="#${operation.operationId}"]`).count()).toBe(1);
      await tab.locator('section a[href="createContact.html"]').first().click();
      await tab.getByRole("heading", { level: 1, name: "Create a contact" }).waitFor();
    });
  });

  test("programs find the contract, the pages as Markdown, and what is new", async () => {
    const get = (path: string, headers = {}) => fetch(server.address + path, { headers });
    for (const headers of [{ Accept: "text/markdown" }, { Accept: "text/html" }]) {
      const response = await get("/docs/errors.html", headers);
      expect(response.headers.get("content-type")).toBe(`${headers.Accept}; charset=utf-8`);
      expect(response.headers.get("vary")).toBe("Accept, Accept-Encoding");
    }
    expect(await (await get("/docs/errors.md")).text()).toBe(read("errors.md"));
    expect(await (await get("/llms.txt")).text()).toBe(read("llms.txt"));
    expect(await (await get("/robots.txt")).text()).toContain(`Sitemap: ${page("sitemap.xml")}\n`);
    const addresses = (await (await get("/docs/sitemap.xml")).text()).matchAll(/<loc>(.*?)<\/loc>/g);
    for (const [, address = ""] of addresses) expect(address).toMatch(`${server.address}/docs/`);
    const feed = await (await get("/docs/changelog.atom")).text();
    expect(feed).toContain(`<link rel="self" href="${page("changelog.atom")}"/>`);
    expect(feed).toMatch(/Contacts API 1\.1\.0[^]*<updated>2026-11-22T00:00:00.000Z/);
    const missing = await get("/docs/nothing.html", { Accept: "text/html" });
    expect([missing.status, await missing.text()]).toEqual([404, read("404.html")]);
  });

  test.each([
    ["index.html", "text/html; charset=utf-8"],
    ["docs.js", "text/javascript; charset=utf-8"],
    ["docs.css", "text/css; charset=utf-8"],
    ["favicon.svg", "image/svg+xml"],
    ["types.ts", "text/plain; charset=utf-8"],
    ["CHANGELOG.md", "text/markdown; charset=utf-8"],
    ["SHA256SUMS", "text/plain; charset=utf-8"],
    ["llms.txt", "text/plain; charset=utf-8"],
  ])(
    "%s is served as %s, compressed, with the policy that it states, and in no frame",
    async (name, type) => {
      const { headers } = await fetch(page(name), { headers: { "Accept-Encoding": "br" } });
      expect(headers.get("content-type")).toBe(type);
      expect(headers.get("content-encoding")).toBe("br");
      const [, policy = "default-src 'none'"] = /content="(default-src [^"]*)"/.exec(read(name)) ?? [];
      expect(headers.get("content-security-policy")).toBe(`${policy}; frame-ancestors 'none'`);
      expect(headers.get("x-content-type-options")).toBe("nosniff");
      expect(headers.get("referrer-policy")).toBe("no-referrer");
    },
  );

  test("the contract is offered for download, with checksums", async () => {
    for (const [name, { file: source }] of Object.entries(downloads)) {
      expect(read("index.html")).toContain(`href="${name}" download`);
      expect(readFileSync(`${folder}/${name}`).equals(readFileSync(source)), name).toBe(true);
    }
    const { stdout } = await promisify(execFile)("sha256sum", ["--check", "SHA256SUMS"], { cwd: folder });
    expect(stdout).toBe(
      Object.keys(downloads)
        .map((name) => `${name}: OK\n`)
        .join(""),
    );
    const { version } = readContract().contract.info;
    const client = await fetch(page(`contacts-client-${version}.tgz`));
    expect(read("client.html")).toContain(`/docs/contacts-client-${version}.tgz`);
    expect(client.status).toBe(200);
  });

  test("Redoc shows every operation and loads no more than its own document, from a file too", async () => {
    const walk = async (tab: Page) => {
      const menu = tab.locator(".menu-content");
      for (const tag of new Set(operations.map((operation) => operation.tag))) {
        await menu.getByText(tag, { exact: true }).click();
        for (const { operationId, summary } of operations.filter((operation) => operation.tag === tag)) {
          await menu.locator(`a[href$="/${operationId.toLowerCase()}"]`, { hasText: summary }).click();
          await tab.locator("h2", { hasText: new RegExp(`^${summary}$`) }).waitFor();
        }
      }
    };
    expect(await open(page("redoc.html"), walk)).toEqual([page("redoc.html")]);
    expect(await open(file("redoc.html"))).toEqual([file("redoc.html")]);
  });

  test("an operation's page leads to the same place in Redoc", async () => {
    await open(page("createContact.html"), async (tab) => {
      await tab.getByRole("link", { name: "The same in Redoc" }).click();
      await tab.locator("h2", { hasText: /^Create a contact$/ }).waitFor();
      expect(new URL(tab.url()).hash).toBe("#/contacts/createcontact");
    });
  });
});
