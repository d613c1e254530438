import { createHmac, randomBytes } from "node:crypto";
import { describe, expect, test } from "vitest";
import { everyOperation } from "../../support/operation.ts";
import { startServer } from "../../support/server.ts";
import {
  credentialsOf,
  fillWorkspace,
  requestTo,
  runCommand,
} from "../../support/world.ts";

// Nothing that is only like a secret, a signature or an origin opens what the secret opens.

const server = await startServer();
const [rows = {}] = await fillWorkspace(server, "test", ["one"]);
const credentials = credentialsOf(server, "test");
const origin = "https://shop.example";

const swapCase = (text: string) =>
  text.replaceAll(/[a-z]/gi, (letter) =>
    letter === letter.toLowerCase()
      ? letter.toUpperCase()
      : letter.toLowerCase(),
  );
const otherLast = (text: string) =>
  text.slice(0, -1) + (text.endsWith("a") ? "b" : "a");

const spellings = [
  {
    name: "without its last character",
    of: (text: string) => text.slice(0, -1),
  },
  {
    name: "its first half",
    of: (text: string) => text.slice(0, text.length / 2),
  },
  {
    name: "its prefix alone",
    of: (text: string) => text.replace(/[^_]*$/, ""),
  },
  { name: "with one character more", of: (text: string) => `${text}a` },
  { name: "twice", of: (text: string) => text + text },
  { name: "with another last character", of: otherLast },
  { name: "in other capitals", of: swapCase },
  { name: "nothing", of: () => "" },
];

describe.each(spellings)("$name", ({ of }) => {
  const schemes = [
    "apiKey",
    "messengerPublicToken",
    "messengerVisitor",
  ] as const;

  test.each(schemes)("of a secret of %s is a 401", async (scheme) => {
    const operation = everyOperation.find((one) => one.scheme === scheme);
    if (!operation) throw new Error(`No operation has the scheme ${scheme}.`);
    const secret = await credentials.for(operation, rows);
    const { path, method, json } = requestTo(operation, rows, ["near"]);
    const send = (key: string) => server.call(path, { key, method, json });

    const good = await send(secret);
    const near = await send(of(secret));

    expect(good.status).toBeLessThan(300);
    expect(near.status).toBe(401);
    expect(near.body.error.code).toBe("unauthorized");
  });
});

describe("a visitor's session", async () => {
  const website = await runCommand(
    server.store,
    `keys create --messenger --workspace test --origins ${origin}`.split(" "),
    {
      by: "ana",
      encryption: () => ({ cipher: server.cipher, keys: [randomBytes(32)] }),
    },
  );
  const email = "vera@example.com";
  const sign = (text: string) =>
    createHmac("sha256", website.signing_secret).update(text).digest("hex");
  const signature = sign(email);
  const start = (json: object) =>
    server.call("/v1/messenger/sessions", { key: website.token, json });

  test("starts with the signature of its email", async () => {
    const { status, body } = await start({ email, email_signature: signature });
    expect(status).toBe(200);
    expect(body.data.email_verified).toBe(true);
  });

  const expiry = new Date(Date.now() + 60_000).toISOString();
  test.each([
    { name: "one byte less", email_signature: signature.slice(0, -2) },
    { name: "one character less", email_signature: signature.slice(0, -1) },
    { name: "its first byte alone", email_signature: signature.slice(0, 2) },
    { name: "nothing", email_signature: "" },
    { name: "one byte more", email_signature: `${signature}00` },
    { name: "another last byte", email_signature: otherLast(signature) },
    { name: "zeros", email_signature: "0".repeat(64) },
    { name: "capitals", email_signature: signature.toUpperCase() },
    { name: "a space behind it", email_signature: `${signature} ` },
    {
      name: "that of a shorter email",
      email_signature: sign("vera@example.co"),
    },
    { name: "that of a longer email", email_signature: sign(`${email}.ar`) },
    { name: "that of no email", email_signature: sign("") },
    {
      name: "that of the email alone beside an expiry",
      email_signature: signature,
      email_signature_expires_at: expiry,
    },
    {
      name: "that of an expiry which it does not send",
      email_signature: sign(`${email}\n${expiry}`),
    },
  ])("does not start with $name", async ({ name: _, ...fields }) => {
    const { status, body } = await start({ email, ...fields });
    expect(status).toBe(422);
    expect(body.error.code).toBe("validation_error");
    expect(body).not.toHaveProperty("data");
  });

  const ofPages = everyOperation.filter(({ scheme }) => scheme !== "apiKey");
  const credentialFor = async (scheme: string): Promise<string> => {
    if (scheme === "messengerPublicToken") return website.token;
    return (await start({})).body.data.secret;
  };
  const origins = [
    "https://shop.exampl",
    "https://shop.example.evil.example",
    "https://evil-shop.example",
    "https://a.shop.example",
    "https://shop.example:8443",
    "http://shop.example",
    "https://SHOP.example",
    "https://shop.example/",
    "null",
    "",
  ];

  test.each(ofPages)(
    "$id is not for pages of other origins",
    async (operation) => {
      const { path, method, json } = requestTo(operation, rows, ["origin"]);
      for (const other of origins) {
        const key = await credentialFor(operation.scheme);
        const headers = { Origin: other };
        const { status, body } = await server.call(path, {
          key,
          method,
          json,
          headers,
        });
        expect(status, other).toBe(403);
        expect(body.error?.code, other).toBe("origin_not_allowed");
      }
      const key = await credentialFor(operation.scheme);
      const headers = { Origin: origin };
      const own = await server.call(path, { key, method, json, headers });
      expect(own.status).not.toBe(403);
    },
  );
});
