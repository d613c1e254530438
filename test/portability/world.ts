import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { writeBundles } from "../../openapi/generate/bundles.ts";
import { readContract } from "../../openapi/model/read-contract.ts";
import { createKey, type Scope } from "../../server/auth/keys.ts";
import { openEmbedded } from "../../server/store/open/embedded.ts";
import { at, contract, type Json } from "../support/at.ts";
import { listenLocally } from "../support/raw.ts";
import { serve } from "../support/server.ts";
import { fillWorkspace, type Target } from "../support/world.ts";

/**
 * A live server with one workspace that has an object of each kind, and a second server that
 * responds as a later version might: with an event, a field and values that no client knows.
 */
export interface World extends Target {
  /** Creates a key of this workspace, or of the named one. */
  makeKey: (scopes: Scope[], workspace?: string) => Promise<string>;
  /** The text of a file that the server publishes, e.g. `/openapi.json`. */
  published: (path: string) => Promise<string>;
  /** The environment variables of the programs. */
  env: Record<string, string>;
  /**
   * The bodies that the servers send. A program decodes and encodes each body, and a test compares
   * the result with the original.
   */
  sent: {
    list: unknown;
    contact: { data: Json };
    events: unknown;
    webhooks: unknown;
  };
  stop: () => Promise<void>;
}

/**
 * The contact that programs create: letters that an encoding could lose, numbers at the limits
 * of a type, and a text that looks like a number.
 */
export const created = {
  name: "abcdefghijklmnopqrstuvwxyz ABCDEFGHIJKLMNOPQRSTUVWXYZ áéíóúüñ ÁÉÍÓÚÜÑ çãõßøł 李雷 Ωж 😀👩🏽‍💻 'quoted' \"and\" \\ {s}",
  tags: ["mayorista", "vip"],
  custom_fields: {
    largest: 9007199254740991,
    smallest: -9007199254740991,
    beyond_float: 16777217,
    fraction: 0.1,
    text: "9007199254740991",
  },
};

/** Starts both servers in this process, on an embedded store. */
export async function startWorld(): Promise<World> {
  const { contract: written } = await readContract();
  writeBundles(written);
  const folder = mkdtempSync(join(tmpdir(), "portability-"));
  const store = await openEmbedded(join(folder, "data"));
  // The server trusts a local proxy, so that Schemathesis can send requests as many clients.
  const { address, cipher, close } = await serve({
    store,
    trustProxy: "loopback",
  });
  const endings: (() => unknown)[] = [
    close,
    store.close,
    () => rmSync(folder, { recursive: true }),
  ];
  const stop = async () => {
    for (const end of endings) await end();
  };
  try {
    const makeKey = async (scopes: Scope[], workspace = "portability") =>
      (await createKey(store, { workspace, scopes })).key;
    const published = async (path: string, init?: RequestInit) => {
      const response = await fetch(address + path, init);
      if (!response.ok)
        throw new Error(`${path}: ${response.status} ${await response.text()}`);
      return response.text();
    };
    const key = await makeKey(["*"]);
    const headers = {
      Authorization: `Bearer ${key}`,
      "Content-Type": "application/json",
    };
    const call = async (path: string, init?: RequestInit): Promise<Json> =>
      JSON.parse(await published(`/v1/${path}`, { headers, ...init }));

    const texts = ["portela-0", "portela-1", "portela-2"];
    const [rows = {}] = await fillWorkspace(
      { address, store },
      "portability",
      texts,
    );
    const change = (path: string, status: string) =>
      call(path, { method: "PATCH", body: JSON.stringify({ status }) });
    await change(`conversations/${rows["cv"]}`, "closed");
    await change(`tickets/${rows["tk"]}`, "solved");
    const webhooks = webhookExamples();
    const examples = join(folder, "webhooks");
    mkdirSync(examples);
    for (const [name, body] of webhooks)
      writeFileSync(join(examples, `${name}.json`), JSON.stringify(body));
    const contact = await call(`contacts/${rows["ct"]}`);
    const first = await call("contacts?q=portela&limit=2");
    const future = await startFuture(
      contact.data,
      (await call("events?limit=100")).data,
      (end) => endings.unshift(end),
    );
    return {
      address,
      store,
      cipher,
      makeKey,
      published,
      stop,
      env: {
        CONTACTS_BASE_URL: address,
        FUTURE_URL: future.address,
        CONTACTS_API_KEY: key,
        CONTACT_ID: contact.data.id,
        TAKEN_EMAIL: contact.data.email,
        EXAMPLES: examples,
        NAME: created.name,
        CUSTOM_FIELDS: JSON.stringify(created.custom_fields),
      },
      sent: {
        list: [
          first,
          await call(`contacts?q=portela&limit=2&cursor=${first.next_cursor}`),
        ],
        contact: future.contact,
        events: future.events,
        webhooks: webhooks.map(([, body]) => body),
      },
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Returns the name of each webhook with the body of its example. */
const webhookExamples = (): [string, unknown][] =>
  Object.keys(contract.webhooks)
    .sort()
    .map((name) => [
      name,
      at(
        `/webhooks/${name}/post/requestBody/content/application~1json/examples/event`,
      ).value,
    ]);

/** Starts the server that responds as a later version might. */
async function startFuture(
  contact: object,
  events: { id: string; type: string }[],
  atEnd: (close: () => void) => void,
) {
  const contactOfLater = {
    data: {
      ...contact,
      lifecycle: "dormant",
      source: "carrier_pigeon",
      shoe_size: 44,
    },
  };
  const [first = { id: "", type: "" }] = events;
  const unknownEvent = {
    ...first,
    type: "contact.merged",
    data: {
      object: "merge",
      into: first.id,
      parts: [1, "two", { three: 3.5 }],
    },
  };
  const page = {
    data: events.toSpliced(1, 0, unknownEvent),
    next_cursor: first.id,
    has_more: false,
  };
  const server = createServer((request, response) => {
    response.setHeader("Content-Type", "application/json");
    response.end(
      JSON.stringify(
        request.url?.startsWith("/v1/events") ? page : contactOfLater,
      ),
    );
  });
  return {
    address: `http://${await listenLocally(server, atEnd)}`,
    events: page,
    contact: contactOfLater,
  };
}
