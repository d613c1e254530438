import { expect, test } from "vitest";
import { values } from "../../generated/constants.ts";
import { errorsInEvent } from "../../server/contract/schema.ts";
import { at, flat, contract, type Json } from "../support/at.ts";
import { brokenInvariants } from "./invariants.ts";
import { everyOperation } from "../support/operation.ts";
import { checkPage } from "../conformance/pages.ts";

const { examples } = contract.components;

// Lint holds each against its schema.
test.each(Object.keys(examples))("%s could be true", (name) => {
  expect(brokenInvariants(examples[name].value)).toEqual([]);
});

const pages = everyOperation
  .filter(({ listed }) => listed !== undefined)
  .flatMap((operation) => {
    const [success]: Json[] = Object.values(
      flat(contract.paths[operation.path].get.responses["200"]).content,
    );
    return Object.entries(success.examples).map(([name, example]) => ({ operation, name, example }));
  });

test.each(pages)(
  "the page $name of $operation.id is in order, and leads to the next",
  ({ operation, example }) => {
    const { value } = flat(example);
    // The page that was asked for is as long as the one that is shown; an empty one with a cursor follows another.
    const last = value.data.length === 0 ? "cursor=" : "";
    const query = value.has_more ? `limit=${value.data.length}` : last;
    checkPage(operation, `${operation.path}?${query}`, value);
  },
);

const types = Object.keys(contract.webhooks);

test("every type of event has a webhook, and the test", () => {
  expect([...types].sort()).toEqual([...values.EventType, "webhook.test"].sort());
});

test.each(types)("the request of %s is an event of that type, in the feed as in a webhook", (type) => {
  const body = `/webhooks/${type}/post/requestBody/content/application~1json`;
  expect(at(`${body}/schema`).properties.type.enum).toContain(type);
  const { value } = at(`${body}/examples/event`);
  expect(value.type).toBe(type);
  expect(errorsInEvent(value)).toEqual([]);
});
