import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { operationsOf } from "../../openapi/model/contract.ts";
import { readContract } from "../../openapi/model/read-contract.ts";
import { buildDocs } from "../support/made-once.ts";
import { absent } from "./chromium.ts";
import { file, openDocs } from "./docs-browser.ts";

await buildDocs();
const operations = operationsOf((await readContract()).contract).map(
  ({ operation }) => operation,
);
/** The last operation of each tag. */
const lastOperationOfTag = new Map(
  operations.map((operation) => [operation.tags[0], operation]),
);

describe.skipIf(absent)("in a browser", async () => {
  const { browser, page, visitPage } = await openDocs();

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

  test("the colours that a reader chooses stay on other pages", async () => {
    await visitPage(page("errors.html"), async (tab) => {
      const background = "getComputedStyle(document.body).backgroundColor";
      const before = await tab.evaluate(background);
      await tab.getByRole("button", { name: "Light or dark" }).click();
      await tab.goto(page("limits.html"));
      expect(await tab.evaluate(background)).not.toBe(before);
    });
  });

  test("Redoc shows every operation and loads no more than its own document, from a file too", async () => {
    const walk = async (tab: Page) => {
      const menu = tab.locator(".menu-content");
      for (const tag of lastOperationOfTag.keys()) {
        const links = operations
          .filter(({ tags }) => tags[0] === tag)
          .map(({ operationId, summary }) =>
            menu.locator(`a[href$="/${operationId.toLowerCase()}"]`, {
              hasText: summary,
            }),
          );
        // Redoc opens the tag of the section in view by itself: a click would close it.
        const isOpen = async () => (await links[0]?.isVisible()) === true;
        await expect
          .poll(
            async () => {
              if (!(await isOpen()))
                await menu.getByText(tag, { exact: true }).click();
              return isOpen();
            },
            { interval: 1000 },
          )
          .toBe(true);
        for (const link of links) await link.waitFor();
      }
    };
    expect(await visitPage(page("redoc.html"), walk)).toEqual([
      page("redoc.html"),
    ]);
    expect(await visitPage(file("redoc.html"))).toEqual([file("redoc.html")]);
  });
});
