import { expect, test } from "vitest";
import { values } from "../../generated/constants.ts";
import { errorsInEvent } from "../../server/contract/schema.ts";
import { compile, at, flat, contract } from "../support/at.ts";
import { brokenInvariants } from "./invariants.ts";
import { everyOperation } from "../support/operation.ts";
import { checkPage } from "../conformance/pages.ts";

/** What can have examples: a media type, a parameter, a header. Everything else in the contract has none of these. */
interface Described {
  schema?: object;
  example?: unknown;
  examples?: Record<string, object>;
}

/** Everything that has a schema and examples of it, with its place: bodies, responses, parameters, headers. */
function* withExamples(
  node: Described,
  place: string,
): Generator<[place: string, schema: object, value: unknown]> {
  const { schema, example, examples = {} } = node;
  if (schema && example !== undefined) yield [place, schema, example];
  if (schema)
    for (const [name, named] of Object.entries(examples))
      yield [`${place} ${name}`, schema, flat(named).value];
  for (const [name, child] of Object.entries<unknown>({ ...node }))
    if (typeof child === "object" && child !== null) yield* withExamples(child, `${place}/${name}`);
}

const found = [...withExamples(contract, "")];

// Lint says so as well; here it is said by what judges the server's responses.
test.each(found)("%s is valid, and could be true", (_, schema, value) => {
  const validate = compile(schema);
  validate(value);
  expect(validate.errors ?? []).toEqual([]);
  expect(brokenInvariants(value)).toEqual([]);
});

const pages = everyOperation
  .filter(({ listed }) => listed !== undefined)
  .flatMap((operation) => {
    const [success] = Object.values<Required<Described>>(
      flat(contract.paths[operation.path].get.responses["200"]).content,
    );
    return Object.entries(success?.examples ?? {}).map(([name, example]) => ({ operation, name, example }));
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
