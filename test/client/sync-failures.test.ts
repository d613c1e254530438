import { readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createClient } from "../../client/index.ts";
import { temporaryFolder } from "../support/folder.ts";
import { start } from "../support/process.ts";
import { startServer } from "../support/server.ts";

const server = await startServer();

/** A workspace, and the example sync-contacts that keeps a file of people in step with it. */
async function startSync(
  workspace: string,
  people: object[],
  scopes: Parameters<typeof server.key>[0] = ["*"],
  interval = "20",
) {
  const file = join(temporaryFolder(), "people.json");
  const write = (content: object[]) =>
    writeFileSync(file, JSON.stringify(content));
  const apiKey = await server.key(["*"], workspace);
  const baseUrl = server.address;
  const { contacts } = createClient({ apiKey, baseUrl, language: "en" });
  write(people);
  const env = {
    CONTACTS_API_KEY: await server.key(scopes, workspace),
    CONTACTS_BASE_URL: baseUrl,
    INTERVAL: interval,
  };
  const startAgain = () =>
    start("client/examples/sync-contacts.ts", [file], env);
  const program = startAgain();
  const read = (): { id?: string; name: string }[] =>
    JSON.parse(readFileSync(file, "utf8"));
  const agreed = (): string[] =>
    Object.keys(JSON.parse(readFileSync(`${file}.agreed`, "utf8")).contacts);
  const names = async () =>
    (await contacts.list().toArray()).map(({ name }) => name).toSorted();
  return { file, program, startAgain, write, read, agreed, names };
}

const ana = { name: "Ana", email: "ana@example.com" };
const bea = { name: "Bea", email: "bea@example.com" };

test("sync-contacts erases nobody while the file is missing", async () => {
  const { file, program, read, names } = await startSync("missing", [ana]);
  await expect.poll(names).toEqual(["Ana"]);
  await expect.poll(read).toMatchObject([{ id: expect.any(String) }]);

  renameSync(file, `${file}.elsewhere`);
  await program.printed(/ENOENT.+ The next round goes on\./);
  expect(await names()).toEqual(["Ana"]);

  writeFileSync(
    file,
    JSON.stringify([
      ...JSON.parse(readFileSync(`${file}.elsewhere`, "utf8")),
      bea,
    ]),
  );
  await expect.poll(names).toEqual(["Ana", "Bea"]);
  await program.end();
});

test("sync-contacts reports people whom the API refuses, and goes on with the others", async () => {
  const { program, names } = await startSync("refused", [
    { name: "Cleo" },
    { ...ana, name: "x".repeat(300_000) },
    bea,
  ]);
  await program.printed(/^Cleo: .+/m);
  await program.printed(/^ana@example\.com: .+ 413 /m);
  await expect.poll(names).toEqual(["Bea"]);
  await program.end();
});

test("sync-contacts reports a deletion that its key may not do", async () => {
  const scopes = ["contacts:read", "contacts:write", "events:read"] as const;
  const { program, write, read, names } = await startSync(
    "forbidden",
    [ana],
    [...scopes],
  );
  await expect.poll(read).toMatchObject([{ id: expect.any(String) }]);
  const [{ id } = { id: "" }] = read();

  write([]);

  const [, reason] = await program.printed(new RegExp(`^${id}: (.+)$`, "m"));
  expect(reason).toContain("403 forbidden");
  expect(await names()).toEqual(["Ana"]);
  await program.end();
});

test("sync-contacts erases a person who is removed before it has a position in the feed", async () => {
  const { program, startAgain, write, read, agreed, names } = await startSync(
    "early",
    [ana],
    ["*"],
    "600000",
  );
  await expect.poll(agreed).toHaveLength(1);
  await program.end("SIGKILL");

  write([]);

  const again = startAgain();
  await expect.poll(names).toEqual([]);
  expect(read()).toEqual([]);
  await again.end("SIGKILL");
});
