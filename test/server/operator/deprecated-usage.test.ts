import { sql } from "kysely";
import { pino } from "pino";
import { Registry } from "prom-client";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { applyRetention } from "../../../server/boot/retention.ts";
import { loadContract } from "../../../server/contract/load.ts";
import type { Document } from "../../../server/contract/request-check.ts";
import { createValidator } from "../../../server/contract/validator.ts";
import { createMeter } from "../../../server/telemetry/requests.ts";
import type { Json } from "../../support/at.ts";
import { run } from "../../support/process.ts";
import { startServer, type TestServer } from "../../support/server.ts";
import { emptyStore, openTestStore } from "../../support/store.ts";
import { credentialsOf, runCommand } from "../../support/world.ts";

const sunset = "2099-12-31";
const deprecation = {
  deprecated: true,
  "x-deprecated-on": "2026-11-01",
  "x-sunset": sunset,
};

/** Returns the contract with a deprecated operation, deprecated parameters and fields. */
function deprecatingContract(): Document {
  const contract = loadContract();
  const { paths, components } = contract as Json;
  const { schemas, parameters } = components;
  const [q] = paths["/v1/contacts"].get.parameters;
  for (const withoutDay of [q, schemas.Contact.properties.lifecycle])
    withoutDay.deprecated = true;
  for (const deprecated of [
    paths["/v1/tickets"].get,
    parameters.IfNoneMatch,
    schemas.CreateContactRequest.properties.phone,
    schemas.CreateContactRequest.properties.country,
    schemas.BatchContact.properties.company,
    schemas.CreateMessengerConversationRequest.properties.subject,
    schemas.Contact.properties.vip,
  ])
    Object.assign(deprecated, deprecation);
  return contract;
}

const deprecating = deprecatingContract();
const deprecatingValidator = createValidator(deprecating);

/**
 * Starts a server of that contract, or of another one. `operate` runs the operator's command, and
 * `stop` makes the server store the uses that it has counted.
 */
async function startDeprecating(
  now = () => new Date(),
  contract = deprecating,
) {
  const validator =
    contract === deprecating ? deprecatingValidator : createValidator(contract);
  const registry = new Registry();
  const { meter } = createMeter(registry, validator.deprecations.elements);
  const leaving = new AbortController();
  const warnings: string[] = [];
  const log = pino(
    { level: "warn" },
    { write: (line) => void warnings.push(line) },
  );
  const server = await startServer({
    validator,
    meter,
    log,
    leaving: leaving.signal,
    clock: now,
  });
  return {
    ...server,
    registry,
    warnings,
    stop: () => leaving.abort(),
    operate: (...options: string[]) =>
      runCommand(server.store, ["operator", "usage", ...options], {
        contract: () => contract,
      }),
  };
}

/** Sends a request. Does not compare the response with the contract, which is changed here. */
async function send(
  { address }: TestServer,
  key: string,
  path: string,
  { json, headers }: { json?: object; headers?: Record<string, string> } = {},
): Promise<number> {
  const response = await fetch(address + path, {
    method: json === undefined ? "GET" : "POST",
    body: json === undefined ? null : JSON.stringify(json),
    headers: {
      Authorization: `Bearer ${key}`,
      "Content-Type": "application/json",
      ...headers,
    },
  });
  return response.status;
}

const ana = { name: "Ana", email: "ana@example.com" };

/** The uses in the result of the command, without those that nobody has used. */
const usesIn = ({ requests }: Json): { name: string }[] =>
  requests
    .filter(({ workspace }: Json) => workspace !== null)
    .map(({ operation, name, workspace }: Json) => ({
      operation,
      name,
      workspace,
    }));

test("responses of a deprecated operation have the day of the deprecation, and the last second of the operation", async () => {
  const server = await startDeprecating();
  const headers = { Authorization: `Bearer ${await server.key(["*"])}` };
  const headersOf = async (path: string) => {
    const response = await fetch(server.address + path, { headers });
    const { headers: received } = response;
    return [received.get("deprecation"), received.get("sunset")];
  };

  const deprecatedOn = Date.parse("2026-11-01T00:00:00Z") / 1000;
  expect(await headersOf("/v1/tickets")).toEqual([
    `@${deprecatedOn}`,
    "Thu, 31 Dec 2099 23:59:59 GMT",
  ]);
  expect(await headersOf("/v1/tickets?limit=0")).toEqual([
    `@${deprecatedOn}`,
    "Thu, 31 Dec 2099 23:59:59 GMT",
  ]);
  expect(await headersOf("/v1/contacts")).toEqual([null, null]);
});

