import type { Page } from "playwright-core";
import { afterAll, describe, expect, test } from "vitest";
import { createClient } from "../../client/index.ts";
import { createMessengerToken } from "../../server/auth/messenger-tokens.ts";
import { absent, launchChromium, accessibilityFaults } from "./chromium.ts";
import { build } from "../support/built.ts";
import { startServer } from "../support/server.ts";

describe.skipIf(absent)("the demo of the messenger", async () => {
  await build();
  const server = await startServer();
  const team = createClient({ apiKey: await server.key(["*"]), baseUrl: server.address });
  const browser = await launchChromium();
  afterAll(() => browser.close());

  /** The server's own origin, and the same server under another name, which is another origin. */
  const own = server.address;
  const other = own.replace("127.0.0.1", "localhost");
  const tokenFor = async (origin: string) => {
    const actor = { by: "tests", command: "keys create" };
    const made = { workspace: "test", origins: [origin] };
    return (await createMessengerToken(server.store, server.cipher, made, actor)).token;
  };
  const tokens = { own: await tokenFor(own), other: await tokenFor(other) };

  /** Opens the page at an origin and starts a session with the server. */
  async function start(origin: string, token: string): Promise<Page> {
    const page = await browser.newPage({ colorScheme: "light" });
    page.setDefaultTimeout(10_000);
    await page.goto(`${origin}/docs/messenger-demo.html`);
    await page.getByLabel("Address of the server").fill(own);
    await page.getByLabel("Messenger token").fill(token);
    await page.getByLabel("Your name").fill("Bruno");
    await page.keyboard.press("Enter");
    return page;
  }

  /** Waits until the page says that the server responded with this status, which may also stand in a port. */
  const refusal = (page: Page, status: number) =>
    page
      .getByRole("alert")
      .filter({ hasText: new RegExp(`\\b${status}\\b`) })
      .waitFor();

  test.each([
    ["the server's own origin", own, tokens.own],
    ["another origin of the token", other, tokens.other],
  ])("a visitor writes, the team responds, and the visitor sees it, from %s", async (_, origin, token) => {
    const page = await start(origin, token);
    const log = page.getByRole("log");
    const items = log.getByRole("listitem");
    await page.getByLabel("Your message").fill("¿Tienen <b>envíos</b>?");
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    await items.first().waitFor();

    const [conversation] = (await team.conversations.list({ limit: 1 })).data;
    await team.conversations.messages.create(conversation?.id ?? "", { body: "Sí, a todo el país." });
    await log.getByText("Sí, a todo el país.").waitFor();
    await page.getByLabel("Your message").fill("¡Gracias!");
    await page.getByRole("button", { name: "Send message" }).click();
    await log.getByText("¡Gracias!").waitFor();
    expect(await items.allTextContents()).toEqual([
      "You¿Tienen <b>envíos</b>?",
      "TeamSí, a todo el país.",
      "You¡Gracias!",
    ]);
    expect(await page.getByRole("alert").textContent()).toBe("");
    const kept = "[localStorage.length, sessionStorage.length, document.cookie]";
    expect(await page.evaluate(kept)).toEqual([0, 0, ""]);
    await page.close();
  });

  test("it says why a token is refused", async () => {
    const elsewhere = await start(other, tokens.own);
    await refusal(elsewhere, 403);
    expect(await elsewhere.getByLabel("Your message").isVisible()).toBe(false);
    await elsewhere.close();

    const here = await start(own, tokens.other);
    await refusal(here, 403);
    await here.getByLabel("Messenger token").fill(`contacts_public_${"x".repeat(38)}`);
    await here.getByRole("button", { name: "Start a session" }).click();
    await refusal(here, 401);
    await here.close();
  });

  test.each(["light", "dark"] as const)("axe finds nothing in a conversation: %s", async (scheme) => {
    const context = await browser.newContext({
      bypassCSP: true,
      colorScheme: scheme,
      viewport: { width: 390, height: 844 },
    });
    const page = await context.newPage();
    await page.goto(`${own}/docs/messenger-demo.html`);
    await page.getByLabel("Messenger token").fill("wrong");
    await page.keyboard.press("Enter");
    await refusal(page, 401);
    await page.getByLabel("Messenger token").fill(tokens.own);
    await page.keyboard.press("Enter");
    await page.getByLabel("Your message").fill("Hola");
    await page.getByRole("button", { name: "Send message" }).click();
    await page.getByRole("listitem").first().waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await context.close();
  });
});
