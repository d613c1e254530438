import { once } from "node:events";
import { createServer, type AddressInfo } from "node:net";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createClient } from "../../../client/index.ts";
import { readContract } from "../../../openapi/model/read-contract.ts";
import { start, type Program } from "../../support/process.ts";
import { at } from "../../support/at.ts";
import { copyRepository, tools } from "../copy.ts";

const { folder, write, edit } = copyRepository(tools, afterAll);
const program = join(folder, "openapi/mock/main.ts");
const { examples } = (await readContract()).contract.components;
/** The length of the longest name of a custom field. */
const longestFieldName: number = at(
  "/components/schemas/CustomFields/propertyNames/maxLength",
);
let mock: Program;
let address = "";
beforeAll(async () => {
  mock = start(program, ["--watch"], { PORT: "0" }, { atEnd: () => undefined });
  address = (await mock.printed(/Mock of the .+ on (\S+);/))[1] ?? "";
});
afterAll(async () => {
  expect(await mock.end()).toBe(0);
  await expect(fetch(address)).rejects.toThrow("fetch failed");
});

const contact = { name: "Bárbara Núñez", email: "barbara.nunez@example.com" };

test("it shows its address, and a command that works", async () => {
  const [, header = "", url = ""] =
    /curl -H "(.*)" (\S+)$/m.exec(mock.output()) ?? [];
  const [name = "", value = ""] = header.split(": ");
  expect(url.startsWith(address)).toBe(true);
  expect((await fetch(url, { headers: { [name]: value } })).status).toBe(200);
});

test.each<{
  request: string;
  body?: object;
  authorization?: string;
  status: number;
  example: string;
}>([
  {
    request: "a good body",
    body: contact,
    status: 201,
    example: "createContact.201.full",
  },
  {
    request: "an unknown field",
    body: { ...contact, city: "La Plata" },
    status: 422,
    example: "error.422.body",
  },
  {
    request: "a blank name",
    body: { ...contact, name: " " },
    status: 422,
    example: "error.422.body",
  },
  {
    request: "custom fields with a long name",
    body: {
      ...contact,
      custom_fields: { ["x".repeat(longestFieldName + 1)]: "" },
    },
    status: 422,
    example: "error.422.body",
  },
  {
    request: "no key",
    authorization: "",
    status: 401,
    example: "error.401.unauthorized",
  },
])(
  "the mock responds to $request with our example",
  async ({ body, authorization = "Bearer any", status, example }) => {
    const response = await fetch(`${address}/v1/contacts`, {
      method: body === undefined ? "GET" : "POST",
      headers: {
        Authorization: authorization,
        "Content-Type": "application/json",
      },
      body: body === undefined ? null : JSON.stringify(body),
    });
    expect(response.status).toBe(status);
    expect(await response.json()).toEqual(examples[example]?.value);
  },
);

test("an iteration over a list of the mock ends after the page of the example", async () => {
  const { contacts } = createClient({ apiKey: "any", baseUrl: address });
  const { data } = examples["listContacts.200.page"]?.value as {
    data: unknown[];
  };
  expect(await contacts.list().toArray()).toEqual(data);
});

test("with --watch the mock serves each edit of the contract", async () => {
  edit("openapi/openapi.yaml", "  /v1/me:", "  /v1/myself:");
  await mock.printed(/updated operations[^]*Prism is listening/);
  const { status } = await fetch(`${address}/v1/myself`, {
    headers: { Authorization: "Bearer any" },
  });
  expect(status).toBe(200);
});

describe("the mock does not start", () => {
  const failure = async (PORT: string) => {
    const { ended, output } = start(program, [], { PORT });
    return [await ended, output().trim()];
  };

  test("on a port that is in use", async () => {
    const other = createServer().listen(0, "127.0.0.1");
    await once(other, "listening");
    const { port } = other.address() as AddressInfo;
    const message = `Port ${port} is in use. Set PORT to another one, or to 0 for any that is free.`;
    expect(await failure(String(port))).toEqual([1, message]);
    other.close();
  });

  test("on an invalid port", async () => {
    const message = expect.stringContaining(
      "PORT must be a port from 0 to 65535, where 0 picks a free one.",
    );
    expect(await failure("65536")).toEqual([1, message]);
  });

  test("with a contract that is broken", async () => {
    write("openapi/openapi.yaml", "paths: [");
    const reason = expect.stringMatching(
      /^\S+openapi\.yaml is not valid YAML: .* at line 2, column 1$/,
    );
    expect(await failure("0")).toEqual([1, reason]);
  });
});
