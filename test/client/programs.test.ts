import { expect, test } from "vitest";
import { createClient } from "../../client/index.ts";
import { run, start } from "../support/process.ts";
import { startServer } from "../support/server.ts";

const server = await startServer();
const apiKey = await server.key(["*"]);
const env = { CONTACTS_API_KEY: apiKey, CONTACTS_BASE_URL: server.address };

test.each(["contacts-listen", "contacts-mcp"])(
  "%s --help prints how to use it",
  async (name) => {
    const file = `client/${name.replace("contacts-", "")}/main.ts`;
    const { code, stdout, stderr } = await run(file, ["--help"]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(stdout).toMatch(
      new RegExp(`^Usage: ${name}.*\n\n.+ CONTACTS_API_KEY`, "s"),
    );
  },
);

test("contacts-listen ends when nobody reads its output any more", async () => {
  const forward = "http://127.0.0.1:1/hooks";
  const program = start("client/listen/main.ts", ["--forward", forward], env);
  await program.printed(/Secret.+\n/);
  const { contacts } = createClient({ apiKey, baseUrl: server.address });
  program.child.stdout?.destroy();
  await contacts.create({ name: "Ana", email: "ana@example.com" });
  expect(await program.ended).toBe(0);
  expect(program.output()).not.toContain("EPIPE");
});

test("contacts-mcp ends when its agent reads no more", async () => {
  const program = start("client/mcp/main.ts", [], env);
  const send = (message: object) =>
    program.child.stdin?.write(
      `${JSON.stringify({ jsonrpc: "2.0", id: 1, ...message })}\n`,
    );
  const clientInfo = { name: "test", version: "1" };
  send({
    method: "initialize",
    params: { protocolVersion: "2025-03-26", capabilities: {}, clientInfo },
  });
  await program.printed(/"serverInfo"/);
  program.child.stdout?.destroy();
  send({ method: "tools/list" });
  expect(await program.ended).toBe(0);
  expect(program.output()).not.toContain("EPIPE");
});
