import { once } from "node:events";
import { connect } from "node:net";
import { expect, test } from "vitest";
import { reservePort } from "../../openapi/mock/reserve-port.ts";
import { start } from "../support/process.ts";

test("import-contacts says in one line that its file is missing", async () => {
  const program = start("client/examples/import-contacts.ts", ["none.csv"], {
    CONTACTS_API_KEY: "x",
    CONTACTS_BASE_URL: "http://contacts.test",
  });
  expect(await program.ended).toBe(1);
  expect(program.output()).toMatch(
    /^ENOENT: no such file or directory, open '.*none\.csv'\n0 created, .*\n$/,
  );
});

test("receive-webhooks goes on after a sender that leaves", async () => {
  const port = await reservePort(0);
  const receiver = start("client/examples/receive-webhooks.ts", [], {
    WEBHOOK_SECRET: "whsec_MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3ODlhYmNkZWY=",
    PORT: String(port),
  });
  await receiver.printed(/listening/);
  const sender = connect(port, "127.0.0.1");
  sender.write("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\n{");
  await once(sender, "ready");
  sender.destroy();
  await receiver.printed(/Error: aborted/);
  const response = await fetch(`http://127.0.0.1:${port}`, { method: "POST" });
  expect(response.status).toBe(400);
  await receiver.end();
});
