import { execFile, spawn, spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { createServer, type IncomingMessage } from "node:http";
import { join, resolve } from "node:path";
import { setTimeout } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createClient } from "../../client/index.ts";
import { reservePort } from "../../openapi/mock/reserve-port.ts";
import { temporaryFolder } from "../support/folder.ts";
import { listenLocally } from "../support/raw.ts";
import { startServer } from "../support/server.ts";

const server = await startServer();
const folder = temporaryFolder(afterAll);

/** Registers what ends a proxy. */
type AtEnd = (end: () => unknown) => void;

/** Starts nginx with `gzip on`, and returns its address. */
async function startNginx(atEnd: AtEnd): Promise<string> {
  const port = await reservePort(0);
  const temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map(
    (kind) => `${kind}_temp_path ${folder}/${kind};`,
  );
  const file = join(folder, "nginx.conf");
  writeFileSync(
    file,
    `daemon off; master_process off; pid ${folder}/pid; error_log stderr;
     events {} http { ${temporary.join(" ")} access_log off;
       gzip on; gzip_proxied any; gzip_min_length 0; gzip_types application/json;
       server { listen 127.0.0.1:${port};
         location / { proxy_pass ${server.address}; proxy_http_version 1.1; } } }`,
  );
  const args = ["-p", folder, "-e", "stderr", "-c", file];
  const nginx = spawn("nginx", args, { stdio: "ignore" });
  atEnd(() => nginx.kill("SIGKILL"));
  const address = `http://127.0.0.1:${port}`;
  const isUp = () =>
    fetch(`${address}/livez`).then(
      () => true,
      () => false,
    );
  while (nginx.exitCode === null && !(await isUp())) await setTimeout(50);
  return address;
}

/** Starts a proxy that compresses, and changes the tag of what it compresses. */
async function startProxy(
  atEnd: AtEnd,
  tagOf: (tag: string) => string,
): Promise<string> {
  const proxy = createServer(async (incoming, outgoing) => {
    const response = await forward(incoming);
    const headers = Object.fromEntries(response.headers);
    delete headers["content-length"];
    const { etag } = headers;
    if (etag !== undefined) headers["etag"] = tagOf(etag);
    if (response.status === 304) return outgoing.writeHead(304, headers).end();
    outgoing.writeHead(response.status, {
      ...headers,
      "content-encoding": "gzip",
    });
    return outgoing.end(gzipSync(await response.text()));
  });
  return `http://${await listenLocally(proxy, atEnd)}`;
}

/** Sends a request of a client to the server. */
async function forward(incoming: IncomingMessage): Promise<Response> {
  const { method = "GET", url = "" } = incoming;
  const { host: _, connection: __, ...headers } = incoming.headers;
  const body = Buffer.concat(await incoming.toArray());
  return fetch(`${server.address}${url}`, {
    method,
    headers: Object.entries(headers).map(([name, value]) => [
      name,
      String(value),
    ]),
    body: body.length > 0 ? body : null,
  });
}

const proxies = [
  {
    name: "nginx",
    isHere: spawnSync("nginx", ["-v"]).error === undefined,
    start: startNginx,
    tag: /^W\/"[^"]+"$/,
  },
  {
    name: "a proxy that makes tags weak, as Cloudflare does",
    isHere: true,
    start: (atEnd: AtEnd) => startProxy(atEnd, (tag) => `W/${tag}`),
    tag: /^W\/"[^"]+"$/,
  },
  {
    name: "a proxy that adds its encoding, as Apache does",
    isHere: true,
    start: (atEnd: AtEnd) =>
      startProxy(atEnd, (tag) => tag.replace(/"$/, '-gzip"')),
    tag: /^"[^"]+-gzip"$/,
  },
];

/** The program of the README that changes an object only as it was read. */
const program = programsIn(readFileSync("client/README.md", "utf8")).find(
  (each) => each.includes("ifMatch: "),
);
const client = pathToFileURL(resolve("client/index.ts")).href;

for (const proxy of proxies)
  describe.skipIf(!proxy.isHere)(`behind ${proxy.name}`, () => {
    let baseUrl: string;
    let apiKey: string;
    const ends: (() => unknown)[] = [];
    afterAll(() => Promise.all(ends.map((end) => end())));
    beforeAll(async () => {
      baseUrl = await proxy.start((end) => ends.push(end));
      apiKey = await server.key(["*"], proxy.name);
    });
    const create = async (email: string) => {
      const { contacts } = createClient({ apiKey, baseUrl });
      return { contacts, contact: await contacts.create({ name: "x", email }) };
    };

    test("the README's program changes a contact as it was read", async () => {
      const file = join(folder, "program.mts");
      writeFileSync(file, program?.replace("contacts-client", client) ?? "");
      const args = ["--import", import.meta.resolve("tsx"), file];
      const env = {
        ...process.env,
        CONTACTS_API_KEY: apiKey,
        CONTACTS_BASE_URL: baseUrl,
      };

      const { stdout } = await promisify(execFile)(process.execPath, args, {
        env,
      });

      expect(stdout).toBe("");
      const { contacts } = createClient({ apiKey, baseUrl: server.address });
      const { data } = await contacts.list({ email: "eva@example.com" });
      expect(data).toMatchObject([{ phone: "+54 11 5555-0134" }]);
    });

    test("a contact that somebody else has changed is not changed, and the error has its version", async () => {
      const { contacts, contact } = await create("a@example.com");
      const { version } = await contacts.update(contact.id, { name: "y" });

      const { error } = await contacts
        .update(contact.id, { name: "z" }, { ifMatch: contact.version })
        .result();

      expect(error).toMatchObject({
        code: "precondition_failed",
        body: { error: { current_version: version } },
      });
      expect((await contacts.get(contact.id)).name).toBe("y");
    });

    test("the ETag that arrives is another one, and a read with it is a 304", async () => {
      const { contact } = await create("b@example.com");
      const url = `${baseUrl}/v1/contacts/${contact.id}`;
      const headers = { Authorization: `Bearer ${apiKey}` };
      const read = await fetch(url, { headers });
      const tag = read.headers.get("etag") ?? "";
      expect(tag).toMatch(proxy.tag);
      const again = await fetch(url, {
        headers: { ...headers, "If-None-Match": tag },
      });
      expect(again.status).toBe(304);
    });
  });

/** Returns the programs in TypeScript that a document in Markdown has. */
function programsIn(markdown: string): string[] {
  const blocks = markdown.split("\n```");
  return blocks
    .filter((block) => block.startsWith("ts\n"))
    .map((block) => block.slice("ts\n".length));
}
