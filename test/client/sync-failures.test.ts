import { readFileSync, renameSync, writeFileSync } from "node:fs";
import { expect, test } from "vitest";
import { startServer } from "../support/server.ts";
import { syncOf } from "./sync-program.ts";

const server = await startServer();
const startSync = syncOf(server);

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

test("sync-contacts erases nobody while the file holds no list of people", async () => {
  const { file, program, read, names } = await startSync("no list", [ana]);
  await expect.poll(read).toMatchObject([{ id: expect.any(String) }]);
  const people = readFileSync(file, "utf8");

  for (const content of ["{}", "[null]"]) {
    const before = program.output().length;
    writeFileSync(file, content);
    const said = " is no list of people. The next round goes on.";
    await expect.poll(() => program.output().slice(before)).toContain(said);
  }

  expect(await names()).toEqual(["Ana"]);
  writeFileSync(file, people);
  await program.end();
});

test("sync-contacts reports people whom the API refuses, and goes on with the others", async () => {
  const { program, read, names } = await startSync("refused", [
    { name: "Cleo" },
    { name: "Dan" },
    { ...ana, name: "x".repeat(300_000) },
    bea,
    { name: "Bea again", email: "BEA@example.com" },
  ]);
  await program.printed(/^Cleo: .+/m);
  await program.printed(/^Dan: .+/m);
  await program.printed(/^ana@example\.com: .+ 413 /m);
  // In two rounds at least, as the two would overwrite one contact in turn.
  await program.printed(/(^BEA@example\.com: another person has [^]+){3}/m);
  expect(await names()).toEqual(["Bea"]);
  expect(read().map(({ id }) => typeof id)).toEqual([
    ...Array<string>(3).fill("undefined"),
    "string",
    "undefined",
  ]);
  await program.end();
});

test("sync-contacts reports a deletion that its key may not do", async () => {
  const scopes = ["contacts:read", "contacts:write", "events:read"] as const;
  const { program, write, read, names } = await startSync("forbidden", [ana], {
    scopes: [...scopes],
  });
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
    { interval: "600000" },
  );
  await expect.poll(agreed).toHaveLength(1);
  await program.end("SIGKILL");

  write([]);

  const again = startAgain();
  await expect.poll(names).toEqual([]);
  expect(read()).toEqual([]);
  await again.end("SIGKILL");
});
