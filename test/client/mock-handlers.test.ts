import { describe, expect, test } from "vitest";
import { createClient } from "../../client/index.ts";
import { mockFetch } from "../../client/testing.ts";
import { thrown } from "./local-server.ts";

describe("mockFetch refuses at once what is no mock", () => {
  test.each<{ name: string; handlers: unknown; message: string }>([
    {
      name: "nothing",
      handlers: undefined,
      message: "mockFetch takes an object such as ",
    },
    {
      name: "a handler that is a response",
      handlers: { "GET /v1/contacts": { status: 200 } },
      message:
        'The handler of "GET /v1/contacts" must be a function that returns a response. It is an Object.',
    },
    {
      name: "a handler that is undefined",
      handlers: { "GET /v1/contacts": undefined },
      message:
        'The handler of "GET /v1/contacts" must be a function that returns a response. It is undefined.',
    },
    {
      name: "no operation",
      handlers: { "/v1/contacts": () => ({ status: 200 }) },
      message:
        'mockFetch takes operations such as "GET /v1/contacts", and not "/v1/contacts".',
    },
  ])("$name", ({ handlers, message }) => {
    expect(() => mockFetch(handlers as object)).toThrow(TypeError);
    expect(() => mockFetch(handlers as object)).toThrow(message);
  });

  test.each<{ name: string; given: unknown }>([
    { name: "nothing", given: undefined },
    { name: "a body alone", given: { data: [] } },
    { name: "a status that is none", given: { status: 2000 } },
    { name: "a status that is no response", given: { status: 199 } },
  ])(
    "a handler that returns $name, without a repetition",
    async ({ given }) => {
      let calls = 0;
      const handler = () => {
        calls++;
        return given as never;
      };
      const { contacts } = createClient({
        apiKey: "contacts_live_x",
        baseUrl: "http://x.test",
        fetch: mockFetch({ "GET /v1/contacts": handler }),
      });
      expect(await thrown(contacts.list())).toEqual(
        new TypeError(
          'The handler of "GET /v1/contacts" must return a response such as { status: 200, body }.',
        ),
      );
      expect(calls).toBe(1);
    },
  );
});
