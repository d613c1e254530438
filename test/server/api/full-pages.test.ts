import { beforeAll, describe, expect, test } from "vitest";
import {
  everyOperation,
  type TestedOperation,
} from "../../support/operation.ts";
import { flat } from "../../support/at.ts";
import { startServer } from "../../support/server.ts";
import {
  creating,
  publishArticle,
  requestTo,
  type Rows,
} from "../../support/world.ts";

// A list is right at the end of a page: when one element less than `limit` is left, as many, and
// one more.

const server = await startServer();
const lists = everyOperation.filter(
  ({ listed, scheme }) => listed !== undefined && scheme === "apiKey",
);
const limitOf = ({ parameters }: TestedOperation) => {
  const schema = parameters.find(({ name }) => name === "limit")?.schema;
  return {
    minimum: Number(schema?.minimum),
    usual: Number(schema?.default),
    maximum: Number(schema?.maximum),
  };
};
const largest = Math.max(...lists.map((list) => limitOf(list).maximum));

/** The newest object of each kind: lists below a path belong to one of them. */
let rows: Rows = {};
/** A workspace has few webhooks, so their pages are smaller. */
const webhooks = 5;

async function create(operation: TestedOperation, count: number) {
  const key = await server.key(["*"]);
  for (let n = 0; n < count; n++) {
    const { path, method, json } = requestTo(operation, rows, [`n${n}`]);
    const { body } = await server.call(path, { key, method, json });
    const { id } = body.data as { id: string };
    rows = { ...rows, [operation.created ?? ""]: id };
  }
}

beforeAll(async () => {
  for (const operation of creating) {
    if (operation.id === "redeliverDelivery") continue;
    const isWebhook = operation.created === "wh";
    await create(operation, isWebhook ? webhooks : largest + 2);
  }
  for (let n = 0; n < largest + 2; n++)
    await publishArticle(server.store, "test", [`n${n}`], "help");
}, 300_000);

/** Queries that leave nothing out: each type of event, each time. */
function queriesWithoutEffect({ parameters }: TestedOperation): string[] {
  return parameters.flatMap(({ name, schema }) => {
    if (/_since$/.test(name)) return [`${name}=2000-01-01T00:00:00Z`];
    if (name === "types") return [`types=${flat(schema.items).enum.join()}`];
    return [];
  });
}

describe.each(lists)("$id", (operation) => {
  const { minimum, usual, maximum } = limitOf(operation);
  test.each(["", ...queriesWithoutEffect(operation)])(
    "says has_more when one more follows, and only then: %s",
    async (filter) => {
      const key = await server.key(["*"]);
      const { path } = requestTo(operation, rows);
      const read = async (query: string) => {
        const { status, body } = await server.call(
          `${path}?${query}&${filter}`,
          { key },
        );
        expect(status).toBe(200);
        return body as {
          data: { id: string }[];
          next_cursor: string | null;
          has_more: boolean;
        };
      };
      const ids: string[] = [];
      for (let cursor = "", more = true; more;) {
        const page = await read(`limit=${maximum}${cursor}`);
        ids.push(...page.data.map(({ id }) => id));
        cursor = `&cursor=${page.next_cursor}`;
        more = page.has_more;
      }
      expect(new Set(ids).size).toBe(ids.length);
      const limits = [minimum, usual, maximum, webhooks - 2].filter(
        (limit) => limit + 1 < ids.length,
      );
      expect(limits).toContain(minimum);

      for (const limit of limits) {
        for (const left of [limit - 1, limit, limit + 1].filter(Boolean)) {
          const rest = ids.slice(-left);
          const before = ids.at(-left - 1);
          const page = await read(`limit=${limit}&cursor=${before}`);
          const expected = rest.slice(0, limit);
          expect(
            { ids: page.data.map(({ id }) => id), has_more: page.has_more },
            `limit=${limit} when ${left} are left`,
          ).toEqual({ ids: expected, has_more: left > limit });
          expect(page.next_cursor).toBe(expected.at(-1));
        }
      }
    },
  );
});

test("a reader of some types gets each event of these types, once", async () => {
  const key = await server.key(["*"]);
  interface Event {
    id: string;
    type: string;
  }
  const readAll = async (query: string): Promise<Event[]> => {
    const events: Event[] = [];
    for (let cursor = "", more = true; more;) {
      const path = `/v1/events?${query}${cursor}`;
      const { body } = await server.call(path, { key });
      const page = body as unknown as {
        data: Event[];
        next_cursor: string;
        has_more: boolean;
      };
      events.push(...page.data);
      cursor = `&cursor=${page.next_cursor}`;
      more = page.has_more;
    }
    return events;
  };
  const all = await readAll(`limit=${largest}`);
  const types = [...new Set(all.map(({ type }) => type))];
  expect(types.length).toBeGreaterThan(4);
  for (const wanted of types) {
    const expected = all.filter(({ type }) => type === wanted);
    for (const limit of [largest, largest - 1, 7])
      expect(await readAll(`limit=${limit}&types=${wanted}`)).toEqual(expected);
  }
});
