import { expect, test } from "vitest";
import { at, flat, type Json } from "../../support/at.ts";
import { everyOperation } from "../../support/operation.ts";
import { sessions, startServerForWebsites } from "./website.ts";

const origin = "https://shop.example";
const { server, run, create, start } = await startServerForWebsites();
const website = await create(`${origin},http://localhost:5173`);

/** Sends the preflight request of a browser. */
const preflight = (path: string, from: string, method = "POST") =>
  fetch(server.address + path, {
    method: "OPTIONS",
    headers: { Origin: from, "Access-Control-Request-Method": method },
  });

test.each([
  {
    text: "http://shop.example",
    reason: "http is for localhost only. Write https://shop.ex",
  },
  {
    text: "http://localhost.shop.example",
    reason: "http is for localhost only. Write https://localhost.shop.ex",
  },
  {
    text: "https://shop.example/",
    reason: "browsers send it as https://shop.example.",
  },
  {
    text: "https://shop.example/shop?a#b",
    reason: "browsers send it as https://shop.example.",
  },
  {
    text: "https://Shop.example",
    reason: "browsers send it as https://shop.example.",
  },
  {
    text: "HTTPS://shop.example",
    reason: "browsers send it as https://shop.example.",
  },
  {
    text: "https://shop.example:443",
    reason: "browsers send it as https://shop.example.",
  },
  {
    text: "http://localhost:80",
    reason: "browsers send it as http://localhost.",
  },
  {
    text: "https://me:pw@shop.example",
    reason: "browsers send it as https://shop.example.",
  },
  {
    text: "https:shop.example",
    reason: "browsers send it as https://shop.example.",
  },
  {
    text: "https://ñandú.example",
    reason: "browsers send it as https://xn--and-6ma2c.example.",
  },
  {
    text: "https://2130706433",
    reason: "browsers send it as https://127.0.0.1.",
  },
  {
    text: "https://*.shop.example",
    reason: "no browser sends a *. Write each origin",
  },
  { text: "https://*", reason: "no browser sends a *" },
  { text: "*", reason: "no browser sends a *" },
  { text: "https://%2A.shop.example", reason: "*.shop.example is no host" },
  { text: "https://shop.example.", reason: "shop.example. is no host" },
  { text: "https://.shop.example", reason: ".shop.example is no host" },
  { text: "https://shop$.example", reason: "shop$.example is no host" },
  {
    text: "shop.example",
    reason: "it is no address of a website. Write e.g. https://shop.",
  },
  { text: "shop.example:8080", reason: "it is no address of a website" },
  { text: "//shop.example", reason: "it is no address of a website" },
  { text: "ftp://shop.example", reason: "it is no address of a website" },
  { text: "file:///shop", reason: "it is no address of a website" },
  { text: "null", reason: "any file and any sandboxed frame sends null" },
])("$text is no origin of a website, as $reason", async ({ text, reason }) => {
  await expect(create(text)).rejects.toThrow(
    `--origins: ${text} is no origin: ${reason}`,
  );
});

test("a wrong origin after a valid one is refused too", async () => {
  await expect(create(`${origin},http://blog.shop.example`)).rejects.toThrow(
    "--origins: http://blog.shop.example is no origin",
  );
});

test.each([
  "https://shop.example:8443",
  "https://a_b.shop.example",
  "https://xn--and-6ma2c.example",
  "https://intranet",
  "https://[2001:db8::1]",
  "http://localhost:5173",
  "http://127.0.0.1:3000",
  "http://[::1]:3000",
])("%s is an origin", async (text) => {
  expect(await create(text)).toMatchObject({ origins: [text] });
});

