import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect, onTestFinished, test, vi } from "vitest";
import { createClient } from "../../client/index.ts";
import { emptyPage, startLocalServer } from "./local-server.ts";

// Programs run in processes of their own, as a warning comes once in a process.

const seen: (string | undefined)[] = [];
const address = await startLocalServer(({ headers }, response) => {
  seen.push(headers.authorization);
  response.end(emptyPage);
});
const key = "contacts_live_of_the_environment";

const program = `import { createClient } from "./client/index.ts";
try {
  for (let n = 0; n < 2; n++) await createClient().contacts.list();
  console.log("listed");
} catch (error) {
  console.log(String(error));
}`;

/** Lists contacts twice, by two clients, with nothing but the environment. */
async function listWith(env: Record<string, string>) {
  seen.length = 0;
  const args = ["--import", "tsx", "--input-type", "module", "-e", program];
  const { PATH } = process.env;
  const options = { env: { PATH, ...env } };
  const run = promisify(execFile);
  const { stdout, stderr } = await run(process.execPath, args, options);
  const warnings = [...stderr.matchAll(/DeprecationWarning: (.*)/g)];
  return {
    output: stdout.trim(),
    warnings: warnings.map(([, text]) => text),
    keys: [...new Set(seen)],
  };
}

test("the key and the address come from variables that no other program has", async () => {
  expect(
    await listWith({
      CONTACTS_API_KEY: key,
      CONTACTS_BASE_URL: address,
      API_KEY: "sk-of-another-program",
      BASE_URL: "/",
    }),
  ).toEqual({ output: "listed", warnings: [], keys: [`Bearer ${key}`] });
});

test("the former names are read until 2.0, with one warning", async () => {
  expect(await listWith({ API_KEY: key, BASE_URL: address })).toEqual({
    output: "listed",
    warnings: [
      "contacts-client reads API_KEY and BASE_URL until 2.0. Rename them to CONTACTS_API_KEY and CONTACTS_BASE_URL.",
    ],
    keys: [`Bearer ${key}`],
  });
});

test("a key of the new name is never sent to the address of another program", async () => {
  const env = { CONTACTS_API_KEY: key, BASE_URL: address };
  expect(await listWith(env)).toEqual({
    output:
      "TypeError: baseUrl is missing. Pass it, or set CONTACTS_BASE_URL in the environment.",
    warnings: [],
    keys: [],
  });
});

test("another program's API_KEY is never sent", async () => {
  const env = { API_KEY: "sk-of-another-program", BASE_URL: address };
  expect(await listWith(env)).toEqual({
    output:
      "TypeError: apiKey is missing. Pass it, or set CONTACTS_API_KEY in the environment.",
    warnings: [],
    keys: [],
  });
});

test("the error of an address that Vitest sets says where it came from", async () => {
  expect(await listWith({ API_KEY: key, BASE_URL: "/" })).toMatchObject({
    output:
      "TypeError: baseUrl, from the environment variable BASE_URL, must be like https://api.example, without user and query.",
    keys: [],
  });
});

test.each<{
  name: string;
  env: Record<string, string>;
  message: string;
}>([
  {
    name: "an address without a scheme",
    env: { CONTACTS_API_KEY: key, CONTACTS_BASE_URL: "localhost:3000" },
    message:
      "baseUrl, from the environment variable CONTACTS_BASE_URL, must be like https://api.example, without user and query.",
  },
  {
    name: "a key with a line's end",
    env: { CONTACTS_API_KEY: `${key}\n`, CONTACTS_BASE_URL: address },
    message:
      "apiKey, from the environment variable CONTACTS_API_KEY, must be printable ASCII text without a line break or a space at its end.",
  },
  {
    name: "no address",
    env: { CONTACTS_API_KEY: key, CONTACTS_BASE_URL: "" },
    message:
      "baseUrl is missing. Pass it, or set CONTACTS_BASE_URL in the environment.",
  },
])("the error of $name says where it came from", ({ env, message }) => {
  const names = [
    "API_KEY",
    "BASE_URL",
    "CONTACTS_API_KEY",
    "CONTACTS_BASE_URL",
  ];
  onTestFinished(() => void vi.unstubAllEnvs());
  for (const name of names) vi.stubEnv(name, env[name]);
  expect(() => createClient()).toThrow(new TypeError(message));
});
