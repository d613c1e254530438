import { expect, test } from "vitest";
import {
  breakContract,
  expectProblem,
  lineOf,
  lint,
  vip,
  type Break,
} from "./breaks.ts";

test.each<Break>([
  {
    from: "tags: [Contacts]",
    to: "tags: [People]",
    message:
      "contacts/known-tags: There is no tag `People` in the `tags` of the contract. #names",
  },
  {
    from: /(operationId: listMessages[^]*?) +- \{ \$ref: "#\/components\/parameters\/Limit" \}\n/,
    to: "$1",
    message:
      "contacts/list-pages: The list is not read in pages: limit missing. #pages",
    at: /operationId: listMessages[^]*?responses:/,
  },
  {
    from: /(operationId: listMessages[^]*?) +- \{ \$ref: "#\/components\/parameters\/MessageCursor" \}\n/,
    to: "$1",
    message:
      "contacts/list-pages: The list is not read in pages: cursor missing. #pages",
    at: /operationId: listMessages[^]*?responses:/,
  },
  {
    from: /(operationId: updateTicket[^]*?) +- \{ \$ref: "#\/components\/parameters\/ClientName" \}\n/,
    to: "$1",
    message:
      "contacts/named-writers: This write does not take `Client-Name`, which others with its security scheme take. #writes",
    at: /\/v1\/tickets\/\{id\}:[^]*?patch:/,
  },
  {
    from: "description: Full name. }",
    to: "description: }",
    message:
      "contacts/described-fields: The field `name` has no description. #fields",
  },
  {
    from: vip,
    to: "$1anything: true\n$&",
    message:
      "contacts/described-fields: The field `anything` has no description. #fields",
  },
  {
    from: /( +)created_at: .*\n/,
    to: "$1created_at: { description: When., type: string, maxLength: 30 }\n",
    message:
      "contacts/described-fields: The field `created_at` has no `format: date-time`. #fields",
  },
  {
    from: "description: The largest number of elements in a page.",
    to: "description: At most 99 elements.",
    message:
      'contacts/known-numbers: The text says "99 elements", which is no number of `x-limits` or `x-delivery` and no bound of this element. #numbers-in-texts',
  },
  {
    from: "than 5 minutes.",
    to: "than 6 minutes.",
    message:
      'contacts/known-numbers: The text says "6 minutes", which is no number of `x-limits` or `x-delivery` and no bound of this element. #numbers-in-texts',
    at: /name: webhook-timestamp\n.*\n.*\n.*description/,
  },
  {
    from: "description: The largest number of elements in a page.",
    to: "description: At most 100 seconds.",
    message:
      'contacts/known-numbers: The text says "100 seconds", which is no number of `x-limits` or `x-delivery` and no bound of this element. #numbers-in-texts',
  },
  {
    from: "summary: List contacts\n",
    to: 'summary: "TODO: say what it lists"\n',
    message:
      'contacts/finished-texts: Somebody still has to write this text: "TODO: say what it lists". #texts',
  },
  {
    from: "tags: [Webhook events]",
    to: "tags: [Webhook event]",
    message:
      "contacts/known-tags: There is no tag `Webhook event` in the `tags` of the contract. #names (Webhook events?)",
  },
])("$message", expectProblem);

test.each(["next_cursor", "has_more"])(
  "a page of a list has %s",
  async (field) => {
    const pages = new RegExp(`( {4}MessagePage:[^]*? )${field}: `);
    const problems = await lint(breakContract(pages, "$1other: "));
    expect(problems).toContainEqual(
      expect.stringContaining(
        `contacts/list-pages: The list is not read in pages: ${field} missing.`,
      ),
    );
  },
);

test.each(["post", "put", "delete"])("a %s is a write, too", async (method) => {
  const patch =
    /patch:(\n +operationId: updateTicket[^]*?) +- .*\/ClientName" \}\n/;
  const problems = await lint(breakContract(patch, `${method}:$1`));
  expect(problems).toContainEqual(
    expect.stringContaining(
      "contacts/named-writers: This write does not take `Client-Name`",
    ),
  );
});

test("a tag that lost its declaration is reported once, with the declared tag that no operation has", async () => {
  const text = breakContract("- name: Tickets\n", "- name: Jobs\n");
  const problems = await lint(text);
  expect(problems.filter((each) => each.includes("known-tags"))).toEqual([
    `${lineOf(text, /tags: \[Tickets\]/)} contacts/known-tags: There is no tag \`Tickets\` in the \`tags\` of the contract. See openapi/README.md#names (Jobs?)`,
  ]);
});

test("a limit that is no query parameter does not page a list", async () => {
  const text = breakContract(/( {6}name: limit\n {6}in: )query/, "$1header");
  expect(await lint(text)).toContainEqual(
    expect.stringContaining(
      "contacts/list-pages: The list is not read in pages: limit missing.",
    ),
  );
});

test("a list in the response of a POST is not read in pages", async () => {
  const text = breakContract(
    /(operationId: batchContacts\n[^]*?schemas\/)ContactBatchResponse"/,
    '$1TicketPage"',
  ).replace(/( {4}TicketPage:[^]*? )next_cursor: /, "$1other: ");
  const problems = await lint(text);
  expect(
    problems.filter((each) => each.includes("contacts/list-pages")),
  ).toHaveLength(1);
});

test("nothing is reported of a timestamp in a branch, and of a number in the introduction", async () => {
  const text = breakContract(
    /( +)created_at: .*\n/,
    "$1created_at: { description: When., allOf: [{ type: string, format: date-time }] }\n",
  ).replace("  description: |\n", "$&    It has 7 seconds.\n");
  expect(await lint(text)).toEqual([]);
});
