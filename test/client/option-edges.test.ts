import { describe, expect, test } from "vitest";
import { createClient, type ClientOptions } from "../../client/index.ts";
import { emptyPage, startLocalServer } from "./local-server.ts";

// Each option of the client works at both ends of its range, and is refused one step beyond.

const baseUrl = await startLocalServer((_request, response) => {
  response.end(emptyPage);
});
const apiKey = "contacts_live_x";
const create = (options: Partial<ClientOptions>) =>
  createClient({ apiKey, baseUrl, ...options });

const maxTimer = 2 ** 31 - 1;
const numbers = [
  { name: "retries", from: 0, to: 100 },
  { name: "timeout", from: 1, to: maxTimer },
  { name: "totalTimeout", from: 1, to: maxTimer },
];

describe.each(numbers)("$name", ({ name, from, to }) => {
  test.each([from, to])("takes %d", (value) => {
    expect(() => create({ [name]: value })).not.toThrow();
  });

  test.each([from - 1, to + 1, from + 0.5, NaN, Infinity, String(from)])(
    "refuses %j",
    (value) => {
      expect(() => create({ [name]: value })).toThrow(
        new TypeError(`${name} must be a whole number from ${from} to ${to}.`),
      );
    },
  );

  test.each([from - 1, to + 1])("of one call refuses %d", async (value) => {
    const list = create({}).contacts.list({}, { [name]: value });
    await expect(list).rejects.toThrow(
      `${name} must be a whole number from ${from} to ${to}.`,
    );
  });
});

describe("clientName", () => {
  const longest = "a".repeat(64);
  test.each(["a", "7", "A_.:/-9", longest])("takes %s", (clientName) => {
    expect(() => create({ clientName })).not.toThrow();
  });

  test.each(["", `${longest}a`, "-a", "_a", "a b", "á", "a\n"])(
    "refuses %j",
    (clientName) => {
      expect(() => create({ clientName })).toThrow(
        /^clientName must be 1 to 64 letters, digits and . _ : \/ -/,
      );
    },
  );
});

describe("appName", () => {
  test.each(["a", "!", "~", "My app/1.0"])("takes %s", (appName) => {
    expect(() => create({ appName })).not.toThrow();
  });

  test.each(["", " ", "a ", "é", "\u007f", "\u001f"])(
    "refuses %j",
    (appName) => {
      expect(() => create({ appName })).toThrow(
        "appName must be printable ASCII text without a line break or a space at its end.",
      );
    },
  );
});

test("toArray takes a limit from 1 on, up to the longest list there is", async () => {
  const longest = 2 ** 32 - 1;
  for (const limit of [1, longest]) {
    const rows = await create({}).contacts.list().toArray({ limit });
    expect(rows).toEqual([]);
  }
  for (const limit of [0, longest + 1, 1.5])
    await expect(create({}).contacts.list().toArray({ limit })).rejects.toThrow(
      `limit must be a whole number from 1 to ${longest}.`,
    );
});
