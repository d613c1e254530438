import { spawn, spawnSync, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { request, type RequestOptions } from "node:https";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import {
  afterAll,
  beforeAll,
  describe,
  expect,
  onTestFinished,
  test,
} from "vitest";
import { reservePort } from "../../../openapi/mock/reserve-port.ts";
import { hasOpenssl, makeCertificate } from "../../support/certificate.ts";
import { temporaryFolder } from "../../support/folder.ts";
import { start, type Program } from "../../support/process.ts";
import { emptyStore } from "../../support/store.ts";
import { makeKeys } from "../service.ts";

const has = (program: string, argument: string) =>
  hasOpenssl && spawnSync(program, [argument]).error === undefined;

/** The ports of the servers that a proxy is before, and its own. */
interface Ports {
  own: number;
  first: number;
  second: number;
}

/** The proxies of server/deploy, with the files, ports and certificates of the test. */
const proxies = [
  {
    name: "nginx",
    isHere: has("nginx", "-v"),
    command: (folder: string) => [
      "nginx",
      "-p",
      folder,
      "-e",
      "stderr",
      "-c",
      join(folder, "main.conf"),
    ],
    write: (folder: string, { own, first, second }: Ports) => {
      const conf = readFileSync("server/deploy/nginx/contacts-api.conf", "utf8")
        .replace("listen 443", `listen 127.0.0.1:${own}`)
        .replace("127.0.0.1:3000", `127.0.0.1:${first}`)
        .replace("127.0.0.1:3001", `127.0.0.1:${second}`)
        .replace("/etc/ssl/api.example.com.pem", join(folder, "cert.pem"))
        .replace(
          "/etc/ssl/private/api.example.com.key",
          join(folder, "key.pem"),
        )
        .replaceAll("/var/log/nginx", folder);
      writeFileSync(join(folder, "site.conf"), conf);
      const temporary = [
        "client_body",
        "proxy",
        "fastcgi",
        "uwsgi",
        "scgi",
      ].map((kind) => `${kind}_temp_path ${folder}/${kind};`);
      writeFileSync(
        join(folder, "main.conf"),
        `daemon off; master_process off; pid ${folder}/pid;
         events {} http { ${temporary.join(" ")} include ${folder}/site.conf; }`,
      );
    },
  },
  {
    name: "caddy",
    isHere: has("caddy", "version"),
    command: (folder: string) => [
      "caddy",
      "run",
      "--adapter",
      "caddyfile",
      "--config",
      join(folder, "Caddyfile"),
    ],
    write: (folder: string, { own, first, second }: Ports) => {
      const conf = readFileSync("server/deploy/caddy/Caddyfile", "utf8")
        .replace(
          "{\n",
          "{\n\tadmin off\n\tauto_https disable_redirects\n\tdefault_bind 127.0.0.1\n",
        )
        .replace(
          "api.example.com {",
          `api.example.com:${own} {\n\ttls ${folder}/cert.pem ${folder}/key.pem`,
        )
        .replace("127.0.0.1:3000", `127.0.0.1:${first}`)
        .replace("127.0.0.1:3001", `127.0.0.1:${second}`);
      writeFileSync(join(folder, "Caddyfile"), conf);
    },
  },
];

// Real proxies with the files that server/deploy offers, before the real server, over TLS.
for (const proxy of proxies)
  describe.skipIf(!proxy.isHere)(
    `behind ${proxy.name}`,
    { timeout: 120_000 },
    () => {
      const folder = temporaryFolder(afterAll);
      const certificate = makeCertificate("DNS:api.example.com");
      let removeStore: () => unknown;
      let settings: NodeJS.ProcessEnv;
      let ports: Ports;
      let key = "";
      let server: Program;
      let running: ChildProcess;

      /** Starts the proxy and waits until it responds. */
      const startProxy = async () => {
        proxy.write(folder, ports);
        const [program = "", ...args] = proxy.command(folder);
        running = spawn(program, args, {
          stdio: "ignore",
          env: { ...process.env, HOME: folder },
        });
        const status = () =>
          call("/livez").then(
            ({ status: answered }) => answered,
            () => 0,
          );
        while (running.exitCode === null && (await status()) !== 200)
          await setTimeout(100);
      };
      const startServer = async () => {
        server = start("server/main.ts", [], settings, {
          atEnd: () => undefined,
        });
        await server.printed(/Contacts API +(\S+)/);
      };

      beforeAll(async () => {
        writeFileSync(join(folder, "cert.pem"), certificate.cert);
        writeFileSync(join(folder, "key.pem"), certificate.key);
        // At the second port nobody listens: one of two servers is down.
        ports = {
          own: await reservePort(0),
          first: await reservePort(0),
          second: await reservePort(0),
        };
        const store = await emptyStore(
          "embedded",
          (remove) => (removeStore = remove),
        );
        settings = {
          ...store,
          PORT: String(ports.first),
          TRUST_PROXY: "127.0.0.1",
        };
        [key = ""] = await makeKeys(settings, 1);
        await startServer();
        await startProxy();
      });
      afterAll(async () => {
        running.kill("SIGKILL");
        await server.end("SIGKILL");
        await removeStore();
      });

      /** Sends a request to the proxy; the pieces of its body with a pause between them. */
      const call = (
        path: string,
        { pieces = [] as string[], headers = {}, ...options }: Call = {},
      ) =>
        new Promise<{
          status: number;
          headers: NodeJS.Dict<string | string[]>;
          body: string;
        }>((done, fail) => {
          const sent = request(
            {
              host: "127.0.0.1",
              port: ports.own,
              path,
              ca: certificate.cert,
              servername: "api.example.com",
              method: pieces.length > 0 ? "POST" : "GET",
              agent: false,
              timeout: 30_000,
              ...options,
              headers: {
                Host: "api.example.com",
                "Content-Type": "application/json",
                ...headers,
              },
            },
            (response) => {
              response.setEncoding("utf8");
              response.toArray().then((chunks) => {
                done({
                  status: response.statusCode ?? 0,
                  headers: response.headers,
                  body: chunks.join(""),
                });
              }, fail);
            },
          );
          sent.on("error", fail);
          void (async () => {
            for (const piece of pieces) {
              sent.write(piece);
              if (pieces.length > 1) await setTimeout(300);
            }
            sent.end();
          })();
        });
      type Call = Partial<RequestOptions> & { pieces?: string[] };
      const authorized = () => ({ Authorization: `Bearer ${key}` });
      const contact = (name: string, note = "") =>
        JSON.stringify({
          name,
          email: `${name}@example.com`,
          custom_fields: { note },
        });

      test("all requests succeed while one of two servers is down, and have the id of the server's log", async () => {
        for (let n = 0; n < 20; n++) {
          const { status, headers } = await call("/v1/contacts", {
            headers: authorized(),
            pieces: [contact(`a${n}`)],
          });
          expect(status).toBe(201);
          expect(headers["x-request-id"]).toMatch(/^req_/);
        }
      });

      test("no file that the proxy writes has a key or an email of a request", async () => {
        for (const path of [
          "/v1/contacts?q=secretiva@example.com",
          `/v1/${key}`,
          `/v1/contacts/${encodeURIComponent("secretiva@example.com")}`,
        ])
          await call(path, { headers: authorized() });
        for (const name of readdirSync(folder)) {
          const file = join(folder, name);
          if (!statSync(file).isFile()) continue;
          const text = readFileSync(file, "latin1");
          expect(text).not.toContain(key);
          expect(text).not.toContain("ecretiva");
        }
      });

      test("the rate limit counts the client's address, whatever the client says about it", async () => {
        const remaining = async (localAddress: string, forwarded: string) => {
          const { headers } = await call("/v1/contacts", {
            localAddress,
            headers: { "X-Forwarded-For": forwarded },
          });
          return Number(headers["x-ratelimit-remaining"]);
        };
        const first = await remaining("127.0.0.2", "203.0.113.1");
        expect(await remaining("127.0.0.2", "203.0.113.2")).toBe(first - 1);
        expect(await remaining("127.0.0.3", "203.0.113.2")).toBe(first);
      });

      test("the server's 413 reaches the client", async () => {
        const { status, body } = await call("/v1/contacts", {
          headers: authorized(),
          pieces: [contact("large", "x".repeat(300_000))],
        });
        expect(status).toBe(413);
        expect(JSON.parse(body).error.code).toBe("payload_too_large");
      });

      test("a body that comes slowly arrives whole, and a large response too", async () => {
        const text = contact("slow");
        const pieces = [text.slice(0, 5), text.slice(5, 20), text.slice(20)];
        expect(
          (await call("/v1/contacts", { headers: authorized(), pieces }))
            .status,
        ).toBe(201);
        const direct = await (
          await fetch(`http://127.0.0.1:${ports.first}/openapi.json`)
        ).text();
        expect(direct.length).toBeGreaterThan(100_000);
        expect((await call("/openapi.json")).body).toBe(direct);
      });

      test("while no server runs there is a 502 or 503, and after a restart all is as before", async () => {
        expect(await server.end()).toBe(0);
        expect([502, 503]).toContain(
          (await call("/v1/contacts", { headers: authorized() })).status,
        );
        await startServer();
        const status = async () =>
          (await call("/v1/contacts", { headers: authorized() })).status;
        await expect.poll(status).toBe(200);
      });

      test("a write that broke off is not sent a second time", async () => {
        await server.end("SIGKILL");
        const seen: string[] = [];
        /** The servers that the proxy uses, so that it could send the request to the other one. */
        const used = new Set<number>();
        for (const port of [ports.first, ports.second]) {
          const broken = createServer((incoming, response) => {
            if (incoming.method === "GET") {
              used.add(port);
              return void response.end("{}");
            }
            incoming.resume().once("end", () => {
              seen.push(`${incoming.method} ${incoming.url}`);
              incoming.socket.destroy();
            });
          }).listen(port, "127.0.0.1");
          await once(broken, "listening");
          onTestFinished(() => {
            broken.close();
            broken.closeAllConnections();
          });
        }
        const usesBoth = async () =>
          (await call("/livez")).status === 200 && used.size === 2;
        await expect.poll(usesBoth).toBe(true);
        expect(
          (
            await call("/v1/contacts", {
              headers: authorized(),
              pieces: [contact("once")],
            })
          ).status,
        ).toBe(502);
        expect(seen).toEqual(["POST /v1/contacts"]);
      });
    },
  );
