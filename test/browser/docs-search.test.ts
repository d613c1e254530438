import { describe, expect, test } from "vitest";
import { buildDocs } from "../support/made-once.ts";
import { absent } from "./chromium.ts";
import { file, openDocs } from "./docs-browser.ts";

await buildDocs();

describe.skipIf(absent)("in a browser", async () => {
  const { server, browser, page, visitPage } = await openDocs();

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

  test("what is copied, and what cannot be copied or searched, says so for a moment", async () => {
    const tab = await browser.newPage({
      permissions: ["clipboard-read", "clipboard-write"],
    });
    tab.setDefaultTimeout(60_000);
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

  test("search and copy work in a browser that may keep nothing", async () => {
    const tab = await browser.newPage();
    tab.setDefaultTimeout(60_000);
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
});
