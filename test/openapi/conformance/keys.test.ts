import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { stringify } from "yaml";
import { temporaryFolder } from "../../support/folder.ts";
import { run } from "../../support/process.ts";
import { runOn } from "./run-on.ts";

// Tests the keys that `npm run conformance` sends to other APIs.

const securitySchemes = {
  site: { type: "apiKey", in: "header", name: "X-Site" },
  person: { type: "apiKey", in: "query", name: "person" },
  seat: { type: "apiKey", in: "cookie", name: "seat" },
};

test("all keys that an operation needs together are sent, and a command repeats them", async () => {
  const { report, received, last } = await runOn(
    {
      security: [{ site: [], person: [], seat: [] }],
      parameters: [
        {
          name: "crumb",
          in: "cookie",
          required: true,
          example: "c1",
          schema: { type: "string" },
        },
        {
          name: "row",
          in: "query",
          required: true,
          example: 1,
          schema: { type: "integer", maximum: 3 },
        },
      ],
    },
    { keys: { site: "a", person: "b &c", seat: "d" }, securitySchemes },
  );
  expect(received[0]?.headers).not.toHaveProperty("x-site");
  expect(last?.url).toBe("/beds?row=1&person=b%20%26c");
  expect(last?.headers).toMatchObject({
    "x-site": "a",
    cookie: "crumb=c1; seat=d",
  });
  const requests = report.findings.map(({ request }) => request);
  expect(requests.join("\n")).not.toContain("b &c");
  expect(requests).toContainEqual(
    expect.stringMatching(
      /\?row=4&person=\$KEY2" -H "X-Site: \$KEY" -b "seat=\$KEY3"/,
    ),
  );
});

test("a name and a password in any script are sent in UTF-8", async () => {
  const login = { type: "http", scheme: "basic" };
  const { last } = await runOn(
    { security: [{ login: [] }] },
    { keys: { login: "Begoña:пароль" }, securitySchemes: { login } },
  );
  const sent = Buffer.from("Begoña:пароль").toString("base64");
  expect(last?.headers.authorization).toBe(`Basic ${sent}`);
});

test("an operation of which a key is missing is not tried, unless another way is open", async () => {
  const keys = { person: "b" };
  const both = await runOn(
    { security: [{ site: [], person: [] }] },
    { keys, securitySchemes },
  );
  expect(both.report.notTried).toEqual([
    {
      operation: "GET /beds",
      why: "It needs a key of site: --key site=KEY.",
    },
  ]);
  const either = await runOn(
    { security: [{ site: [] }, { person: [] }] },
    { keys, securitySchemes },
  );
  expect(either.last?.url).toBe("/beds?person=b");
  const second = await runOn(
    { security: [{ person: [], site: [] }, { person: [] }] },
    { keys, securitySchemes },
  );
  expect(second.last?.url).toBe("/beds?person=b");
});

test("a list is not asked for one element without the key that it needs", async () => {
  const limit = { name: "limit", in: "query", schema: { type: "integer" } };
  const { received, report } = await runOn(
    { security: [{ person: [] }], parameters: [limit] },
    { securitySchemes },
  );
  expect(received).toEqual([]);
  expect(report.notTried).toHaveLength(1);
});

test("headers that OpenAPI ignores are not sent, and a key is sent once", async () => {
  const required = (name: string, location: string, example: string) => ({
    ...{ name, in: location, required: true, example },
    schema: { type: "string" },
  });
  const { last } = await runOn(
    {
      security: [{ person: [] }],
      parameters: [
        required("person", "query", "p1"),
        required("Accept", "header", "text/csv"),
        required("authorization", "header", "Bearer example"),
      ],
    },
    { keys: { person: "b" }, securitySchemes },
  );
  expect(last?.url).toBe("/beds?person=b");
  expect(last?.headers).toMatchObject({ accept: "*/*" });
  expect(last?.headers).not.toHaveProperty("authorization");
});

test("a key may have the sign that separates it from its scheme", async () => {
  const file = join(temporaryFolder(), "contract.yaml");
  const get = {
    security: [{ site: [] }],
    responses: { "200": { description: "Done." } },
  };
  writeFileSync(
    file,
    stringify({
      openapi: "3.1.0",
      info: { title: "Garden", version: "1.0.0" },
      paths: { "/beds": { get } },
      components: { securitySchemes },
    }),
  );
  const sent = new Set<unknown>();
  const server = createServer(({ headers }, response) => {
    sent.add(headers["x-site"]);
    response.writeHead(headers["x-site"] === undefined ? 401 : 200).end();
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  const url = `http://127.0.0.1:${port}`;
  const args = ["--url", url, "--key", "site=a=b==", file];
  await run("openapi/conformance/main.ts", args);
  expect([...sent]).toEqual([undefined, "a=b=="]);
});
