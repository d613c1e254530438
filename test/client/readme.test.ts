import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { createClient } from "../../client/index.ts";
import { installClient } from "./client-package.ts";
import { credentialsOf } from "../support/world.ts";
import { startServer } from "../support/server.ts";

const run = promisify(execFile);
const consumer = await installClient();
const server = await startServer();
const env = {
  ...process.env,
  BASE_URL: server.address,
  API_KEY: await server.key(["*"]),
  MESSENGER_PUBLIC_TOKEN: (await credentialsOf(server, "test").token()).token,
};
const { contacts } = createClient({ apiKey: env.API_KEY, baseUrl: env.BASE_URL });
await contacts.create({ name: "Bárbara", email: "barbara@example.com" });
await contacts.create({ name: "Ana", email: "ana@example.com" });

/** Chapter of the README that consumers read → its snippet; those before it in the same chapter have a number. */
const readme = readFileSync(join(consumer.installed, "README.md"), "utf8");
const snippets = readme.split(/^#+ /m).flatMap((chapter) => {
  const [title = ""] = chapter.split("\n");
  return [...chapter.matchAll(/```ts\n([^]*?)```/g)].map(
    ([, code = ""], n) => [`${title} ${n + 1}`, code] as const,
  );
});

/** What the snippets print. */
const printed: Record<string, RegExp> = {
  "contacts-client 1": /^Bárbara\n$/,
  "Options 1": /^$/,
  "Errors 1": /^exists: ct_\w+\nnot_found\n$/,
  "Errors 2": /^1 \d+ req_\w+\n$/,
  "Retries 1": /^\d+\n$/,
  "Retries 2": /^$/,
  "The key, and many contacts 1": /^\* \d+\nupdated \[ 'mayorista' \]\nfailed \[ 'email' \]\n$/,
  "Pagination 1": /^2 false\n(Ana\nBárbara|Bárbara\nAna)\n2\n2\n$/,
  "Following events 1": /^Bárbara\n$/,
  "Messenger 1": /^contact ¿Tienen envíos\?\n$/,
  "Webhooks 1": /^contact\.created\n$/,
  "Testing 1": /^404\n$/,
};

test("each snippet compiles", async () => {
  const files = snippets.map(([name, code]) => consumer.write(`${name.replaceAll(" ", "-")}.ts`, code));
  const stricter = "--exactOptionalPropertyTypes --noUncheckedIndexedAccess";
  expect(await consumer.compile(files, `${stricter} --module nodenext --lib es2020`)).toBe("");
});

test("every chapter's snippets are run", () => {
  expect(snippets.map(([name]) => name).sort()).toEqual(Object.keys(printed).sort());
});

// One after the other: what one makes the next may show.
test.each(snippets.toSorted(([a], [b]) => Number(a.startsWith("Retries")) - Number(b.startsWith("Retries"))))(
  "%s prints what it says",
  async (name, code) => {
    const file = consumer.write(`${name.replaceAll(" ", "-")}.ts`, code);
    const { stdout } = await run(process.execPath, ["--import", import.meta.resolve("tsx"), file], { env });
    expect(stdout).toMatch(printed[name] ?? /never/);
  },
);
