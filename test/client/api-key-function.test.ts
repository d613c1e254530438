import { setTimeout as after } from "node:timers/promises";
import { expect, test } from "vitest";
import { createClient, type ClientOptions } from "../../client/index.ts";
import { startServer } from "../support/server.ts";
import { emptyPage, startLocalServer, thrown } from "./local-server.ts";

/** The keys that a server of ours accepts. */
let accepted: string[] = [];
/** The keys that it was sent, since `acceptOnly` was called. */
let sent: string[] = [];
function acceptOnly(...keys: string[]): void {
  accepted = keys;
  sent = [];
}
const unauthorized = JSON.stringify({
  error: { code: "unauthorized", message: "The API key is not valid." },
});
const baseUrl = await startLocalServer((request, response) => {
  const key = String(request.headers.authorization).replace("Bearer ", "");
  sent.push(key);
  if (accepted.includes(key)) response.end(emptyPage);
  else response.writeHead(401).end(unauthorized);
});

/**
 * A client whose key comes from a vault that gives one key after the other, and how often it was
 * asked.
 */
function clientOfVault(keys: string[], options: ClientOptions = {}) {
  let asked = 0;
  const apiKey = async () => {
    await after(5);
    const key = keys[Math.min(asked, keys.length - 1)] ?? "";
    asked++;
    return key;
  };
  acceptOnly(...keys.slice(-1));
  const client = createClient({ apiKey, baseUrl, ...options });
  return { ...client, asked: () => asked };
}

const keyOf = (name: string) => `contacts_live_of_the_vault_${name}`;

test("a key comes from a function, which one client asks once for many calls", async () => {
  const { contacts, withOptions, asked } = clientOfVault([keyOf("1")]);
  await Promise.all([contacts.list(), contacts.list()]);
  await withOptions({ retries: 0 }).contacts.list();
  expect(asked()).toBe(1);
  expect(sent).toEqual([keyOf("1"), keyOf("1"), keyOf("1")]);
});

test("a function that returns its key at once works too", async () => {
  acceptOnly(keyOf("1"));
  await createClient({ apiKey: () => keyOf("1"), baseUrl })
    .me.get()
    .result();
  expect(sent).toEqual([keyOf("1")]);
});

test("after a 401 the function is asked again, and the calls succeed with the new key", async () => {
  const retries: unknown[] = [];
  const { contacts, asked } = clientOfVault([keyOf("old"), keyOf("new")], {
    retries: 0,
    hooks: {
      retry: ({ attempt, response, delay }) =>
        void retries.push([attempt, response?.status, delay]),
    },
  });
  await Promise.all([contacts.list(), contacts.list(), contacts.list()]);
  expect(asked()).toBe(2);
  expect(sent.toSorted()).toEqual([
    ...Array<string>(3).fill(keyOf("new")),
    ...Array<string>(3).fill(keyOf("old")),
  ]);
  expect(retries).toEqual(Array(3).fill([1, 401, 0]));
});

test("a creation is repeated with the new key too, as the server refused it", async () => {
  const server = await startServer();
  const keys = ["contacts_live_of_yesterday", await server.key(["*"])];
  const { contacts } = createClient({
    apiKey: () => keys.shift() ?? "",
    baseUrl: server.address,
  });
  const contact = await contacts.create({ name: "Ana", email: "a@b.example" });
  expect(contact.name).toBe("Ana");
});

test("a call ends with the 401 when the function has no other key, or the other one is refused too", async () => {
  const same = clientOfVault([keyOf("1")]);
  acceptOnly();
  await expect(same.contacts.list()).rejects.toMatchObject({ status: 401 });
  expect(same.asked()).toBe(2);
  expect(sent).toEqual([keyOf("1")]);

  const others = clientOfVault([keyOf("1"), keyOf("2"), keyOf("3")]);
  acceptOnly();
  await expect(others.contacts.list()).rejects.toMatchObject({ status: 401 });
  expect(others.asked()).toBe(2);
  expect(sent).toEqual([keyOf("1"), keyOf("2")]);
});

