import { expect, test } from "vitest";
import { breakContract, expectProblem, lint, type Break } from "./breaks.ts";

test.each<Break>([
  {
    from: "        - ticket.updated\n",
    to: "",
    message:
      "contacts/known-events: The list of the types of events does not have `ticket.updated`. #events",
    at: /EventType:[^]*?x-extensible-enum/,
  },
  {
    from: /( {4}KnownEventType:[^]*?) +- ticket\.updated\n/,
    to: "$1",
    message:
      "contacts/known-events: The list of the types of events does not have `ticket.updated`. #events",
    at: / {4}KnownEventType:[^]*?enum:/,
  },
  {
    from: "        - ticket.updated\n",
    to: "$&        - ticket.closed\n",
    message:
      "contacts/known-events: There is no webhook `ticket.closed`. #events",
  },
  {
    from: "const: ticket.updated",
    to: "maxLength: 50",
    message:
      "contacts/known-events: The schema of the event does not fix its type: give it a property `type` with `const: ticket.updated`. #events",
    at: /schema: \{ \$ref: "#\/components\/schemas\/TicketUpdatedEvent"/,
  },
])("$message", expectProblem);

test("an event does not have the type of another webhook", async () => {
  const text = breakContract("const: ticket.updated", "const: ticket.created");
  expect(await lint(text)).toContainEqual(
    expect.stringContaining(
      "contacts/known-events: The schema of the event does not fix its type: give it a property `type` with `const: ticket.updated`.",
    ),
  );
});
