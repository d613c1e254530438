import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { writeBundles } from "../../openapi/generate/bundles.ts";
import { command } from "./command.ts";
import type { Json } from "../support/at.ts";

const root = fileURLToPath(new URL("../../", import.meta.url));
const node = [process.execPath, "--import", import.meta.resolve("tsx")] as const;

/** A live server with one workspace that has something of everything, and a server of what may come one day. */
export interface World {
  address: string;
  /** Makes another key of the workspace, or of another one. */
  makeKey: (scopes: string, workspace?: string) => Promise<string>;
  /** Runs a command of the operator, and gives what it printed. */
  operator: (...line: string[]) => Promise<Record<"id" | "key" | "token" | "signing_secret", string>>;
  /** The text of a file that the server publishes, e.g. `/openapi.json`. */
  published: (path: string) => Promise<string>;
  /** What programs are told, as environment variables. */
  env: Record<string, string>;
  /** What the servers send, as it is on the wire: for the questions that are answered by a re-encoded body. */
  sent: { list: unknown; contact: unknown; events: unknown; webhooks: unknown };
  stop: () => Promise<void>;
}

/** What programs create: every letter that an encoding could lose, numbers at the edges, and texts that look like them. */
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

const seeded = ["Portela Uno", "Portela Dos", "Portela Tres"];

/** Starts both servers. `say` prints a line for people. */
export async function startWorld(say: (line: string) => void): Promise<World> {
  say("starting a server with an embedded store");
  writeBundles();
  const folder = mkdtempSync(join(tmpdir(), "portability-"));
  const env = {
    DATA_DIR: join(folder, "data"),
    PORT: "0",
    DATABASE_URL: "",
    REDIS_URL: "",
    LOG_LEVEL: "silent",
    // So that Schemathesis can be many clients.
    TRUST_PROXY: "loopback",
  };
  const operator = async (...line: string[]) =>
    JSON.parse(
      await command(node[0], [...node.slice(1), "server/operator/main.ts", ...line, "--json"], {
        cwd: root,
        env,
      }),
    ) as Record<"id" | "key" | "token" | "signing_secret", string>;
  const makeKey = async (scopes: string, workspace = "portability") =>
    (await operator("keys", "create", "--workspace", workspace, "--new", "--scopes", scopes)).key;
  const { child, address } = await startServer(env);
  const stopServer = async () => {
    child.kill("SIGTERM");
    await once(child, "close");
    rmSync(folder, { recursive: true });
  };
  try {
    const key = await makeKey("*");
    const call = async (path: string, json?: object, method = json ? "POST" : "GET") => {
      const response = await fetch(address + path, {
        method,
        headers: { Authorization: `Bearer ${key}`, "Content-Type": "application/json" },
        body: json ? JSON.stringify(json) : null,
      });
      if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
      return (await response.json()) as Json;
    };
    const contactId = await fill(call, operator);
    const events = await call("/v1/events?limit=100");
    const first = await call("/v1/contacts?q=portela&limit=2");
    const contact = await call(`/v1/contacts/${contactId}`);
    const contract = (await (await fetch(`${address}/openapi.json`)).json()) as Json;
    const webhooks = webhookExamples(contract);
    const examples = join(folder, "webhooks");
    mkdirSync(examples);
    for (const [event, body] of webhooks)
      writeFileSync(join(examples, `${event}.json`), JSON.stringify(body));
    const future = await startFuture(contact.data, events.data);
    return {
      address,
      makeKey,
      operator,
      published: async (path) => {
        const response = await fetch(address + path);
        if (!response.ok) throw new Error(`The server answers ${response.status} for ${path}.`);
        return response.text();
      },
      env: {
        BASE_URL: address,
        FUTURE_URL: future.address,
        API_KEY: key,
        CONTACT_ID: contactId,
        EXAMPLES: examples,
        NAME: created.name,
        CUSTOM_FIELDS: JSON.stringify(created.custom_fields),
      },
      sent: {
        list: [first, await call(`/v1/contacts?q=portela&limit=2&cursor=${first.next_cursor}`)],
        contact: future.contact,
        events: future.events,
        webhooks: webhooks.map(([, body]) => body),
      },
      stop: async () => {
        future.stop();
        await stopServer();
      },
    };
  } catch (error) {
    await stopServer();
    throw error;
  }
}

