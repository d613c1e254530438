import { readFileSync, writeFileSync } from "node:fs";
import { buffer } from "node:stream/consumers";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { afterAll, describe, expect, onTestFinished, test } from "vitest";
import { stringify } from "yaml";
import { writeDocsFor } from "../../openapi/docs/docs-of-file.ts";
import { buildScripts } from "../../openapi/docs/scripts.ts";
import { startLocalServer } from "../client/local-server.ts";
import { temporaryFolder } from "../support/folder.ts";
import { absent, launchChromium } from "./chromium.ts";

// The requests that a reader sends from the docs of another API.

const text = { type: "string" };
const responses = { "200": { description: "Done." } };
const bodyOf = (mediaType: string, schema: object) => ({
  requestBody: { required: true, content: { [mediaType]: { schema } } },
});
const form = {
  type: "object",
  required: ["kind"],
  properties: { kind: text, rows: { type: "array", items: text } },
};
const file = { ...text, format: "binary" };
const album = {
  type: "object",
  required: ["title", "cover"],
  properties: {
    title: text,
    cover: file,
    pages: { type: "array", items: file },
  },
};
const parameters = [
  { name: "tags", in: "query", schema: { type: "array", items: text } },
  { name: "X-Row", in: "header", schema: text },
];
const id = { name: "id", in: "path", required: true, schema: text };
const contract = {
  openapi: "3.1.0",
  info: { title: "Depot", version: "1.0.0" },
  components: {
    securitySchemes: {
      login: { type: "http", scheme: "basic" },
      person: { type: "apiKey", in: "query", name: "person" },
    },
  },
  paths: {
    "/plants": {
      get: {
        operationId: "list",
        security: [{ login: [] }],
        parameters,
        responses,
      },
      post: {
        operationId: "plant",
        security: [{ person: [] }],
        ...bodyOf("application/json", form),
        responses,
      },
    },
    "/plants/{id}": {
      delete: { operationId: "fell", parameters: [id], responses },
    },
    "/photo": {
      put: {
        operationId: "photograph",
        ...bodyOf("image/png", file),
        responses,
      },
    },
    "/note": {
      put: { operationId: "note", ...bodyOf("text/plain", text), responses },
    },
    "/form": {
      put: {
        operationId: "fill",
        ...bodyOf("application/x-www-form-urlencoded", form),
        responses,
      },
    },
    "/album": {
      put: {
        operationId: "bind",
        ...bodyOf("multipart/form-data", album),
        responses,
      },
    },
    "/parts": {
      put: {
        operationId: "post",
        ...bodyOf("multipart/form-data", form),
        responses,
      },
    },
  },
};

