import { expect, test } from "vitest";
import { compilers, consumers, installClient } from "./client-package.ts";

const consumer = await installClient();

/** Programs that import from the package: the released consumers, and one for the other exports. */
const programs = [...consumers.values()];
programs.push(`import { createClient, type CallOptions } from "contacts-client";
import type { operations } from "contacts-client/schema";
import { verifyWebhookSync } from "contacts-client/webhooks/node";
export type Query = operations["listContacts"]["parameters"]["query"];
export const options: CallOptions = { signal: [new AbortController().signal][0], timeout: undefined };
createClient({ apiKey: process.env["CONTACTS_API_KEY"], baseUrl: undefined, logger: console });
verifyWebhookSync({}, "", "x");
`);

/**
 * Setups of a consumer's project: the ending of its files, and the compiler's options. The last one
 * checks the package's types too.
 */
const projects = [
  [".mts", "--skipLibCheck --module nodenext"],
  [".cts", "--skipLibCheck --module node16"],
  [".ts", "--skipLibCheck --module esnext --moduleResolution bundler"],
  [".cts", "--skipLibCheck --module commonjs"],
  [
    ".mts",
    "--module nodenext --exactOptionalPropertyTypes --noUncheckedIndexedAccess --verbatimModuleSyntax --isolatedModules " +
      "--lib es2022,dom,dom.iterable,dom.asynciterable",
  ],
] as const;

test.each(
  compilers.flatMap((compiler) =>
    projects.map((project) => [compiler, ...project] as const),
  ),
)("%s checks its types in *%s with %s", async (compiler, ending, options) => {
  const files = programs.map((code, n) =>
    consumer.write(`consumer-${n}${ending}`, code),
  );
  expect(await consumer.compile(files, options, compiler)).toBe("");
});

test.each(
  compilers.flatMap((compiler) =>
    ["--module nodenext", "--module esnext --moduleResolution bundler"].map(
      (module) => [compiler, module] as const,
    ),
  ),
)(
  "%s writes the declarations of what a library exports, with %s",
  async (compiler, module) => {
    const file = consumer.write(
      "library.mts",
      `import { createClient } from "contacts-client";
import { createMessenger } from "contacts-client/messenger";
import { example, mockFetch } from "contacts-client/testing";
import { signTestWebhook, verifyWebhook } from "contacts-client/webhooks";
const api = createClient();
export const { raw, contacts, events, withOptions } = api;
export const list = () => api.raw.GET("/v1/contacts");
export const create = (name: string) =>
  api.raw.POST("/v1/contacts", { body: { name, email: "x" } });
export const { GET, use, request } = api.raw;
export const follow = api.events.follow({});
export const result = api.contacts.get("x").result();
export const session = createMessenger({ token: "x", baseUrl: "x" }).resume("x");
export const messages = session.conversations.messages.list("x").withResponse();
export const testing = { example, fetch: mockFetch({}), signTestWebhook, verifyWebhook };
`,
    );
    const options = `--skipLibCheck ${module} --noEmit false --declaration --emitDeclarationOnly --outDir ${consumer.folder}/declarations`;
    expect(await consumer.compile([file], options, compiler)).toBe("");
  },
);
