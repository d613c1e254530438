import { expect, test } from "vitest";
import { values } from "../../generated/constants.ts";
import { errorsInEvent } from "../../server/contract/schema.ts";
import { at, contract } from "../support/at.ts";

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

test.each(types)("%s is sent with the headers of Standard Webhooks, and without a key", (type) => {
  const operation = `/webhooks/${type}/post`;
  const headers = Object.keys(at(operation).parameters).map((i) => at(`${operation}/parameters/${i}`));
  expect(
    headers.map((header: { name: string; in: string; required: boolean }) => [
      header.name,
      header.in,
      header.required,
    ]),
  ).toEqual([
    ["webhook-id", "header", true],
    ["webhook-timestamp", "header", true],
    ["webhook-signature", "header", true],
  ]);
  expect(at(operation).security).toEqual([]);
});