describe("usage --deprecated", async () => {
  const server = await startDeprecating(() => new Date("2026-11-29T12:00Z"));
  const acme = await server.key(["*"], "acme");
  const otherOfAcme = await server.key(["*"], "acme");
  const globex = await server.key(["*"], "globex");
  const visitor = await credentialsOf(server, "acme").session();

  // These requests count as no use: valid ones without deprecated parameters and fields, though the
  // server fills in their defaults, and an invalid one.
  expect(await send(server, globex, "/v1/contacts")).toBe(200);
  expect(await send(server, acme, "/v1/contacts", { json: ana })).toBe(201);
  const refused = { json: { name: "", email: "-", phone: "1" } };
  expect(await send(server, globex, "/v1/contacts", refused)).toBe(422);

  // And these use an operation, three parameters and three fields.
  for (const key of [acme, otherOfAcme])
    expect(await send(server, key, "/v1/tickets")).toBe(200);
  expect(await send(server, acme, "/v1/contacts?q=ana")).toBe(200);
  const cached = { headers: { "If-None-Match": '"1"' } };
  expect(await send(server, globex, "/v1/articles/ar_0", cached)).toBe(404);
  const joe = { name: "Joe", email: "joe@example.com", phone: null };
  expect(await send(server, globex, "/v1/contacts", { json: joe })).toBe(201);
  const contacts = [ana, { ...ana, company: "Acme" }];
  const batch = { json: { contacts } };
  expect(await send(server, acme, "/v1/contacts/batch", batch)).toBe(200);
  const question = {
    json: { subject: "Hello", body: "Is it open?" },
    headers: { Origin: "https://shop.example" },
  };
  const conversations = "/v1/messenger/conversations";
  expect(await send(server, visitor, conversations, question)).toBe(201);

  server.stop();
  const uses = [
    { operation: "listContacts", name: "query.q", workspace: "acme" },
    { operation: "createContact", name: "body.phone", workspace: "globex" },
    {
      operation: "batchContacts",
      name: "body.contacts[].company",
      workspace: "acme",
    },
    { operation: "listTickets", name: "operation", workspace: "acme" },
    { operation: "listTickets", name: "operation", workspace: "acme" },
    {
      operation: "getArticle",
      name: "header.If-None-Match",
      workspace: "globex",
    },
    {
      operation: "createMessengerConversation",
      name: "body.subject",
      workspace: "acme",
    },
  ];
  const result = await vi.waitFor(
    async () => {
      const report = await server.operate("--deprecated");
      expect(usesIn(report)).toHaveLength(uses.length);
      return report;
    },
    { timeout: 20_000 },
  );
  const metrics = await server.registry.metrics();

  test("shows who sends each deprecated operation, parameter and field", () => {
    expect(usesIn(result)).toEqual(uses);
  });

  test("shows the key and the last day of a use", () => {
    expect(result.requests).toContainEqual({
      operation: "listTickets",
      name: "operation",
      sunset,
      workspace: "acme",
      key: expect.stringMatching(/^key_/),
      key_name: "",
      last_day: "2026-11-29",
    });
  });

  test("shows visitors in the place of a key", () => {
    expect(result.requests).toContainEqual(
      expect.objectContaining({ name: "body.subject", key: "visitors" }),
    );
  });

  test("shows what nobody has used", () => {
    expect(result.requests).toContainEqual({
      operation: "createContact",
      name: "body.country",
      sunset,
      workspace: null,
      key: null,
      key_name: null,
      last_day: null,
    });
  });

  test("lists deprecated parts of responses, of which nobody can know who reads them", () => {
    expect(result.responses).toMatch(/^Nobody can know who reads/);
    expect(result.response_parts).toContainEqual({
      name: "Contact.vip",
      sunset,
    });
  });

  test("shows null for an end that is not announced", () => {
    const query = result.requests.find(({ name }: Json) => name === "query.q");
    expect(query).toHaveProperty("sunset", null);
    expect(result.response_parts).toEqual([
      { name: "Contact.lifecycle", sunset: null },
      { name: "Contact.vip", sunset },
    ]);
  });

  test("shows the uses of one workspace with --workspace", async () => {
    const ofGlobex = await server.operate(
      "--deprecated",
      "--workspace",
      "globex",
    );
    expect(usesIn(ofGlobex)).toEqual(
      uses.filter(({ workspace }) => workspace === "globex"),
    );
  });

  test("is in the metrics as counts, without a caller", () => {
    const counts =
      metrics.match(/^contacts_api_deprecated_uses_total.*/gm) ?? [];
    const labels = (operation: string, name: string) =>
      `contacts_api_deprecated_uses_total{operation="${operation}",name="${name}"}`;
    expect(counts).toContain(`${labels("listTickets", "operation")} 2`);
    expect(counts).toContain(`${labels("createContact", "body.country")} 0`);
    // One of the two requests with a phone was refused.
    expect(counts).toContain(`${labels("createContact", "body.phone")} 1`);
    expect(counts.join("\n")).not.toMatch(/acme|key_|ws_/);
  });
});

