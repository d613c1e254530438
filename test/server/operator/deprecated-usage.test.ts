import { describe, expect, test, vi } from "vitest";
import type { Json } from "../../support/at.ts";
import { run } from "../../support/process.ts";
import { emptyStore, openTestStore } from "../../support/store.ts";
import { credentialsOf, runCommand } from "../../support/world.ts";
import {
  ana,
  deprecatingContract,
  send,
  startDeprecating,
  sunset,
  usesIn,
} from "../deprecating.ts";

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