test("a key that is a text is sent once, whatever the server responds", async () => {
  acceptOnly();
  const { contacts } = createClient({ apiKey: keyOf("1"), baseUrl });
  await expect(contacts.list()).rejects.toMatchObject({ status: 401 });
  expect(sent).toEqual([keyOf("1")]);
});

test.each<{ does: string; apiKey: () => unknown; message: string }>([
  {
    does: "throws",
    apiKey: () => {
      throw new Error("The vault is sealed.");
    },
    message: "The function apiKey failed: The vault is sealed.",
  },
  {
    does: "rejects",
    apiKey: () => Promise.reject(new Error("The vault is sealed.")),
    message: "The function apiKey failed: The vault is sealed.",
  },
  {
    does: "returns nothing",
    apiKey: () => undefined,
    message:
      "The result of the function apiKey must be printable ASCII text without a line break or a space at its end.",
  },
  {
    does: "returns a text that no header can hold",
    apiKey: async () => "contacts_live_\n",
    message:
      "The result of the function apiKey must be printable ASCII text without a line break or a space at its end.",
  },
])(
  "a function that $does is one clear error, and nothing is sent",
  async ({ apiKey, message }) => {
    sent = [];
    const failures: unknown[] = [];
    const { contacts } = createClient({
      apiKey: apiKey as () => string,
      baseUrl,
      hooks: { retry: (retry) => void failures.push(retry) },
    });
    const error = {
      name: "CredentialError",
      code: "credential_failed",
      message: `GET ${baseUrl}/v1/contacts got no key: ${message}`,
    };
    expect(await thrown(contacts.list())).toMatchObject(error);
    expect(await contacts.list().result()).toMatchObject({ ok: false, error });
    expect(sent).toEqual([]);
    expect(failures).toEqual([]);
  },
);

test("a vault that is back is asked again by the next call", async () => {
  acceptOnly(keyOf("1"));
  let asked = 0;
  const { contacts } = createClient({
    apiKey: () => {
      if (asked++ === 0) throw new Error("The vault is sealed.");
      return keyOf("1");
    },
    baseUrl,
  });
  await expect(contacts.list()).rejects.toThrow("The vault is sealed.");
  expect((await contacts.list()).data).toEqual([]);
});

test("a function that never answers ends with the time of the call, or with its signal", async () => {
  const never = () => new Promise<string>(() => undefined);
  const { contacts } = createClient({ apiKey: never, baseUrl });
  await expect(contacts.list({}, { totalTimeout: 20 })).rejects.toThrow(
    "The function apiKey returned no key in time.",
  );
  const stop = new AbortController();
  const call = contacts.list({}, { signal: stop.signal });
  stop.abort(new Error("The user left."));
  await expect(call).rejects.toThrow("The user left.");
});

test("no error and no hook shows a key of a function, nor the one before it", async () => {
  const echo = await startLocalServer((request, response) => {
    const key = String(request.headers.authorization);
    response
      .writeHead(401, { "X-Echo": key })
      .end(JSON.stringify({ error: { code: "unauthorized", message: key } }));
  });
  const seen: unknown[] = [];
  const keys = [keyOf("old"), keyOf("new")];
  const { contacts } = createClient({
    apiKey: () => keys.shift() ?? "",
    baseUrl: echo,
    hooks: {
      request: (request) => void seen.push(JSON.stringify(request)),
      response: async (response) =>
        void seen.push([...response.headers].join(), await response.text()),
    },
  });
  const error = await thrown(contacts.get(keyOf("old")));
  seen.push(String(error), JSON.stringify(error));
  expect(seen.join()).toContain("[apiKey]");
  expect(seen.join()).not.toContain("of_the_vault");
});

test.each([
  { length: 15, shown: true, what: "may be a word" },
  { length: 16, shown: false, what: "is a key" },
])("a text of $length characters $what", async ({ length, shown }) => {
  // Given a server that sends back the key.
  const key = "k".repeat(length);
  const echo = await startLocalServer(({ headers }, response) =>
    response.writeHead(404).end(headers.authorization),
  );
  const { contacts } = createClient({ apiKey: () => key, baseUrl: echo });

  const error = await thrown(contacts.list());

  expect(error).toHaveProperty("body", `Bearer ${shown ? key : "[apiKey]"}`);
});
