import { describe, expect, test } from "vitest";
import { limits } from "../../../generated/constants.ts";
import { startServer } from "../../support/server.ts";

const server = await startServer();
const key = await server.key(["contacts:read", "contacts:write"]);
const update = (id: string, json: object) =>
  server.call(`/v1/contacts/${id}`, { key, method: "PATCH", json });

let added = 0;
const add = async (fields: object) => {
  const email = `c${++added}@example.com`;
  const json = { name: "x", email, ...fields };
  return (await server.call("/v1/contacts", { key, json })).body.data;
};

describe("labels", () => {
  test("are added and removed, whoever else does so at the same time", async () => {
    const { id } = await add({ tags: ["a", "old"] });
    const labels = Array.from({ length: 20 }, (_, i) => `t${i}`);
    const all = labels.map((label) =>
      update(id, { add_tags: [` ${label} `, label], remove_tags: [" old "] }),
    );
    expect((await Promise.all(all)).map(({ status }) => status)).toEqual(
      labels.map(() => 200),
    );
    const { tags } = (await server.call(`/v1/contacts/${id}`, { key })).body
      .data;
    expect(tags.toSorted()).toEqual(["a", ...labels].toSorted());
    const replaced = await update(id, {
      remove_tags: labels,
      add_tags: ["t3"],
    });
    expect(replaced.body.data.tags).toEqual(["a", "t3"]);
  });

  test("keep their place when they are removed and added, so that the same change again changes nothing", async () => {
    const { id, version } = await add({ tags: ["a", "b", "c"] });

    const { body } = await update(id, { remove_tags: ["a"], add_tags: ["a"] });

    expect(body.data).toMatchObject({ tags: ["a", "b", "c"], version });
  });

  test("of a full list can be added again, and another one in the place of one", async () => {
    const tags = Array.from({ length: limits.tags }, (_, i) => `t${i}`);
    const { id } = await add({ tags });
    const again = await update(id, { add_tags: tags.slice(0, 2) });
    expect([again.status, again.body.data?.tags]).toEqual([200, tags]);
    const changes = { add_tags: ["new"], remove_tags: ["t0"] };
    const replaced = await update(id, changes);
    const expected = [...tags.slice(1), "new"];
    expect([replaced.status, replaced.body.data?.tags]).toEqual([
      200,
      expected,
    ]);
    expect((await update(id, { add_tags: ["t0"] })).status).toBe(422);
  });

  test.each<{ json: object; tags: string[] }>([
    { json: { tags: ["b"], add_tags: [], remove_tags: [] }, tags: ["b"] },
    { json: { tags: [], add_tags: [], remove_tags: [] }, tags: [] },
    { json: { tags: null, add_tags: [] }, tags: [] },
    { json: { add_tags: [], remove_tags: [] }, tags: ["a"] },
    { json: { add_tags: ["b"], remove_tags: [] }, tags: ["a", "b"] },
  ])(
    "an empty list is the same as none: $json leaves $tags",
    async ({ json, tags }) => {
      const single = await update((await add({ tags: ["a"] })).id, json);
      expect(single.status).toBe(200);
      expect(single.body.data?.tags).toEqual(tags);
      const { id } = await add({ tags: ["a"] });
      const contacts = [{ id, ...json }];
      const batch = await server.call("/v1/contacts/batch", {
        key,
        json: { contacts },
      });
      expect(batch.body.data.results[0]?.contact?.tags).toEqual(tags);
    },
  );

  test.each<{ json: object; path: string }>([
    { json: { tags: ["b"], add_tags: ["c"] }, path: "tags" },
    { json: { tags: null, remove_tags: ["a"] }, path: "tags" },
    {
      json: {
        add_tags: Array.from({ length: limits.tags }, (_, i) => `t${i}`),
      },
      path: "add_tags",
    },
    { json: { add_tags: null }, path: "add_tags" },
  ])("that are wrong are named: $json", async ({ json, path }) => {
    const { status, body } = await update(
      (await add({ tags: ["a"] })).id,
      json,
    );
    expect(status).toBe(422);
    expect(body.error.details?.[0]?.path).toEqual([path]);
  });
});
