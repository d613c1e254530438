import { execFile } from "node:child_process";
import { createHmac } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { promisify } from "node:util";
import { beforeAll, expect, test } from "vitest";
import { contract } from "../support/at.ts";
import { hasCurl } from "../support/curl.ts";
import { everyOperation, examplesOf } from "../support/operation.ts";
import type { TestResponse } from "../support/call.ts";
import { startServer } from "../support/server.ts";
import { creating, credentialsOf } from "../support/world.ts";

const server = await startServer();
const key = await server.key(["*"], "Librería Central");
const credentials = credentialsOf(server, "Librería Central");

/** Ids of the examples → ids of this server. */
const ids = new Map<string, string>();
const withOurIds = (value: object) =>
  JSON.parse(
    [...ids].reduce(
      (text, [theirs, ours]) => text.replaceAll(theirs, ours),
      JSON.stringify(value),
    ),
  );

/**
 * Every documented request body with the response that is documented under the same name; the first
 * one has at least the first response.
 */
const documented = everyOperation.flatMap((operation) => {
  const status = operation.responses["201"] ? 201 : 200;
  const responses = examplesOf(operation.responses[status]);
  return Object.entries(operation.examples).map(([name, body], i) => ({
    name: `${operation.id} ${name}`,
    operation,
    body,
    status,
    response:
      responses[name] ?? (i === 0 ? Object.values(responses)[0] : undefined),
  }));
});

/**
 * Resource → the first documented request that creates one; other requests name it in their paths
 * and bodies.
 */
const creations = new Map<string, (typeof documented)[number]>();
for (const { id, path } of creating) {
  const creation = documented.find(({ operation }) => operation.id === id);
  if (creation && `${path}/{id}` in contract.paths)
    creations.set(path.split("/").at(-1) ?? "", creation);
}
const created = new Map<string, TestResponse>();
beforeAll(async () => {
  for (const { name, operation, body, response } of creations.values()) {
    const given = await server.call(operation.path, {
      key,
      json: withOurIds(body),
    });
    expect(given, name).toMatchObject({ status: 201 });
    created.set(name, given);
    ids.set(idOf(response), idOf(given.body));
  }
});

const idOf = (body: object | undefined) =>
  (body as { data: { id: string } }).data.id;

test.each(documented)(
  "$name is sent, and the response is as documented",
  async ({ name, operation, body, status, response }) => {
    const [, resource = ""] = /(\w+)\/\{id\}/.exec(operation.path) ?? [];
    const path = operation.path.replace(
      "{id}",
      () => ids.get(idOf(creations.get(resource)?.response)) ?? "",
    );
    // A batch creates another contact of these examples.
    let as = name.startsWith("createContact ")
      ? await server.key(["*"], name)
      : key;
    const json = withOurIds(body);
    if (operation.scheme === "messengerPublicToken") {
      const { token, signing_secret } = await credentials.token();
      as = token;
      if ("email_signature_expires_at" in json)
        json.email_signature_expires_at = new Date(
          Date.now() + 60_000,
        ).toISOString();
      if ("email_signature" in json) {
        const { email, email_signature_expires_at: expiry } = json;
        const text = expiry === undefined ? email : `${email}\n${expiry}`;
        json.email_signature = createHmac("sha256", signing_secret)
          .update(text)
          .digest("hex");
      }
    }
    if (operation.scheme === "messengerVisitor")
      as = await credentials.session(
        ids.get(idOf(creations.get("contacts")?.response)),
      );
    const given =
      created.get(name) ??
      (await server.call(path, { key: as, method: operation.method, json }));
    expect(given.status).toBe(status);
    if (!response) return;
    const shown = timeless(withOurIds(response));
    // The example of a change also shows what happened to the row before.
    const changed = Object.keys(shown).filter(
      (name) => operation.method !== "PATCH" || name in json,
    );
    for (const name of changed)
      expect({ [name]: timeless(given.body)[name] }).toEqual({
        [name]: shown[name],
      });
  },
);

/**
 * Removes the values that differ each time: the resource's own id, number, version and secret, all
 * timestamps, and the status of results.
 */
function timeless(response: { data?: unknown }): Record<string, unknown> {
  const {
    id: _,
    number: __,
    secret: ___,
    version: ____,
    results,
    ...rest
  } = response.data as Record<string, unknown>;
  const stable = Object.entries(rest).filter(([name]) => !name.endsWith("_at"));
  const statuses = (results as { status: string }[] | undefined)?.map(
    ({ status }) => status,
  );
  return Object.fromEntries([
    ...stable,
    ...(statuses ? [["results", statuses]] : []),
  ]);
}

const run = promisify(execFile);

/** The commands that the first chapters of the docs show. */
const introduction = readFileSync("openapi/introduction.md", "utf8");
const snippets = [...introduction.matchAll(/```sh\n(curl.*?)```/gs)].map(
  ([, code = ""]) => code,
);

test("the docs show a first call", () => {
  expect(snippets[0]).toContain("/v1/me");
});

test.skipIf(!hasCurl).each(snippets)("%s", async (code) => {
  const env = {
    ...process.env,
    CONTACTS_API_KEY: await server.key(["*"]),
    CONTACTS_BASE_URL: server.address,
  };
  const { stdout } = await run("sh", ["-c", code], { env });
  expect(JSON.parse(stdout)).toHaveProperty("data");
});

const redocly = createRequire(import.meta.url).resolve(
  "@redocly/cli/bin/cli.js",
);

/** The contacts that the shop imports: as many as one request may contain. */
const contacts = Array.from({ length: 100 }, (_, n) => ({
  name: `Cliente ${n}`,
  email: `cliente-${n}@example.com`,
  custom_fields: { shop_id: String(n) },
}));

test.each(readdirSync("openapi/scenarios"))(
  "%s works, step by step",
  async (file) => {
    const { token } = await credentialsOf(server, file).token();
    const inputs = {
      messenger_token: token,
      api_key: await server.key(["*"], file),
      email: "barbara.nunez@example.com",
      contacts,
      since: new Date(Date.now() - 60_000).toISOString(),
    };
    const options = [
      "--input",
      JSON.stringify(inputs),
      "--server",
      `api=${server.address}`,
    ];
    const program = [
      "--import",
      "tsx",
      redocly,
      "respect",
      `openapi/scenarios/${file}`,
      ...options,
    ];
    const respect = run(process.execPath, program, { maxBuffer: 2 ** 26 });
    const { stdout } = await respect.catch(
      (error: { stdout: string }) => error,
    );
    expect(stdout).toMatch(/Workflows: 1 passed, 1 total/);
  },
  300_000,
);
