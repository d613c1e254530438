import { readFileSync, writeFileSync } from "node:fs";
import { request } from "node:http";
import { expect, test } from "vitest";
import { startServer } from "../support/server.ts";
import { startLocalServer } from "./local-server.ts";
import { syncOf } from "./sync-program.ts";

const server = await startServer();
const startSync = syncOf(server);

/** Does something once, right before the server gets a request that the program sends. */
interface Interruption {
  /** The beginning of the method and the path. */
  before: string;
  act: () => Promise<unknown>;
}

/** Starts a workspace with Ana in both sides, whose program calls the server through a proxy. */
async function startBehindProxy(workspace: string) {
  const { hostname, port } = new URL(server.address);
  let next: Interruption | undefined;
  const actBefore = async (call: string) => {
    if (next === undefined || !call.startsWith(next.before)) return;
    const { act } = next;
    next = undefined;
    await act();
  };
  const address = await startLocalServer((received, response) => {
    const { method, url: path, headers } = received;
    const options = { hostname, port, method, path, headers };
    const forward = () =>
      received.pipe(
        request(options, (answer) => {
          response.writeHead(answer.statusCode ?? 502, answer.headers);
          answer.pipe(response);
        }),
      );
    void actBefore(`${method} ${path}`).then(forward);
  });
  const ana = { name: "Ana", email: "ana@example.com" };
  const sync = await startSync(workspace, [ana], { address });
  await expect.poll(sync.read).toMatchObject([{ id: expect.any(String) }]);
  await expect.poll(sync.agreed).toHaveLength(1);
  const { id } = sync.read()[0];
  const interrupt = (before: string, act: () => Promise<unknown>) =>
    (next = { before, act });
  return { ...sync, id, interrupt };
}

test("sync-contacts keeps a person who changes in the workspace while the file loses it", async () => {
  const { program, contacts, id, interrupt, write, read } =
    await startBehindProxy("kept");
  interrupt("DELETE ", () => contacts.update(id, { phone: "9" }));

  write([]);

  await expect.poll(read).toMatchObject([{ id, name: "Ana", phone: "9" }]);
  expect(await contacts.get(id)).toMatchObject({ phone: "9" });
  expect(program.output()).toBe("");
});

test("sync-contacts forgets a person whom both sides remove at a time", async () => {
  const { program, contacts, id, interrupt, write, agreed } =
    await startBehindProxy("gone");
  interrupt("DELETE ", () => contacts.delete(id));

  write([]);

  await expect.poll(agreed).toEqual([]);
  expect(program.output()).toBe("");
});

test("sync-contacts takes the value of the workspace, when both sides change a field at a time", async () => {
  const { program, contacts, id, interrupt, write, read } =
    await startBehindProxy("both");
  interrupt("POST /v1/contacts/batch", () =>
    contacts.update(id, { phone: "workspace" }),
  );

  write(read().map((person) => ({ ...person, phone: "file" })));

  await expect.poll(read).toMatchObject([{ id, phone: "workspace" }]);
  expect(await contacts.get(id)).toMatchObject({ phone: "workspace" });
  expect(program.output()).toBe("");
});

test("sync-contacts reads all contacts again, when the events after its position have expired", async () => {
  const { file, program, contacts, startAgain, read, agreed } = await startSync(
    "expired",
    [
      { name: "Ana", email: "ana@example.com" },
      { name: "Bea", email: "bea@example.com" },
    ],
  );
  const namesInFile = () => read().map(({ name }) => name);
  await expect.poll(agreed).toHaveLength(2);
  const bea = read().find(({ name }) => name === "Bea");
  await program.end("SIGKILL");
  const state = JSON.parse(readFileSync(`${file}.agreed`, "utf8"));
  const expired = "evt_01jqxkfb3jfx7c1m9v4w2d5s8t";
  writeFileSync(
    `${file}.agreed`,
    JSON.stringify({ ...state, cursor: expired }),
  );
  await contacts.delete(bea.id);
  await contacts.create({ name: "Cleo", email: "cleo@example.com" });

  startAgain();

  await expect.poll(namesInFile).toEqual(["Ana", "Cleo"]);
});

test("sync-contacts begins without a file, and knows a person by an email in other capitals, also with an id of another workspace", async () => {
  const { program, contacts, startAgain, write, read, agreed, names } =
    await startSync("new", undefined);
  await expect.poll(read).toEqual([]);
  await program.end("SIGKILL");
  const email = "ana@example.com";
  const { id } = await contacts.create({ name: "Ana", email });
  const { id: other } = await contacts.create({
    name: "Bea",
    email: "bea@example.com",
  });
  write([
    { name: "Ana", email: "Ana@Example.com" },
    { id: "ct_1", name: "Bea", email: "bea@example.com" },
    { id: "ct_2", name: "Cleo", email: "cleo@example.com" },
  ]);

  startAgain();

  const ids = [{ id }, { id: other }, { id: expect.stringMatching(/\w{20}$/) }];
  await expect.poll(read).toMatchObject(ids);
  await expect.poll(agreed).toHaveLength(3);
  expect(await names()).toEqual(["Ana", "Bea", "Cleo"]);
});