describe.skipIf(absent)("a reader", async () => {
  const folder = temporaryFolder(afterAll);
  const contractFile = join(folder, "contract.yaml");
  writeFileSync(contractFile, stringify(contract));
  await writeDocsFor(contractFile, folder, {
    scripts: buildScripts,
    redoc: async () => "",
  });
  const browser = await launchChromium();
  afterAll(() => browser.close());

  /** Opens the page of an operation at a server, which records the requests of the reader. */
  async function open(operation: string) {
    const requests: {
      request: string;
      authorization: string | undefined;
      type: string | undefined;
      row: unknown;
      body: string;
    }[] = [];
    const address = await startLocalServer(async (request, response) => {
      const { url = "", method = "", headers } = request;
      if (url.startsWith("/docs/"))
        return response.end(readFileSync(join(folder, url.slice(6))));
      requests.push({
        request: `${method} ${url}`,
        authorization: headers.authorization,
        type: headers["content-type"],
        row: headers["x-row"],
        body: String(await buffer(request)),
      });
      return response.end("Sown.");
    });
    const page = await browser.newPage();
    onTestFinished(() => page.close());
    page.setDefaultTimeout(20_000);
    await page.goto(`${address}/docs/${operation}.html`);
    const edit = page.getByText("Edit the request");
    if (await edit.isVisible()) await edit.click();
    return { page, requests };
  }

  async function send(page: Page): Promise<void> {
    await page.getByRole("button", { name: "Send" }).click();
    await page.getByText("Live: 200").waitFor();
  }

  test("sends a name and a password in UTF-8", async () => {
    const { page, requests } = await open("list");
    await page.getByLabel("Name:password").fill("Begoña:пароль");
    await send(page);
    const sent = Buffer.from("Begoña:пароль").toString("base64");
    expect(requests[0]?.authorization).toBe(`Basic ${sent}`);
  });

  test("sends no key before typing one, lists by their commas, and headers", async () => {
    const { page, requests } = await open("list");
    await page.getByLabel("tags").fill("a b,c");
    await page.getByLabel("X-Row").fill("7");
    await send(page);
    expect(requests).toMatchObject([
      {
        request: "GET /plants?tags=a%20b&tags=c",
        authorization: undefined,
        row: "7",
      },
    ]);
  });

  test("sends a body as it is typed, even if it is no JSON, and again; one response is shown", async () => {
    const { page, requests } = await open("plant");
    await page.getByLabel("Person").fill("a &b");
    await page.getByLabel("Body").fill('{ "kind": ');
    await send(page);
    await page.getByLabel("Body").fill('{ "kind": "rose" }');
    await send(page);
    await expect
      .poll(() => requests.map(({ body }) => body))
      .toEqual(['{ "kind": ', '{ "kind": "rose" }']);
    expect(requests[0]).toMatchObject({
      request: "POST /plants?person=a%20%26b",
      type: "application/json",
    });
    expect(await page.getByText("Live: 200").count()).toBe(1);
    expect(await page.getByLabel("Live response").textContent()).toMatch(
      /^200 in \d+ ms\nSown\.\n/,
    );
  });

  test("sends a file in its media type", async () => {
    const { page, requests } = await open("photograph");
    await page.getByLabel("Body").setInputFiles({
      name: "rose.jpg",
      mimeType: "image/jpeg",
      buffer: Buffer.from("a rose"),
    });
    await send(page);
    expect(requests).toMatchObject([{ type: "image/png", body: "a rose" }]);
  });

  test("sends the files of a form with their content", async () => {
    const { page, requests } = await open("bind");
    const fileOf = (name: string) => ({
      name,
      mimeType: "image/png",
      buffer: Buffer.from(`bytes of ${name}`),
    });
    await page
      .getByLabel("Body")
      .fill('{ "title": "Roses", "place": { "row": 1 }, "cover": "x" }');
    await page
      .getByLabel("cover", { exact: true })
      .setInputFiles(fileOf("rose.png"));
    await page
      .getByLabel("pages", { exact: true })
      .setInputFiles([fileOf("1.png"), fileOf("2.png")]);
    await send(page);
    const [, boundary = ""] = requests[0]?.type?.split("boundary=") ?? [];
    const parts = requests[0]?.body
      .replaceAll(new RegExp(`--${boundary}(--)?\\r\\n`, "g"), "")
      .replaceAll("Content-Disposition: form-data; ", "")
      .trim()
      .split(/\r\n(?=name=)/);
    const type = "Content-Type: image/png";
    expect(parts).toEqual([
      'name="title"\r\n\r\nRoses',
      'name="place"\r\nContent-Type: application/json\r\n\r\n{"row":1}',
      `name="cover"; filename="rose.png"\r\n${type}\r\n\r\nbytes of rose.png`,
      `name="pages"; filename="1.png"\r\n${type}\r\n\r\nbytes of 1.png`,
      `name="pages"; filename="2.png"\r\n${type}\r\n\r\nbytes of 2.png`,
    ]);
  });

  test.each([
    { operation: "note", typed: "true", type: /^text\/plain/, body: /^true$/ },
    {
      operation: "fill",
      typed: '{"kind":"a b","rows":["1","2"]}',
      type: /^application\/x-www-form-urlencoded/,
      body: /^kind=a\+b&rows=1&rows=2$/,
    },
    {
      operation: "post",
      typed: '{"kind":"a b"}',
      type: /^multipart\/form-data; boundary=./,
      body: /name="kind"\r\n\r\na b\r\n/,
    },
  ])(
    "sends the body of $operation in the form of its operation",
    async ({ operation, typed, type, body }) => {
      const { page, requests } = await open(operation);
      await page.getByLabel("Body").fill(typed);
      await send(page);
      expect(requests).toMatchObject([
        {
          type: expect.stringMatching(type),
          body: expect.stringMatching(body),
        },
      ]);
    },
  );

  test("deletes what was confirmed", async () => {
    const { page, requests } = await open("fell");
    page.once("dialog", (dialog) => void dialog.accept());
    await page.getByLabel("id", { exact: true }).fill("r/1");
    await send(page);
    expect(requests).toMatchObject([{ request: "DELETE /plants/r%2F1" }]);
  });

  test("reads that there is no response", async () => {
    const { page } = await open("list");
    await page.route("**/plants", (route) => route.abort());
    await page.getByRole("button", { name: "Send" }).click();
    await page.getByText("Live: No response").waitFor();
    expect(await page.getByLabel("Live response").textContent()).toMatch(
      /^There is no response\. TypeError/,
    );
  });

  test("types a slash into a body, and opens the search by Ctrl+K", async () => {
    const { page } = await open("note");
    const search = page.locator("dialog.search");
    await page.getByLabel("Body").fill("");
    await page.keyboard.press("/");
    expect(await page.getByLabel("Body").inputValue()).toBe("/");
    expect(await search.isVisible()).toBe(false);
    await page.keyboard.press("Control+k");
    expect(await search.isVisible()).toBe(true);
  });
});
