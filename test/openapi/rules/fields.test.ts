import { expect, test } from "vitest";
import {
  breakContract,
  expectProblem,
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

test("a PUT is a write, too", async () => {
  const patch =
    /patch:(\n +operationId: updateTicket[^]*?) +- .*\/ClientName" \}\n/;
  const problems = await lint(breakContract(patch, "put:$1"));
  expect(problems).toContainEqual(
    expect.stringContaining(
      "contacts/named-writers: This write does not take `Client-Name`",
    ),
  );
});
