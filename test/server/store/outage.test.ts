import { once } from "node:events";
import { connect, createServer, type Socket } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { listenLocally } from "../../support/raw.ts";
import { emptyDatabase } from "../../support/postgres.ts";
import { startServer } from "../../support/server.ts";
import { onPostgres } from "../../support/store.ts";

/** A way to PostgreSQL that can be closed and opened again. */
async function wayTo(databaseUrl: string) {
  const { hostname, port } = new URL(databaseUrl);
  const sockets = new Set<Socket>();
  const proxy = createServer((socket) => {
    const database = connect(Number(port || 5432), hostname);
    for (const end of [socket, database]) {
      sockets.add(end);
      end.on("error", () => undefined);
    }
    socket.pipe(database).pipe(socket);
  });
  const cut = () => sockets.forEach((socket) => socket.destroy());
  onTestFinished(cut);
  const host = await listenLocally(proxy);
  const url = new URL(databaseUrl);
  url.host = host;
  return {
    url: url.href,
    close: async () => {
      const closed = once(proxy, "close");
      proxy.close();
      cut();
      await closed;
    },
    open: async () => {
      const listening = once(proxy, "listening");
      proxy.listen(Number(url.port), url.hostname);
      await listening;
    },
  };
}

test.runIf(onPostgres)(
  "while PostgreSQL's host refuses connections, a response is a 503; then all is well again",
  async () => {
    const way = await wayTo(await emptyDatabase());
    const server = await startServer({ url: way.url });
    const key = await server.key(["*"]);
    const list = () => server.call("/v1/contacts", { key });
    expect((await list()).status).toBe(200);

    await way.close();
    const { status, body } = await list();
    expect(status).toBe(503);
    expect(body.error.code).toBe("service_unavailable");

    await way.open();
    await expect.poll(async () => (await list()).status).toBe(200);
  },
);