test("a deprecated use is kept with its last day, for 400 days", async () => {
  let now = "2026-01-31T23:59Z";
  const server = await startDeprecating(() => new Date(now));
  const key = await server.key(["*"], "acme");
  server.stop(); // from now on each use is written at once
  const lastDays = async () =>
    (await server.operate("--deprecated")).requests
      .map(({ last_day }: Json) => last_day)
      .filter(Boolean);

  await send(server, key, "/v1/tickets");
  await expect.poll(lastDays).toEqual(["2026-01-31"]);
  now = "2026-02-01T00:00Z";
  await send(server, key, "/v1/tickets");
  await expect.poll(lastDays).toEqual(["2026-02-01"]);

  now = "2027-03-07T23:59Z";
  await applyRetention(server.store);
  expect(await lastDays()).toEqual(["2026-02-01"]);
  now = "2027-03-08T00:00Z";
  await applyRetention(server.store);
  expect(await lastDays()).toEqual([]);
});

test("usage --deprecated shows the latest use of an operation first", async () => {
  let now = "2026-01-31T23:59Z";
  const server = await startDeprecating(() => new Date(now));
  const keys = [
    await server.key(["*"], "acme"),
    await server.key(["*"], "globex"),
    await server.key(["*"], "initech"),
  ];
  const shown = async () =>
    usesIn(await server.operate("--deprecated")).map((use: Json) =>
      String(use.workspace),
    );
  server.stop(); // from now on each use is written at once

  for (const [i, day] of ["2026-02-02", "2026-02-03", "2026-02-01"].entries()) {
    now = `${day}T00:00Z`;
    await send(server, keys[i] ?? "", "/v1/tickets");
    await expect.poll(shown).toHaveLength(i + 1);
  }

  expect(await shown()).toEqual(["globex", "acme", "initech"]);
});

test("two fields of one deprecated schema are two uses", async () => {
  const contract = deprecatingContract();
  const { schemas } = (contract as Json).components;
  schemas.OldText = { type: "string", deprecated: true };
  const { properties } = schemas.CreateContactRequest;
  for (const field of ["phone", "company"])
    properties[field] = { $ref: "#/components/schemas/OldText" };
  const server = await startDeprecating(undefined, contract);
  const key = await server.key(["*"], "acme");
  server.stop(); // from now on each use is written at once

  const json = { ...ana, phone: "+54 11 5555 0100", company: "Acme" };
  expect(await send(server, key, "/v1/contacts", { json })).toBe(201);

  const names = async () =>
    usesIn(await server.operate("--deprecated"))
      .map((use) => use.name)
      .sort();
  await expect.poll(names).toEqual(["body.company", "body.phone"]);
});

