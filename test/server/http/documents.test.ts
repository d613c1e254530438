import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { raw } from "../../support/raw.ts";
import { startServer } from "../../support/server.ts";

const server = await startServer();

test.each([
  { path: "/openapi.yaml", type: "application/yaml" },
  { path: "/openapi.json", type: "application/json" },
  { path: "/openapi-3.0.json", type: "application/json" },
  { path: "/openapi-codegen.json", type: "application/json" },
])(
  "$path is the published contract, which names this server, without a key",
  async ({ path, type }) => {
    const response = await fetch(server.address + path);
    expect(response.headers.get("content-type")).toContain(type);
    // Editors of other origins load the contract by its address.
    expect(response.headers.get("access-control-allow-origin")).toBe("*");
    const published = parse(readFileSync(`generated${path}`, "utf8"));
    expect(parse(await response.text())).toEqual({
      ...published,
      servers: [{ url: "/" }],
    });
  },
);

test("a program finds the contract by the catalog at its fixed address", async () => {
  const response = await fetch(`${server.address}/.well-known/api-catalog`);
  expect(response.headers.get("content-type")).toMatch(
    /^application\/linkset\+json/,
  );
  const contracts = [
    { href: "/openapi.yaml" },
    { href: "/openapi.json" },
    { href: "/openapi-3.0.json" },
    { href: "/openapi-codegen.json" },
  ];
  expect(await response.json()).toMatchObject({
    linkset: [{ "service-desc": contracts }],
  });
  for (const { href } of contracts)
    expect((await fetch(server.address + href)).status).toBe(200);
});

test.each([
  {
    name: "a browser is led to the docs",
    accept: "text/html,application/xhtml+xml,*/*;q=0.8",
    status: 302,
  },
  { name: "curl gets the API's response", accept: "*/*", status: 401 },
  {
    name: "a client of the API gets the API's response",
    accept: "application/json",
    status: 401,
  },
])("at / $name", async ({ accept: Accept, status }) => {
  const response = await fetch(`${server.address}/`, {
    headers: { Accept },
    redirect: "manual",
  });
  expect(response.status).toBe(status);
  expect(response.headers.get("location")).toBe(
    status === 302 ? "docs/" : null,
  );
});

test("what is asked of a document in other ways is ignored or 404, and no fault of ours", async () => {
  const get = (path: string, headers = {}) =>
    fetch(server.address + path, { headers });
  for (const headers of [
    { Range: "bytes=9999999-" },
    { Range: "bytes=0-1" },
    { "If-Match": '"x"' },
  ]) {
    expect((await get("/openapi.json", headers)).status).toBe(200);
  }
  for (const path of [
    "/docs/%",
    "/docs/%00",
    "/docs/..%2fopenapi.json",
    "/docs//",
    "/docs/nothing",
  ]) {
    const response = await get(path);
    // The docs of a fresh clone are not built yet.
    if (response.status === 503)
      for (const name of ["retry-after", "refresh"])
        expect(response.headers.get(name)).toBe("3");
    else
      expect(await response.json()).toMatchObject({
        error: { code: "path_not_found" },
      });
  }
});

test("a document is compressed for those who take it so, and each encoding is another document to a cache", async () => {
  const get = (encoding: string, tag = "") =>
    fetch(`${server.address}/openapi.json`, {
      headers: {
        "Accept-Encoding": encoding,
        "If-None-Match": tag,
        "Cache-Control": "max-age=0",
      },
    });
  const identity = await get("identity");
  const text = await identity.text();
  expect(identity.headers.get("content-encoding")).toBeNull();
  expect(identity.headers.get("vary")).toBe("Accept-Encoding");
  expect(identity.headers.get("cache-control")).toBe("no-cache");
  const tags = new Set([identity.headers.get("etag")]);
  for (const { accepted, sent } of [
    { accepted: "br, gzip", sent: "br" },
    { accepted: "gzip", sent: "gzip" },
    { accepted: "br;q=0, gzip;q=0.5", sent: "gzip" },
  ]) {
    const response = await get(accepted);
    expect(response.headers.get("content-encoding"), accepted).toBe(sent);
    expect(response.headers.get("vary")).toBe("Accept-Encoding");
    expect(Number(response.headers.get("content-length"))).toBeLessThan(
      text.length / 4,
    );
    expect(await response.text()).toBe(text);
    tags.add(response.headers.get("etag"));
    expect(
      (await get(accepted, response.headers.get("etag") ?? "")).status,
    ).toBe(304);
  }
  expect(tags.size).toBe(3);
});

test.each(["a'b", "a(b)", ""])(
  "a document shows the Host %j to nobody, as it could be more than a host",
  async (host) => {
    const text = await raw(
      server.address,
      `GET /robots.txt HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`,
    );
    expect(text).toContain("Sitemap: http://localhost/docs/sitemap.xml\n");
  },
);