async function startServer(env: NodeJS.ProcessEnv): Promise<{ child: ChildProcess; address: string }> {
  const child = spawn(node[0], [...node.slice(1), "server/main.ts"], {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  return new Promise((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr])
      stream.on("data", (chunk: Buffer) => {
        output += chunk.toString();
        const [, address] = /Contacts API +(http\S+)/.exec(output) ?? [];
        if (address !== undefined) resolve({ child, address });
      });
    child.once("close", () => reject(new Error(`The server did not start: ${output}`)));
  });
}

/** Makes three contacts, and an event of every type about the first. Returns its id. */
async function fill(
  call: (path: string, json?: object, method?: string) => Promise<Json>,
  operator: (...line: string[]) => Promise<{ id: string }>,
): Promise<string> {
  const ids: string[] = [];
  for (const [i, person] of seeded.entries()) {
    const email = `portela.${i}@example.com`;
    const { tags, custom_fields } = created;
    const { data } = await call("/v1/contacts", { name: person, email, tags, custom_fields });
    ids.push(data.id);
  }
  const [contact_id = ""] = ids;
  const where = ["--workspace", "portability"];
  const conversation = await call("/v1/conversations", { contact_id, subject: "Pedido", body: "Hola" });
  const ticket = await call("/v1/tickets", {
    contact_id,
    conversation_id: conversation.data.id,
    subject: "Factura",
    description: "Falta la factura",
    custom_fields: { order: 4711 },
  });
  await call("/v1/tickets", { contact_id, subject: "Envío", description: "No llegó" });
  await call(`/v1/conversations/${conversation.data.id}/messages`, { body: "¿Y?", author_type: "contact" });
  await operator("operator", "contact", contact_id, "--vip", "true", "--city", "Rosario", ...where);
  await call(`/v1/conversations/${conversation.data.id}`, { status: "closed" }, "PATCH");
  await call(`/v1/tickets/${ticket.data.id}`, { status: "solved" }, "PATCH");
  const text = ["--title", "Facturación", "--body", "# Hola"];
  const article = await operator("operator", "article", ...text, ...where);
  await operator("operator", "publish", article.id, ...where);
  await operator("operator", "unpublish", article.id, ...where);
  await call("/v1/contacts", { name: "Última", email: "ultima@example.com" });
  return contact_id;
}

/** The bodies of the examples of every webhook, by name. */
function webhookExamples(contract: Json): [string, unknown][] {
  const examples = (contract.components?.examples ?? {}) as Record<string, { value: unknown }>;
  const named = Object.values(contract.webhooks ?? {}).flatMap((item: Json) =>
    Object.values(item.post.requestBody.content["application/json"].examples as Record<string, Json>).map(
      (example): [string, unknown] => {
        const [, reference = ""] = /components\/examples\/(.+)$/.exec(example.$ref ?? "") ?? [];
        return [reference || item.post.operationId, examples[reference]?.value ?? example.value];
      },
    ),
  );
  return named.sort(([one], [other]) => (one < other ? -1 : 1));
}

/** A server of what may come: an event of a type that no client knows, a field and values that none knows. */
async function startFuture(contact: object, events: { id: string; type: string }[]) {
  const added = { data: { ...contact, lifecycle: "dormant", source: "carrier_pigeon", shoe_size: 44 } };
  const [first = { id: "", type: "" }] = events;
  const strange = {
    ...first,
    type: "contact.merged",
    data: { object: "merge", into: first.id, parts: [1, "two", { three: 3.5 }] },
  };
  const page = { data: events.toSpliced(1, 0, strange), next_cursor: first.id, has_more: false };
  const server = createServer((request, response) => {
    response.setHeader("Content-Type", "application/json");
    response.end(JSON.stringify(request.url?.startsWith("/v1/events") ? page : added));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return {
    address: `http://127.0.0.1:${port}`,
    events: page,
    contact: added,
    stop: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}