test("the last day of a deprecated use stays when the clock of the database is set back", async () => {
  let now = "2026-02-01T00:00Z";
  const server = await startDeprecating(() => new Date(now));
  const key = await server.key(["*"], "acme");
  server.stop(); // from now on each use is written at once
  const lastDays = async (): Promise<object> =>
    (await server.operate("--deprecated")).requests
      .filter(({ last_day }: Json) => last_day !== null)
      .map(({ name, last_day }: Json) => [name, last_day]);

  const withPhone = { json: { ...ana, phone: null } };
  await send(server, key, "/v1/contacts", withPhone);
  await expect.poll(lastDays).toEqual([["body.phone", "2026-02-01"]]);
  now = "2026-01-31T23:59Z";
  const joe = { name: "Joe", email: "joe@example.com" };
  const withBoth = { json: { ...joe, phone: null, country: null } };
  await send(server, key, "/v1/contacts", withBoth);

  // One statement writes both uses.
  await expect.poll(lastDays).toEqual([
    ["body.phone", "2026-02-01"],
    ["body.country", "2026-01-31"],
  ]);
});

test("the only deprecated part of a schema that contains itself is shown once", async () => {
  const store = await openTestStore();
  const contract = deprecatingContract();
  const { schemas } = (contract as Json).components;
  const contact = { $ref: "#/components/schemas/Contact" };
  schemas.Contact.properties.referrer = contact;
  delete schemas.Contact.properties.lifecycle.deprecated;

  const { responses, response_parts } = await runCommand(
    store,
    ["operator", "usage", "--deprecated"],
    { contract: () => contract },
  );

  expect(responses).toMatch(/^Nobody can know who reads/);
  expect(response_parts.map(({ name }: Json) => name)).toEqual(["Contact.vip"]);
});

test("when nothing is deprecated, usage --deprecated says so, and how to deprecate", async () => {
  const line = ["operator", "usage", "--deprecated"];
  const env = await emptyStore();
  expect(await run("server/operator/main.ts", line, ".", env)).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(
      /The contract has nothing deprecated\. .*x-sunset: "YYYY-MM-DD"/,
    ),
  });
});

test("usage without a workspace and without --deprecated says what to add", async () => {
  const server = await startDeprecating();
  await expect(server.operate()).rejects.toThrow(
    "Name a workspace: --workspace NAME.",
  );
});

test("a use that cannot be written is a warning in the log, and no request waits for it", async () => {
  const server = await startDeprecating();
  const key = await server.key(["*"], "acme");
  await sql`alter table deprecated_uses rename to elsewhere`.execute(
    server.store.database,
  );
  expect(await send(server, key, "/v1/tickets")).toBe(200);
  await expect
    .poll(() => server.warnings)
    .toEqual([
      expect.stringMatching(
        /relation \\"deprecated_uses\\" does not exist[^]*"msg":"the last day of deprecated uses could not be written"/,
      ),
    ]);
  await sql`alter table elsewhere rename to deprecated_uses`.execute(
    server.store.database,
  );
  server.stop();
  await expect
    .poll(async () => usesIn(await server.operate("--deprecated")))
    .toEqual([
      { operation: "listTickets", name: "operation", workspace: "acme" },
    ]);
});

test("a stop writes the uses of the last seconds", async () => {
  const server = await startDeprecating();
  const key = await server.key(["*"], "acme");
  const uses = async () => usesIn(await server.operate("--deprecated"));
  expect(await send(server, key, "/v1/tickets")).toBe(200);
  await expect.poll(uses).toHaveLength(1);
  vi.useFakeTimers({ toFake: ["setTimeout"] }); // ten seconds never pass
  onTestFinished(() => void vi.useRealTimers());
  const other = await server.key(["*"], "other");
  expect(await send(server, other, "/v1/tickets")).toBe(200);

  server.stop();
  vi.useRealTimers();

  await expect.poll(uses).toHaveLength(2);
});

test("a use that could not be written is written ten seconds later, without another request", async () => {
  const server = await startDeprecating();
  const { database } = server.store;
  const key = await server.key(["*"], "acme");
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  onTestFinished(() => void vi.useRealTimers());
  await sql`alter table deprecated_uses rename to elsewhere`.execute(database);
  expect(await send(server, key, "/v1/tickets")).toBe(200);
  vi.advanceTimersByTime(0);
  await expect.poll(() => server.warnings).toHaveLength(1);
  await sql`alter table elsewhere rename to deprecated_uses`.execute(database);

  vi.advanceTimersByTime(10_000);
  await expect
    .poll(async () => usesIn(await server.operate("--deprecated")))
    .toEqual([
      { operation: "listTickets", name: "operation", workspace: "acme" },
    ]);
});