test("pages of the token's origins may call the messenger's paths, and read what they need of the responses", async () => {
  for (const { path, method, scheme, parameters } of everyOperation) {
    const isAllowed = scheme !== "apiKey";
    const { status, headers } = await preflight(
      path.replaceAll(/\{\w+\}/g, "x"),
      origin,
      method,
    );
    expect(status, path).toEqual(isAllowed ? 204 : 401);
    expect(headers.get("access-control-allow-origin")).toBe(
      isAllowed ? "*" : null,
    );
    if (!isAllowed) continue;
    expect(headers.get("access-control-max-age")).toBe("600");
    expect(headers.get("access-control-allow-methods")?.split(", ")).toContain(
      method,
    );
    const ofRequest = parameters
      .filter((it) => it.in === "header")
      .map(({ name }) => name);
    expect(headers.get("access-control-allow-headers")?.split(", ")).toEqual(
      expect.arrayContaining(["Authorization", "Content-Type", ...ofRequest]),
    );
  }
  const promised = everyOperation
    .filter(({ scheme }) => scheme !== "apiKey")
    .flatMap(({ path, method }) =>
      Object.values<Json>(
        at(
          `/paths/${path.replaceAll("/", "~1")}/${method.toLowerCase()}/responses`,
        ),
      ),
    )
    .flatMap((response) => Object.keys(flat(response).headers));
  expect(promised).toContain("Idempotent-Replayed");
  const from = { Origin: origin };
  const good = await start(website.token, from);
  const unknown = await start(
    website.token.replace(/.$/, website.token.endsWith("x") ? "y" : "x"),
    from,
  );
  const wrong = await server.call(sessions, {
    key: website.token,
    json: { name: 1 },
    headers: from,
  });
  expect(good.status).toBe(200);
  expect(unknown.status).toBe(401);
  expect(wrong.status).toBe(422);
  for (const { headers } of [good, unknown, wrong]) {
    expect(headers.get("access-control-allow-origin")).toBe("*");
    const exposed = headers.get("access-control-expose-headers")?.split(", ");
    expect(exposed).toEqual(expect.arrayContaining(["Date", ...promised]));
    expect(headers.get("access-control-allow-credentials")).toBeNull();
  }
});

test("a page reads also that an article is still as it has it", async () => {
  const { secret } = (await start(website.token)).body.data;
  const article = await run(
    "operator article --workspace test --title Envíos --body Gratis",
  );
  await run(`operator publish ${article.id} --workspace test`);
  const path = `/v1/messenger/articles/${article.id}`;
  const read = (headers = {}) =>
    server.call(path, { key: secret, headers: { Origin: origin, ...headers } });
  const etag = (await read()).headers.get("etag");

  const { status, headers } = await read({ "If-None-Match": etag });

  expect(status).toBe(304);
  expect(headers.get("access-control-allow-origin")).toBe("*");
});

test("an OPTIONS request that is no preflight needs a token, as any other request", async () => {
  const headers = { Origin: origin };
  const options = await server.call(sessions, { method: "OPTIONS", headers });
  expect(options.status).toBe(401);
});

test.each([
  "https://evil.example",
  "null",
  "https://shop.example.evil.example",
  "http://shop.example",
])("a page of %s can only read why it is refused", async (other) => {
  expect((await preflight(sessions, other)).status).toBe(204);
  const { secret } = (await start(website.token)).body.data;
  const headers = { Origin: other };
  const attempts = [
    await start(website.token, headers),
    await server.call("/v1/messenger/conversations", {
      key: secret,
      json: { body: "x" },
      headers,
    }),
  ];
  for (const { status, body, headers } of attempts) {
    expect(status).toBe(403);
    expect(body.error.code).toBe("origin_not_allowed");
    expect(headers.get("access-control-allow-origin")).toBe("*");
  }
  expect(
    (await server.call("/v1/messenger/conversations", { key: secret })).body
      .data,
  ).toEqual([]);
});

test("the origins of one website do not open the messenger of another", async () => {
  await create("https://other-shop.example");
  const attempt = await start(website.token, {
    Origin: "https://other-shop.example",
  });
  expect(attempt.status).toBe(403);
  expect(attempt.body.error.code).toBe("origin_not_allowed");
});
