import { spawn } from "node:child_process";
import { on, once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { readContract } from "../../../openapi/model/read-contract.ts";
import { copyRepository } from "../dev/repository.ts";

const copy = mkdtempSync(join(tmpdir(), "contacts-mock-"));
copyRepository(copy);
const read = (name: string) => readFileSync(join(copy, name), "utf8");

/** What `npm run mock` starts. */
const start = (PORT: string, ...args: string[]) =>
  spawn(process.execPath, ["--import", "tsx", join(copy, "openapi/mock/main.ts"), ...args], {
    cwd: copy,
    env: { ...process.env, PORT },
    stdio: ["ignore", "pipe", "pipe"],
  });

const mock = start("0", "--watch");
const said = on(createInterface(mock.stdout), "line");
let firstLine = "";
let address: string;
/** Waits until Prism listens, and gives its address. */
async function listening(): Promise<string> {
  for (let next = await said.next(); !next.done; next = await said.next()) {
    firstLine ||= String(next.value);
    const found = /Prism is listening on (\S+)/.exec(String(next.value))?.[1];
    if (found) return found;
  }
  throw new Error("Prism ended.");
}
beforeAll(async () => {
  address = await listening();
});

/** The last test stops it; this is for when it did not come so far. */
afterAll(() => {
  mock.kill();
  rmSync(copy, { recursive: true });
});

const call = async (method: string, body?: unknown, headers = { Authorization: "Bearer any" }) => {
  const response = await fetch(`${address}/v1/contacts`, {
    method,
    headers: { ...headers, "Content-Type": "application/json" },
    body: body === undefined ? null : JSON.stringify(body),
  });
  return { status: response.status, body: await response.json() };
};
const contact = { name: "Bárbara Núñez", email: "barbara.nunez@example.com" };
const examples = JSON.parse(read("generated/openapi.json")).components.examples;

test("the first line has the address and a command that works", async () => {
  expect(firstLine).toContain(` ${address};`);
  const [, header = "", url = ""] = /curl -H "(.*)" (\S+)$/.exec(firstLine) ?? [];
  const [name = "", value = ""] = header.split(": ");
  expect((await fetch(url, { headers: { [name]: value } })).status).toBe(200);
});

describe("the mock responds", () => {
  test("a listing with our page", async () => {
    expect(await call("GET")).toEqual({ status: 200, body: examples["listContacts.200.page"].value });
  });

  test("a good body with our example of a creation", async () => {
    expect(await call("POST", contact)).toEqual({
      status: 201,
      body: examples["createContact.201.full"].value,
    });
  });

  // Prism has one status for every bad body; the server responds with 400 missing_parameter to those that lack a field.
  test.each<[string, object]>([
    ["an unknown field", { ...contact, city: "La Plata" }],
    ["no email", { name: contact.name }],
    ["a bad email", { ...contact, email: "no" }],
    ["a blank name", { ...contact, name: " " }],
    ["custom fields with a long name", { ...contact, custom_fields: { ["x".repeat(41)]: "" } }],
  ])("a body with %s with our 422", async (_, body) => {
    expect(await call("POST", body)).toEqual({ status: 422, body: examples["error.422.body"].value });
  });

  test("no key with our 401", async () => {
    expect(await call("GET", undefined, { Authorization: "" })).toEqual({
      status: 401,
      body: examples["error.401.unauthorized"].value,
    });
  });
});

// Without the dialect Prism ignores what draft-07 did not know, such as unevaluatedProperties; in the contract
// itself the line would make it ignore all bodies.
test("only the mock's bundle states the dialect", () => {
  expect(read("openapi/openapi.yaml")).not.toContain("jsonSchemaDialect");
  expect(JSON.parse(read("generated/mock/openapi.json"))).toEqual({
    ...JSON.parse(JSON.stringify(readContract().contract)),
    jsonSchemaDialect: "https://json-schema.org/draft/2020-12/schema",
  });
});

test("with --watch it serves each edit of the contract, and stays on the last good one while that is broken", async () => {
  const contract = join(copy, "openapi/openapi.yaml");
  const exampleFile = join(copy, "openapi/examples/contacts.yaml");
  const good = readFileSync(contract, "utf8");
  writeFileSync(contract, "paths: [");
  const [complaint] = await once(createInterface(mock.stderr), "line");
  expect(complaint).toBe("The contract is broken; the mock stays on the last good one.");
  writeFileSync(contract, good);
  writeFileSync(exampleFile, readFileSync(exampleFile, "utf8").replaceAll("Bárbara Núñez", "Nombre Nuevo"));
  await listening();
  const response = await fetch(`${address}/v1/contacts`, { headers: { Authorization: "Bearer any" } });
  expect(await response.text()).toContain("Nombre Nuevo");
}, 120_000);

test("SIGTERM stops it, with Prism", async () => {
  const stopped = once(mock, "exit");
  mock.kill("SIGTERM");
  expect(await stopped).toEqual([0, null]);
  await expect(fetch(address)).rejects.toThrow("fetch failed");
});

describe("it does not start", () => {
  const failure = async (PORT: string) => {
    const child = start(PORT);
    const exited = once(child, "exit");
    const [stderr, stdout] = await Promise.all([text(child.stderr), text(child.stdout)]);
    const [code] = await exited;
    return { code, stderr: stderr.trim(), stdout };
  };

  test("on a port that is in use", async () => {
    const other = createServer().listen(0, "127.0.0.1");
    await once(other, "listening");
    const { port } = other.address() as AddressInfo;
    expect(await failure(String(port))).toEqual({
      code: 1,
      stderr: `Port ${port} is in use. Choose another one, or any: PORT=0 npm run mock`,
      stdout: "",
    });
    other.close();
  });

  test("with a contract that is broken", async () => {
    writeFileSync(join(copy, "openapi/openapi.yaml"), "paths: [");
    const reason = /^Failed to parse API description [^]*\n\nThe line, and more that is wrong: npm run lint$/;
    expect(await failure("0")).toEqual({ code: 1, stderr: expect.stringMatching(reason), stdout: "" });
  });

  test("on what is no port", async () => {
    const { code, stderr } = await failure("65536");
    expect([code, stderr]).toEqual([1, "PORT must be a port from 0 to 65535, where 0 picks a free one."]);
  });
});
