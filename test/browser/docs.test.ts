import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import type { BrowserContextOptions, Page } from "playwright-core";
import { afterAll, describe, expect, test } from "vitest";
import { operationsOf } from "../../openapi/model/contract.ts";
import { readContract } from "../../openapi/model/read-contract.ts";
import { absent, launchChromium, accessibilityFaults } from "./chromium.ts";
import { build } from "../support/made-once.ts";
import { startServer } from "../support/server.ts";

await build();
const folder = resolve("generated/docs");
const operations = operationsOf((await readContract()).contract).map(
  ({ operation }) => operation,
);
/** The last operation of each tag. */
const lastOperationOfTag = new Map(
  operations.map((operation) => [operation.tags[0], operation]),
);
const file = (name: string) => pathToFileURL(`${folder}/${name}`).href;

describe.skipIf(absent)("in a browser", async () => {
  const server = await startServer();
  const browser = await launchChromium(
    "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",
  );
  afterAll(() => browser.close());
  const page = (name: string) => `${server.address}/docs/${name}`;

  /** Opens an address, lets `visit` use it, and fails when the browser complained of anything. */
  async function visitPage(
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
      if (["error", "warning"].includes(message.type()))
        complaints.push(message.text().slice(0, 300));
    });
    tab.on("pageerror", (error) => complaints.push(error.message));
    try {
      await tab.goto(address, { waitUntil: "networkidle" });
      await visit(tab);
    } finally {
      await tab.close();
    }
    // Redoc's page names a logo of its maker's host, which its policy does not let it load.
    expect(
      complaints.filter((text) => !text.includes("cdn.redoc.ly/redoc/logo")),
    ).toEqual([]);
    return requests.filter((url) => !/^(blob|data):|cdn\.redoc\.ly/.test(url));
  }

  test.each(["index.html", "createContact.html"])(
    "the first view of %s has at most 40 kB",
    async (name) => {
      const tab = await browser.newPage();
      const devtools = await tab.context().newCDPSession(tab);
      await devtools.send("Network.enable");
      let bytes = 0;
      devtools.on(
        "Network.loadingFinished",
        ({ encodedDataLength }) => (bytes += encodedDataLength),
      );
      await tab.goto(page(name), { waitUntil: "networkidle" });
      await tab.close();
      expect(bytes).toBeGreaterThan(10_000);
      expect(bytes).toBeLessThan(40_000);
    },
  );

  test("the docs are read without JavaScript: an operation of each tag, by the menu", async () => {
    await visitPage(
      page(""),
      async (tab) => {
        for (const [tag, { operationId, summary }] of lastOperationOfTag) {
          const link = tab.locator(`#menu a[href="${operationId}.html"]`);
          if (!(await link.isVisible()))
            await tab
              .locator("#menu summary")
              .getByText(tag, { exact: true })
              .click();
          await link.click();
          await tab.waitForURL(page(`${operationId}.html`)); // with its whole menu
          await tab
            .getByRole("heading", { level: 1, name: summary, exact: true })
            .waitFor();
        }
        await tab.goto(page("createContact.html"));
        for (const text of [
          "contacts:write",
          "The email is the deduplication key",
          /^201\b/,
        ])
          expect(await tab.getByText(text).first().isVisible()).toBe(true);
        await tab.locator("summary", { hasText: /^Python$/ }).click();
        expect(await tab.getByText("create_contact.sync(").isVisible()).toBe(
          true,
        );
        await tab.locator("summary", { hasText: /^409$/ }).click();
        expect(await tab.getByText('"conflict"').first().isVisible()).toBe(
          true,
        );
        await tab.emulateMedia({ media: "print" });
        for (const text of ["create_contact.sync(", "contacts.create("])
          expect(
            await tab.getByText(text).first().isVisible(),
            `${text} on paper`,
          ).toBe(true);
      },
      { javaScriptEnabled: false },
    );
  });

  test("a search leads to its place, by keyboard, from a file too", async () => {
    const places = {
      "rate limit": "limits.html#rate-limit",
      "webhook signature": "webhook-signatures.html",
      "verify signature": "webhook-signatures.html#verify-a-signature",
      "409": "errors.html#conflict",
      cursor: "pagination.html",
      idempotency: "retries-and-idempotency.html",
      scopes: "scopes.html",
      q: "listContacts.html#parameter-q",
      retry: "retries-and-idempotency.html",
      createContact: "createContact.html",
      "POST /v1/contacts": "createContact.html",
      sdk: "client.html",
      "npm install": "client.html",
      python: "other-languages-and-tools.html#python",
      postman: "other-languages-and-tools.html",
      "borrar contacto": "deleteContact.html",
      firma: "webhook-signatures.es.html",
      reintentos: "delivery-schedule.es.html",
    };
    await visitPage(file("getTicket.html"), async (tab) => {
      await tab.keyboard.press("/");
      const first = tab.locator(".search li a").first();
      for (const [query, place] of Object.entries(places)) {
        await tab.locator(".search input").selectText();
        await tab.keyboard.type(query);
        await expect
          .poll(() => first.getAttribute("href"), { message: query })
          .toBe(place);
      }
      await tab.keyboard.press("Escape");
      expect(await tab.locator(".search").isVisible()).toBe(false);
      await tab.keyboard.press("/");
      await tab.keyboard.press("Enter");
      await tab.waitForURL(file("") + places.reintentos);
    });
  });

  test("samples have the reader's server, key and values; the key stays for the session and goes nowhere", async () => {
    const requests = await visitPage(
      page("createContact.html"),
      async (tab) => {
        await tab.getByLabel("API key").fill("contacts_live_typed");
        const samples = () =>
          tab.locator('[name="language"] code').allTextContents();
        const [curl, typed, python, go] = await samples();
        expect(curl).toContain(`"${server.address}/v1/contacts"`);
        expect(curl).toContain('"Authorization: Bearer contacts_live_typed"');
        expect(typed).toContain(
          `apiKey: "contacts_live_typed",\n  baseUrl: "${server.address}",`,
        );
        expect(python).toContain(
          `Client("${server.address}", token="contacts_live_typed")`,
        );
        expect(go).toContain(`WithResponses("${server.address}", `);
        expect(go).toContain('"Bearer "+"contacts_live_typed"');
        await tab.locator("summary", { hasText: /^Go$/ }).click();
        await tab.goto(page("listContacts.html"));
        expect(
          await tab
            .locator('details[name="language"][open] > summary')
            .allTextContents(),
        ).toEqual(["Go"]);
        await tab.getByText("Edit the request").click();
        await tab.getByRole("textbox", { name: /^q\b/ }).fill("Bárbara");
        await tab.getByRole("textbox", { name: /^limit\b/ }).fill("10");
        await tab
          .getByRole("textbox", { name: /^custom_fields/ })
          .fill("anual");
        for (const sample of await samples()) {
          expect(sample).toMatch(/B%C3%A1rbara|"Bárbara"/);
          expect(sample).toMatch(/limit(=|: )10\b|Limit: +new\(int32\(10\)\)/);
          expect(sample).toMatch(/custom_?fields.*anual/i);
        }
        for (const sample of await samples())
          expect(sample).toContain("contacts_live_typed");
        expect(
          await tab.evaluate(
            "[localStorage.apiKey, document.cookie, JSON.stringify(localStorage)]",
          ),
        ).toEqual([undefined, "", '{"language":"Go"}']);
      },
    );
    expect(requests.filter((url) => !url.startsWith(server.address))).toEqual(
      [],
    );
  });

  test("samples quote what the reader types, and what lacks a value is shown instead of sent", async () => {
    await visitPage(page("updateContact.html"), async (tab) => {
      const id = tab.getByRole("textbox", { name: "id", exact: true });
      await tab.getByLabel("API key").fill('a"b');
      await tab.getByText("Edit the request").click();
      await id.fill('"ñ/$&');
      await tab.getByRole("textbox", { name: /^If-Match/ }).fill('"it\'s"');
      await tab.getByLabel("Body").fill('{ "name": "$CONTACTS_API_KEY `\'" }');
      const [curl, ...others] = await tab
        .locator('[name="language"] code')
        .allTextContents();
      expect(curl).toContain('Bearer a\\"b"');
      expect(curl).toContain(`-H 'If-Match: "it'\\''s"'`);
      expect(curl).toMatch(
        /\/v1\/contacts\/%22%C3%B1%2F%24%26"[^]*"\$CONTACTS_API_KEY `'\\''"\}'$/,
      );
      for (const sample of others)
        expect(sample).toMatch(/"a\\"b"[^]*"\\"ñ\/\$&"/);
      expect(others).toHaveLength(3);
      for (const sample of others)
        expect(sample).toMatch(
          /(?:If-Match": |if_match=|IfMatch: new\()"\\"it's\\""/,
        );
      expect(others[2]).toContain('{"name": "$CONTACTS_API_KEY \\u0060\'"}`)');
      await id.fill("");
      await tab.getByText("Edit the request").click();
      await tab.getByRole("button", { name: "Send" }).click();
      expect(await id.isVisible()).toBe(true);
    });
  });

  test("a Spanish chapter leads to the English one and back, searches in Spanish, and says what is in English", async () => {
    await visitPage(page("errors.html"), async (tab) => {
      await tab.getByRole("link", { name: "ES", exact: true }).click();
      await tab.getByRole("heading", { level: 1, name: "Errores" }).waitFor();
      expect(await tab.locator("html").getAttribute("lang")).toBe("es");
      expect(
        await tab.locator('link[hreflang="en"]').getAttribute("href"),
      ).toBe("errors.html");
      await tab.keyboard.press("/");
      await tab.keyboard.type("paginación");
      await tab.getByText("resultado(s)").waitFor();
      await tab.keyboard.press("Enter");
      await tab.waitForURL(page("client.es.html#paginacion"));
      await tab
        .locator('#menu a[lang="en"]', { hasText: "en inglés" })
        .getByText("Pagination")
        .click();
      await tab
        .getByRole("heading", { level: 1, name: "Pagination", exact: true })
        .waitFor();
    });
  });

  test("a request is sent from the page, and its response is shown with its headers as the first tab", async () => {
    const key = await server.key(["*"]);
    const requests = await visitPage(
      page("createContact.html"),
      async (tab) => {
        await tab.getByLabel("API key").fill(key);
        await tab.getByRole("button", { name: "Send" }).click();
        await tab.getByText("Live: 201").waitFor();
        expect(await tab.getByLabel("Live response").textContent()).toMatch(
          /^201 in \d+ ms\n\{[^]*"email": "barbara\.nunez@example\.com"[^]*x-request-id: req_/,
        );
        const visibleExamples = tab.locator(
          'details[name="status"] > pre:visible',
        );
        for (const label of await tab
          .locator('details[name="status"] > summary')
          .all()) {
          await label.click();
          expect(
            await visibleExamples.count(),
            await label.innerText(),
          ).toBeGreaterThan(0);
          expect(
            await tab.locator('details[name="status"][open]').count(),
          ).toBe(1);
        }
      },
    );
    expect(requests.filter((url) => !url.startsWith(server.address))).toEqual(
      [],
    );
  });

  test("what is copied, and what cannot be copied or searched, says so for a moment", async () => {
    const tab = await browser.newPage({
      permissions: ["clipboard-read", "clipboard-write"],
    });
    tab.setDefaultTimeout(10_000);
    const copied = () => tab.evaluate("navigator.clipboard.readText()");
    await tab.goto(page("getMe.html"));
    await tab.locator(".endpoint .copy").click();
    await tab.getByText("Copied").waitFor();
    expect(await copied()).toBe(`${server.address}/v1/me`);
    await tab.locator(".tabs .copy").first().click();
    await expect.poll(copied).toMatch(/^curl /);
    await tab.goto(page("errors.es.html"));
    const button = tab.getByRole("link", { name: "Copiar como Markdown" });
    await button.click();
    await tab.getByText("Copiado").waitFor();
    expect(await copied()).toMatch(/^# Errores\n/);
    await button.waitFor();
    await tab.context().setOffline(true);
    await button.click();
    await tab.getByText("No se pudo copiar").waitFor();
    await tab.keyboard.press("/");
    await tab.getByText("No se pudo cargar la búsqueda.").waitFor();
    await tab.context().setOffline(false);
    await tab.keyboard.type("clave");
    await tab.getByText("resultado(s)").waitFor();
    await tab.close();
  });

  test("nothing is deleted before the reader confirms it", async () => {
    const requests = await visitPage(
      page("deleteContact.html"),
      async (tab) => {
        const confirmations: string[] = [];
        tab.once("dialog", (dialog) => {
          confirmations.push(dialog.message());
          void dialog.dismiss();
        });
        await tab.getByText("Edit the request").click();
        await tab
          .getByRole("textbox", { name: "id", exact: true })
          .fill("ct_typed");
        await tab.getByRole("button", { name: "Send" }).click();
        expect(confirmations).toEqual([
          `Send DELETE ${server.address}/v1/contacts/ct_typed? This cannot be undone.`,
        ]);
      },
    );
    expect(requests.filter((url) => url.includes("/v1/"))).toEqual([]);
  });

  test("search and copy work in a browser that may keep nothing", async () => {
    const tab = await browser.newPage();
    tab.setDefaultTimeout(10_000);
    await tab.addInitScript(() => {
      for (const name of ["localStorage", "sessionStorage"])
        Object.defineProperty(globalThis, name, {
          get: () => {
            throw new DOMException("denied", "SecurityError");
          },
        });
    });
    await tab.goto(page("createContact.html"));
    for (const keeper of ["form.send", "#theme"])
      expect(await tab.locator(keeper).isVisible()).toBe(false);
    expect(await tab.locator(".endpoint .copy").isVisible()).toBe(true);
    await tab.keyboard.press("/");
    await tab.keyboard.type("erasure");
    await tab.getByText("found").waitFor();
    await tab.close();
  });

  test("the colours that a reader chooses stay on other pages", async () => {
    await visitPage(page("errors.html"), async (tab) => {
      const background = "getComputedStyle(document.body).backgroundColor";
      const before = await tab.evaluate(background);
      await tab.getByRole("button", { name: "Light or dark" }).click();
      await tab.goto(page("limits.html"));
      expect(await tab.evaluate(background)).not.toBe(before);
    });
  });

  test.each([1440, 390])(
    "axe finds nothing in light and dark: %i pixels wide",
    async (width) => {
      const pages = [
        "index",
        "createContact",
        "contactCreated",
        "errors.es",
        "client",
        "404",
      ];
      for (const name of pages)
        await visitPage(
          page(`${name}.html`),
          async (tab) => {
            await tab.evaluate(
              "document.querySelectorAll('details').forEach((part) => (part.open = true))",
            );
            expect([name, await accessibilityFaults(tab)]).toEqual([name, []]);
            await tab.emulateMedia({ colorScheme: "dark" });
            // Nothing else depends on the colours, and they do not depend on the width.
            if (width > 1000)
              expect([
                name,
                await accessibilityFaults(tab, "cat.color"),
              ]).toEqual([name, []]);
            const wider =
              "document.documentElement.scrollWidth - document.documentElement.clientWidth";
            expect(await tab.evaluate(wider), `${name} scrolls sideways`).toBe(
              0,
            );
          },
          { viewport: { width, height: 844 }, bypassCSP: true },
        );
    },
  );

  test("Tab reaches everything, and each place shows that it has the focus", async () => {
    await visitPage(page("listContacts.html"), async (tab) => {
      const menu = ["#menu a", "#menu summary"];
      const request = [".tabs summary", ".copy", ".send input", ".send button"];
      const expected = new Set([
        ".skip",
        "#search-button",
        ...menu,
        '[href^="#parameter"]',
        ...request,
      ]);
      for (let step = 0; step < 150 && expected.size > 0; step++) {
        await tab.keyboard.press("Tab");
        const focused = tab.locator(":focus");
        expect(
          await tab.evaluate(
            "getComputedStyle(document.activeElement).outlineStyle",
          ),
        ).not.toBe("none");
        for (const place of expected)
          if (
            await focused.evaluate(
              (at, selector) => at.matches(selector),
              place,
            )
          )
            expected.delete(place);
      }
      expect([...expected]).toEqual([]);
    });
  });

  test("Redoc shows every operation and loads no more than its own document, from a file too", async () => {
    const walk = async (tab: Page) => {
      const menu = tab.locator(".menu-content");
      for (const tag of lastOperationOfTag.keys()) {
        await menu.getByText(tag, { exact: true }).click();
        for (const { operationId, summary } of operations.filter(
          ({ tags }) => tags[0] === tag,
        ))
          await menu
            .locator(`a[href$="/${operationId.toLowerCase()}"]`, {
              hasText: summary,
            })
            .waitFor();
      }
    };
    expect(await visitPage(page("redoc.html"), walk)).toEqual([
      page("redoc.html"),
    ]);
    expect(await visitPage(file("redoc.html"))).toEqual([file("redoc.html")]);
  });
});
