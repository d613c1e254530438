import { buildSync } from "esbuild";
import { createServer, type RequestListener } from "node:http";
import type { Page } from "playwright-core";
import { expect, onTestFinished, test } from "vitest";
import { createClient } from "../../client/index.ts";
import { createMessengerToken } from "../../server/auth/messenger-tokens.ts";
import { buildDocs } from "../support/made-once.ts";
import { listenLocally } from "../support/raw.ts";
import { startServer, type TestServer } from "../support/server.ts";
import { absent, accessibilityFaults, launchChromium } from "./chromium.ts";

/** Opens a page of a website of its own, which has a module of the client as `client`. */
async function website(
  entryPoint: string,
  api: RequestListener,
): Promise<Page> {
  const server = createServer((request, response) => {
    if (request.url?.startsWith("/v1/") === true) api(request, response);
    else
      response
        .writeHead(200, { "Content-Type": "text/html" })
        .end("<title>page</title>");
  });
  const address = await listenLocally(server);
  const browser = await launchChromium();
  onTestFinished(() => browser.close());
  const options = {
    bundle: true,
    format: "iife",
    globalName: "client",
    write: false,
  } as const;
  const [bundle] = buildSync({
    ...options,
    entryPoints: [entryPoint],
  }).outputFiles;
  const page = await browser.newPage();
  await page.goto(`http://${address}`);
  await page.addScriptTag({ content: bundle?.text ?? "" });
  return page;
}

// Keys are secret, so this is for servers that run a browser's fetch, and for a proxy that adds the
// key itself.
test.skipIf(absent)("the client works with Chromium's fetch", async () => {
  const seen: (string | undefined)[] = [];
  const list = JSON.stringify({
    data: [{ name: "Ana" }],
    next_cursor: null,
    has_more: false,
  });
  const page = await website("client/index.ts", ({ headers }, response) => {
    seen.push(headers.authorization);
    if (seen.length === 1) response.writeHead(502).end();
    else
      response.writeHead(200, { "Content-Type": "application/json" }).end(list);
  });
  const names = await page.evaluate(`(async () => {
    const options = { apiKey: "contacts_live_x", baseUrl: location.origin };
    try { return client.createClient(options); } catch (error) { if (!/dangerouslyAllowBrowser/.test(error)) throw error; }
    const api = client.createClient({ ...options, dangerouslyAllowBrowser: true });
    const names = [];
    for await (const contact of api.contacts.list()) names.push(contact.name);
    const result = await api.contacts.list({}, { signal: AbortSignal.abort() }).result().catch((reason) => reason.name);
    return [...names, result];
  })()`);
  expect(names).toEqual(["Ana", "AbortError"]);
  expect(seen).toEqual(["Bearer contacts_live_x", "Bearer contacts_live_x"]);
});

/** A messenger token for the pages of an origin. */
async function tokenFor(
  { store, cipher }: TestServer,
  origin: string,
): Promise<string> {
  const tokenOptions = { workspace: "test", origins: [origin] };
  const actor = { by: "tests", command: "keys create" };
  return (await createMessengerToken(store, cipher, tokenOptions, actor)).token;
}

test.skipIf(absent)(
  "a visitor of another origin writes, the team responds, and the visitor reads it",
  async () => {
    const server = await startServer();
    const page = await website("client/messenger.ts", () => undefined);
    const start = async (origin: string) => {
      const options = JSON.stringify({
        token: await tokenFor(server, origin),
        baseUrl: server.address,
      });
      return `client.createMessenger(${options}).start({ name: "Bruno" })`;
    };
    const refused = `${await start("https://shop.example")}.catch(({ status }) => status)`;
    expect(await page.evaluate(refused)).toBe(403);

    const origin = new URL(page.url()).origin;
    const id = await page.evaluate(`(async () => {
    globalThis.session = await ${await start(origin)};
    return (await session.conversations.create({ body: "¿Tienen envíos?" })).id;
  })()`);
    const team = createClient({
      apiKey: await server.key(["*"]),
      baseUrl: server.address,
    });
    await team.conversations.messages.create(String(id), {
      body: "Sí, a todo el país.",
    });
    const read = `session.conversations.messages.list(${JSON.stringify(id)}).then(({ data }) => data.map(({ body }) => body))`;
    expect(await page.evaluate(read)).toEqual([
      "Sí, a todo el país.",
      "¿Tienen envíos?",
    ]);
  },
);

test.skipIf(absent)(
  "on the demo's page a visitor writes, the team responds, and the visitor sees it",
  async () => {
    await buildDocs();
    const server = await startServer();
    const browser = await launchChromium();
    onTestFinished(() => browser.close());
    const page = await browser.newPage({
      bypassCSP: true,
      viewport: { width: 390, height: 844 },
    });
    await page.goto(`${server.address}/docs/messenger-demo.html`);
    await page
      .getByLabel("Messenger token")
      .fill(await tokenFor(server, "https://shop.example"));
    await page.keyboard.press("Enter");
    await page.getByRole("alert").getByText("403").waitFor();
    await page
      .getByLabel("Messenger token")
      .fill(await tokenFor(server, server.address));
    await page.keyboard.press("Enter");
    const messages = page.getByRole("log").locator("p");
    const write = async (message: string) => {
      await page.getByLabel("Your message").fill(message);
      await page.getByRole("button", { name: "Send" }).click();
      await messages.getByText(message).waitFor();
    };
    await write("¿Tienen <b>envíos</b>?");
    const team = createClient({
      apiKey: await server.key(["*"]),
      baseUrl: server.address,
    });
    const [{ id = "" } = {}] = (await team.conversations.list({ limit: 1 }))
      .data;
    const responses = Array.from({ length: 100 }, (_, n) => `Respuesta ${n}.`); // more than a page shows
    for (const body of responses)
      await team.conversations.messages.create(id, { body });
    await messages.getByText("Respuesta 99.").waitFor();
    await write("¡Gracias!");
    const thread = [
      "You: ¿Tienen <b>envíos</b>?",
      ...responses.map((it) => `Team: ${it}`),
      "You: ¡Gracias!",
    ];
    expect(await messages.allTextContents()).toEqual(thread);
    expect(await page.getByRole("alert").textContent()).toBe("");
    expect(await accessibilityFaults(page)).toEqual([]);
  },
);
