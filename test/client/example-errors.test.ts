import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { connect, createServer, type AddressInfo } from "node:net";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { reservePort } from "../../openapi/mock/reserve-port.ts";
import { temporaryFolder } from "../support/folder.ts";
import { start } from "../support/process.ts";

test.each([
  {
    name: "missing",
    makeFile: () => "none.csv",
    said: "ENOENT: no such file or directory, open '.*none\\.csv'",
  },
  {
    name: "of another encoding than UTF-8",
    makeFile: () => {
      const file = join(temporaryFolder(), "latin1.csv");
      writeFileSync(file, "name,email\nJosé,jose@example.com\n", "latin1");
      return file;
    },
    said: '\\S+latin1\\.csv is not UTF-8\\. Save it as "CSV UTF-8"\\.',
  },
])(
  "import-contacts says in one line that its file is $name",
  async ({ makeFile, said }) => {
    const program = start("client/examples/import-contacts.ts", [makeFile()], {
      CONTACTS_API_KEY: "x",
      CONTACTS_BASE_URL: "http://contacts.test",
    });
    expect(await program.ended).toBe(1);
    expect(program.output()).toMatch(new RegExp(`^${said}\n0 created, .*\n$`));
  },
);

const secret = "whsec_MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3ODlhYmNkZWY=";

test("the examples refuse a wrong setting at their start, in one line", async () => {
  const used = createServer();
  used.listen(0, "127.0.0.1");
  await once(used, "listening");
  onTestFinished(() => void used.close());
  const port = String((used.address() as AddressInfo).port);
  const refusals: {
    file?: string;
    env: Record<string, string>;
    message: RegExp;
  }[] = [
    { env: { WEBHOOK_SECRET: "" }, message: /^Set WEBHOOK_SECRET to .+\n$/ },
    {
      env: { WEBHOOK_SECRET: secret.slice(0, -1) },
      message: /^Set WEBHOOK_SECRET to .+\n$/,
    },
    {
      env: { WEBHOOK_SECRET: secret, PORT: "65536" },
      message: /^PORT must be a number up to 65535, not "65536"\.\n$/,
    },
    {
      env: { WEBHOOK_SECRET: secret, PORT: port },
      message: /^listen EADDRINUSE: .+ Set PORT to another port\.\n$/,
    },
    ...["5s", "2147483648"].map((interval) => ({
      file: "sync-contacts.ts",
      env: { CONTACTS_API_KEY: "x", INTERVAL: interval },
      message: new RegExp(
        `^INTERVAL must be milliseconds, not "${interval}"\\.\n$`,
      ),
    })),
    ...["sync-contacts.ts", "import-contacts.ts"].map((file) => ({
      file,
      env: { CONTACTS_API_KEY: "" },
      message: /^apiKey is missing\. .+\n$/,
    })),
  ];

  const started = refusals.map(
    ({ file = "receive-webhooks.ts", env, message }) => ({
      program: start(`client/examples/${file}`, [], env),
      message,
    }),
  );

  for (const { program, message } of started) {
    expect(await program.ended).toBe(1);
    expect(program.output()).toMatch(message);
  }
});

test("receive-webhooks goes on after a sender that leaves", async () => {
  const port = await reservePort(0);
  const receiver = start("client/examples/receive-webhooks.ts", [], {
    WEBHOOK_SECRET: secret,
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
