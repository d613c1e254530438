import { buildSync } from "esbuild";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { absent, launchChromium } from "./chromium.ts";

const page = JSON.stringify({ data: [{ name: "Ana" }], next_cursor: null, has_more: false });

// Keys are secret, so this is for servers that run a browser's fetch, and for a proxy that adds the key itself.
test.skipIf(absent)("the client works with Chromium's fetch", async () => {
  const seen: (string | undefined)[] = [];
  const server = createServer(({ url, headers }, response) => {
    if (!url?.startsWith("/v1/"))
      return response.writeHead(200, { "Content-Type": "text/html" }).end("<title>page</title>");
    seen.push(headers.authorization);
    if (seen.length === 1) return response.writeHead(502).end();
    return response.writeHead(200, { "Content-Type": "application/json" }).end(page);
  }).listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const browser = await launchChromium();
  onTestFinished(async () => {
    await browser.close();
    server.close();
    server.closeAllConnections();
  });

  const options = { bundle: true, format: "iife", globalName: "client", write: false } as const;
  const [bundle] = buildSync({ ...options, entryPoints: ["client/index.ts"] }).outputFiles;
  const tab = await browser.newPage();
  await tab.goto(address);
  await tab.addScriptTag({ content: bundle?.text ?? "" });
  const names = await tab.evaluate(`(async () => {
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
