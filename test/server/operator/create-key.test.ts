import { randomBytes } from "node:crypto";
import { expect, test } from "vitest";
import { limits } from "../../../generated/constants.ts";
import { createKey } from "../../../server/auth/keys.ts";
import { startServer } from "../../support/server.ts";
import { runCommand } from "../../support/world.ts";

let now = Date.now();
const server = await startServer({ clock: () => new Date(now) });

const reader = { workspace: "w", scopes: ["contacts:read" as const] };
const encryptionKeys: [Buffer] = [randomBytes(32)];
const run = (...line: string[]) =>
  runCommand(server.store, line, {
    by: "ana",
    encryption: () => ({ cipher: server.cipher, keys: encryptionKeys }),
  });

test.each([
  {
    what: "key",
    options: ["--scopes", "contacts:read,*"],
    others: ["--scopes", "events:read"],
  },
  {
    what: "messenger token",
    options: ["--messenger", "--origins", "https://a.example"],
    others: ["--messenger", "--origins", "https://b.example"],
  },
])(
  "keys create --if-missing makes a workspace and a $what once, however often a script runs",
  async ({ what, options, others }) => {
    await run(
      "keys",
      "create",
      "--workspace",
      "w",
      "--new",
      "--scopes",
      "*",
    ).catch(() => undefined);
    const workspace = `acme ${what}`;
    const create = ["keys", "create", "--if-missing", "--workspace", workspace];
    const first = await run(...create, "--name", "ci", ...options);
    expect(first.key ?? first.token).toMatch(/^contacts_/);
    const again = await run(...create, "--name", "ci", ...options);
    expect(again).toMatchObject({ id: first.id, name: "ci", workspace });
    expect(again.key ?? again.token).toBeUndefined();

    const other = await run(...create, "--name", "x", ...others);
    expect(other.id).not.toBe(first.id);
    const wrong = run(...create, "--name", "ci", ...others);
    await expect(wrong).rejects.toThrow(
      new RegExp(`^${first.id} has this name, but its (scopes|origins) are `),
    );
    // One that is revoked is missing.
    await run("keys", "revoke", first.id);
    const next = await run(...create, "--name", "ci", ...options);
    expect(next.id).not.toBe(first.id);
    expect(next.key ?? next.token).toMatch(/^contacts_/);

    const unnamed = run(...create, ...options);
    await expect(unnamed).rejects.toThrow(
      "--if-missing needs --name, by which it finds the key.",
    );
    const both = run(...create, "--new", "--name", "a", ...options);
    await expect(both).rejects.toThrow("Give --new or --if-missing, not both.");
  },
);

test("keys create --if-missing makes a key whose name only another workspace has", async () => {
  const create = (workspace: string) => {
    const line = ["keys", "create", "--if-missing", "--workspace", workspace];
    return run(...line, "--name", "nightly", "--scopes", "contacts:read");
  };
  const other = await create("own shop too");
  const own = await create("own shop");
  expect(own).toMatchObject({ workspace: "own shop", name: "nightly" });
  expect(own.id).not.toBe(other.id);
  expect(own.key).toMatch(/^contacts_live_/);
});

test("keys create suggests no workspace whose name is far from the one that was typed", async () => {
  await createKey(server.store, reader);
  const line = ["--workspace", "nothing like it", "--scopes", "*"];
  await expect(run("keys", "create", ...line)).rejects.toThrow(
    /^There is no workspace nothing like it\. To make it, add: --new$/,
  );
});

test("keys create takes an expiry in ten years, and none later", async () => {
  const create = (expires: string) =>
    run(
      "keys",
      "create",
      "--workspace",
      "w",
      "--scopes",
      "*",
      "--expires",
      expires,
    );
  await createKey(server.store, reader);
  const { created_at, expires_at } = await create("3650d");
  expect(Date.parse(expires_at) - Date.parse(created_at)).toBe(
    3650 * 24 * 3600 * 1000,
  );
  await expect(create("3651d")).rejects.toThrow("up to 3650d");
});

test("keys create takes a name of the longest length", async () => {
  const name = "x".repeat(limits.keyName);
  const create = (name: string) =>
    run("keys", "create", "--workspace", "w", "--scopes", "*", "--name", name);
  await createKey(server.store, reader);
  expect(await create(name)).toMatchObject({ name });
  await expect(create(`${name}x`)).rejects.toThrow(
    `of at most ${limits.keyName} characters`,
  );
});

test("keys create takes lists with spaces, and what is in one twice once", async () => {
  const create = (...options: string[]) =>
    run("keys", "create", "--workspace", "spaced shop", ...options);
  const scopes = "events:read, contacts:read , events:read";
  expect(await create("--new", "--scopes", scopes)).toMatchObject({
    scopes: ["events:read", "contacts:read"],
  });
  const origins = "https://a.example, https://b.example,https://a.example";
  expect(await create("--messenger", "--origins", origins)).toMatchObject({
    origins: ["https://a.example", "https://b.example"],
  });
});

test("keys create --if-missing finds its key by the scopes in any order", async () => {
  const create = (scopes: string) => {
    const line = ["--workspace", "ordered shop", "--name", "ci"];
    return run("keys", "create", "--if-missing", ...line, "--scopes", scopes);
  };
  const { id } = await create("contacts:read,events:read");
  expect((await create("events:read,contacts:read")).id).toBe(id);
});

test("keys create --if-missing makes another key when the one of this name has expired, by the clock of the database", async () => {
  const line = ["--workspace", "expiring shop", "--name", "ci"];
  const options = ["--scopes", "contacts:read", "--expires", "1h"];
  const create = () =>
    run("keys", "create", "--if-missing", ...line, ...options);
  const first = await create();
  now += 3_599_000;
  expect((await create()).id).toBe(first.id);
  now += 1000;
  const second = await create();
  expect(second.id).not.toBe(first.id);
  expect(second.key).toMatch(/^contacts_live_/);
});
