import { describe, expect, test } from "vitest";
import { buildDocs } from "../support/made-once.ts";
import { absent } from "./chromium.ts";
import { openDocs } from "./docs-browser.ts";

await buildDocs();

describe.skipIf(absent)("in a browser", async () => {
  const { server, page, visitPage } = await openDocs();

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
        const filled = await samples();
        expect(filled).toHaveLength(4);
        for (const sample of filled) {
          expect(sample).toContain("contacts_live_typed");
          expect(sample).toMatch(/B%C3%A1rbara|"Bárbara"/);
          expect(sample).toMatch(/limit(=|: )10\b|Limit: +new\(int32\(10\)\)/);
          expect(sample).toMatch(/custom_?fields/i);
          expect(sample).toMatch(/plan.*anual/);
        }
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
        const labels = await tab
          .locator('details[name="status"] > summary')
          .all();
        expect(labels.length).toBeGreaterThan(1);
        for (const label of labels) {
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
});
