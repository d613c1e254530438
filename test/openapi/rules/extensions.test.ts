import { readdirSync } from "node:fs";
import { expect, test } from "vitest";
import {
  breakContract,
  expectProblem,
  lint,
  listed,
  vip,
  type Break,
} from "./breaks.ts";

const extension = (message: string, meant = "") =>
  `contacts/known-extensions: ${message}. #extensions${meant && ` (${meant}?)`}`;
const clients = readdirSync("client").flatMap(
  (file) => /^([a-z]+)\.ts$/.exec(file)?.[1] ?? [],
);

test.each<Break>([
  {
    from: "x-idempotent: true",
    to: "x-idempotant: true",
    message: extension("There is no extension `x-idempotant`", "x-idempotent"),
  },
  {
    from: "x-idempotent: true",
    to: "x-idempotent: yes please",
    message: extension("`x-idempotent` must be true"),
  },
  {
    from: "messengerSessionsPerEmail: 100",
    to: "messengerSessionsPerEmail: many",
    message: extension("`x-limits.messengerSessionsPerEmail` must be integer"),
  },
  {
    from: "x-not-sent: [import]",
    to: "x-not-sent: [imprt]",
    message: extension(
      "`x-not-sent.0` must be one of api, messenger, import",
      "import",
    ),
  },
  {
    from: listed,
    to: '$&$1deprecated: true\n$1x-sunset: "2026-10-01"\n$1x-deprecated-on: "2026-11-01"\n',
    message: extension("`x-sunset` should be >= 2026-11-01"),
    at: /x-sunset/,
  },
  {
    from: "x-exact: { format: email }",
    to: "x-exact: { formt: email }",
    message: extension("`x-exact.formt` means nothing", "format"),
  },
  {
    from: "x-exact: { format: email }",
    to: 'x-exact: { pattern: "^[" }',
    message: extension('`x-exact.pattern` must match format "regex"'),
  },
  {
    from: "      operationId: listContacts\n",
    to: "$&      x-feed: false\n",
    message: extension("`x-feed` means nothing here: it is for Webhook"),
  },
  {
    from: "x-client: follow",
    to: "x-client: folow",
    message: extension(
      `\`x-client\` must be one of ${clients.join(", ")}`,
      "follow",
    ),
  },
])("$message", expectProblem);

test("samples that generate adds to the published contract are known", async () => {
  const text = breakContract(listed, "$&$1x-codeSamples: []\n");
  expect(await lint(text)).toEqual([]);
});

test("a field may have the name of an extension", async () => {
  const problems = await lint(breakContract(vip, "$1x-vip: $2\n$&"));
  expect(problems.filter((each) => each.includes("known-extensions"))).toEqual(
    [],
  );
});

test("a schema in a webhook may have what other schemas have", async () => {
  const text = breakContract(
    '- { $ref: "#/components/parameters/WebhookTimestamp" }',
    "- { name: a, in: header, description: A., example: a, schema: { type: string, maxLength: 9, x-extensible-enum: [a] } }\n        $&",
  );
  expect(await lint(text)).toEqual([]);
});
