import { expect, test } from "vitest";
import { startServer } from "../support/server.ts";

let now = Date.now();
const server = await startServer({ clock: () => new Date(now) });
const key = await server.key(["*"]);
const hour = 60 * 60 * 1000;

test("a clock that is set back hides and repeats nothing, in lists and in the feed", async () => {
  const made: string[] = [];
  for (let n = 0; n < 12; n++) {
    now += n % 4 === 3 ? -hour : 1000;
    const json = { name: "Ana", email: `${n}@example.com` };
    made.push((await server.call("/v1/contacts", { key, json })).body.data.id);
  }
  const walk = async (path: "/v1/contacts" | "/v1/events") => {
    const ids: string[] = [];
    let cursor = "";
    for (;;) {
      const { body } = await server.call(`${path}?limit=2${cursor}`, { key });
      ids.push(...body.data.map((it) => ("data" in it ? it.data.id : it.id)));
      if (!body.has_more) return ids;
      cursor = `&cursor=${body.next_cursor}`;
    }
  };
  const listed = await walk("/v1/contacts");
  expect(listed).toHaveLength(made.length);
  expect(new Set(listed)).toEqual(new Set(made));
  // The feed goes by the order in which things happened, whatever the clock said of it.
  expect(await walk("/v1/events")).toEqual(made);
});
