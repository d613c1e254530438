import { execFileSync } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import type { Commit, Exchange, Shown } from "./fixtures.ts";
import {
  inSource,
  operator,
  type Settings,
  sources,
  startServer,
} from "./released-program.ts";

export const workspace = "acme";
const origin = "https://shop.example";

/** Receives deliveries. */
async function startReceiver() {
  const receiver = createServer((_, response) => response.end("Thank you"));
  receiver.listen(0, "127.0.0.1");
  await once(receiver, "listening");
  const { port } = receiver.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/hook`,
    close: () => receiver.close(),
  };
}

/** The headers of the requests of a key or of a visitor. */
type Headers = Record<string, string>;

const caller =
  (address: string, exchanges: Exchange[]) =>
  (headers: Headers) =>
  async (method: string, path: string, json?: object): Promise<Exchange> => {
    const response = await fetch(address + path, {
      method,
      headers: { ...headers, "content-type": "application/json" },
      ...(json && { body: JSON.stringify(json) }),
    });
    const text = await response.text();
    const body: unknown = text === "" ? null : JSON.parse(text);
    const exchange = { method, path, headers, status: response.status, body };
    if (method === "GET") exchanges.push(exchange);
    else if (!response.ok)
      throw new Error(`${method} ${path}: ${response.status} ${text}`);
    return { ...exchange, ...(json && { json }) };
  };

type Call = ReturnType<ReturnType<typeof caller>>;

/** An element of a list, or a single object. */
interface Element {
  id: string;
  next_attempt_at?: string | null;
  attempts?: unknown[];
}

const dataOf = <Data = Element>({ body }: Exchange): Data =>
  (body as { data: Data }).data;

const create = async (call: Call, path: string, json: object) =>
  dataOf(await call("POST", path, json));

/** Fills a new database by the server and the commands of a commit, and reads what its API shows. */
export async function fill(commit: Commit, settings: Settings): Promise<Shown> {
  const contract = readFileSync(
    join(sources, commit, "openapi/openapi.yaml"),
    "utf8",
  );
  const operate = operator(commit, settings);
  const newKey = ["keys", "create", "--workspace", workspace];
  // From some version on, a workspace is made only when the command says so.
  const isAsked = execFileSync(
    process.execPath,
    ["--import", "tsx", "server/operator/main.ts", "keys"],
    { ...inSource(commit, settings), encoding: "utf8" },
  ).includes("[--new]");
  const { key = "" } = operate(
    ...newKey,
    "--scopes",
    "*",
    ...(isAsked ? ["--new"] : []),
  );
  const { token = "" } = operate(...newKey, "--messenger", "--origins", origin);
  const [published = "", withdrawn = ""] = [
    "Cómo leer tu factura",
    "Retirado",
  ].map((title) => {
    const article = operate(
      "operator",
      "article",
      "--workspace",
      workspace,
      "--title",
      title,
      "--body",
      "Primero, **ábrela**.",
    );
    return article["id"] ?? "";
  });
  for (const id of [published, withdrawn])
    operate("operator", "publish", id, "--workspace", workspace);
  operate("operator", "unpublish", withdrawn, "--workspace", workspace);

  const { address, stop } = await startServer(commit, settings);
  const { url, close } = await startReceiver();
  try {
    const team = { operate, key, token, withdrawn };
    return await use(address, url, team, contract.includes("external_id"));
  } finally {
    await stop();
    close();
  }
}

/** The commands of a commit, and what the team has made by them. */
interface Team {
  operate: ReturnType<typeof operator>;
  key: string;
  token: string;
  /** The id of an article. */
  withdrawn: string;
}

/** Sends requests to a server, and returns what it shows then. */
async function use(
  address: string,
  receiver: string,
  { operate, key, token, withdrawn }: Team,
  hasExternalIds: boolean,
): Promise<Shown> {
  const exchanges: Exchange[] = [];
  const as = caller(address, exchanges);
  const authorization = `Bearer ${key}`;
  const call = as({ authorization });

  const failing = await create(call, "/v1/webhooks", {
    url: "http://127.0.0.1:9/hook",
    events: ["*"],
    description: "Nobody listens",
  });
  const succeeding = await create(call, "/v1/webhooks", {
    url: receiver,
    events: ["contact.created", "contact.updated"],
    description: "Somebody listens",
  });
  const ana = await create(call, "/v1/contacts", {
    name: "Ana Núñez",
    email: "Ana@Example.com",
    ...(hasExternalIds && { external_id: "crm-1" }),
    phone: "+54 11 5555",
    company: "Librería del Sur",
    country: "Argentina",
    tags: ["vip", "ñandú"],
    custom_fields: { plan: "pro", seats: 3 },
  });
  operate(
    "operator",
    "contact",
    ana.id,
    "--workspace",
    workspace,
    "--city",
    "Córdoba",
    "--vip",
    "true",
  );
  const bob = await create(call, "/v1/contacts", {
    name: "Bob",
    email: "bob@example.com",
  });
  const erased = await create(call, "/v1/contacts", {
    name: "Erased Person",
    email: "erased@example.com",
  });
  await call("PATCH", `/v1/contacts/${bob.id}`, { company: "Sur" });
  const conversation = await create(call, "/v1/conversations", {
    contact_id: ana.id,
    subject: "Factura",
    body: "¿Dónde está mi factura?",
  });
  await create(call, `/v1/conversations/${conversation.id}/messages`, {
    author_type: "team",
    body: "Aquí está.",
  });
  const ticket = await create(call, "/v1/tickets", {
    contact_id: ana.id,
    conversation_id: conversation.id,
    subject: "Factura",
    description: "Está mal.",
    priority: "high",
    tags: ["factura"],
    custom_fields: { order: "A-1" },
  });
  await call("PATCH", `/v1/tickets/${ticket.id}`, { status: "pending" });
  const ofErased = await create(call, "/v1/conversations", {
    contact_id: erased.id,
    body: "Bórrenme",
  });
  await call("DELETE", `/v1/contacts/${erased.id}`);
  const replay = await as({ authorization, "idempotency-key": "order-4711" })(
    "POST",
    "/v1/contacts",
    { name: "Carla", email: "carla@example.com" },
  );

  const session = await as({ authorization: `Bearer ${token}`, origin })(
    "POST",
    "/v1/messenger/sessions",
    { name: "Visitor", email: "visitor@example.com" },
  );
  const { secret } = dataOf<{ secret: string }>(session);
  const visitor = as({ authorization: `Bearer ${secret}`, origin });
  const chat = await create(visitor, "/v1/messenger/conversations", {
    body: "Hola",
  });

  const webhooks = [failing, succeeding];
  while (!(await areAllFar(call, webhooks))) await setTimeout(500);
  exchanges.length = 0;
  const lists = ["contacts", "conversations", "tickets", "articles"];
  for (const list of [...lists, "webhooks", "events"])
    for (const { id } of dataOf<Element[]>(
      await call("GET", `/v1/${list}?limit=100`),
    ))
      await call("GET", `/v1/${list}/${id}`);
  await call("GET", `/v1/conversations/${conversation.id}/messages`);
  for (const { id } of webhooks)
    await call("GET", `/v1/webhooks/${id}/deliveries?limit=100`);
  for (const list of ["contacts", "events"]) {
    const path = `/v1/${list}?limit=2`;
    const { body } = await call("GET", path);
    const { next_cursor } = body as { next_cursor: string };
    await call("GET", `${path}&cursor=${encodeURIComponent(next_cursor)}`);
  }
  const paths = [
    "contacts?q=nunez",
    "contacts?tag=vip",
    "articles?q=factura",
    "me",
    `contacts/${erased.id}`,
    `conversations/${ofErased.id}`,
    `articles/${withdrawn}`,
  ];
  for (const path of paths) await call("GET", `/v1/${path}`);
  await visitor("GET", "/v1/messenger/conversations");
  await visitor("GET", `/v1/messenger/conversations/${chat.id}/messages`);
  await visitor("GET", "/v1/messenger/articles");
  return { at: new Date().toISOString(), key, exchanges, replay };
}

/** Checks that each delivery has ended or has its next attempt minutes away, so that nothing changes meanwhile. */
async function areAllFar(call: Call, webhooks: Element[]): Promise<boolean> {
  const soon = Date.now() + 60_000;
  for (const { id } of webhooks) {
    const path = `/v1/webhooks/${id}/deliveries?limit=100`;
    const deliveries = dataOf<Element[]>(await call("GET", path));
    for (const { next_attempt_at, attempts } of deliveries) {
      if (attempts?.length === 0) return false;
      if (next_attempt_at && Date.parse(next_attempt_at) < soon) return false;
    }
  }
  return true;
}
