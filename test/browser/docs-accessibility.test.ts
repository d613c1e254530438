import { describe, expect, test } from "vitest";
import { buildDocs } from "../support/made-once.ts";
import { absent, accessibilityFaults } from "./chromium.ts";
import { openDocs } from "./docs-browser.ts";

await buildDocs();

describe.skipIf(absent)("in a browser", async () => {
  const { page, visitPage } = await openDocs();

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
            expect(await accessibilityFaults(tab), name).toEqual([]);
            await tab.emulateMedia({ colorScheme: "dark" });
            // Nothing else depends on the colours, and they do not depend on the width.
            if (width > 1000)
              expect(await accessibilityFaults(tab, "cat.color"), name).toEqual(
                [],
              );
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
        const reached = await focused.evaluate(
          (at, places) => places.filter((place) => at.matches(place)),
          [...expected],
        );
        for (const place of reached) expected.delete(place);
      }
      expect([...expected]).toEqual([]);
    });
  });
});
