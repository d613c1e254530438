import { expect, test } from "vitest";
import { startServer } from "../../support/server.ts";
import { runCommand } from "../../support/world.ts";

const commandLine = ["operator", "webhooks", "--failing"];

test("webhooks --failing shows first what has failed for the longest time", async () => {
  const { store, as } = await startServer();
  const acme = await as("acme");
  for (const failing_since of ["2026-03-02", "2026-03-01", "2026-03-03"]) {
    const webhook = { url: "https://8.8.8.8/hook", events: ["*"] };
    const { id } = (await acme("/v1/webhooks", webhook)).body.data;
    await store.database
      .updateTable("webhooks")
      .set({ failing_since: `${failing_since}T00:00:00.000Z` })
      .where("id", "=", id)
      .execute();
  }
  const { webhooks } = await runCommand(store, commandLine);
  const since: string[] = webhooks.map(
    (webhook: { failing_since: string }) => webhook.failing_since,
  );
  expect(since.map((time) => time.slice(0, 10))).toEqual([
    "2026-03-01",
    "2026-03-02",
    "2026-03-03",
  ]);
});

test("webhooks --failing shows last what was disabled for failing and has succeeded since", async () => {
  const { store, as } = await startServer();
  const acme = await as("acme");
  const create = async (fields: object) => {
    const webhook = { url: "https://8.8.8.8/hook", events: ["*"] };
    const { id } = (await acme("/v1/webhooks", webhook)).body.data;
    await store.database
      .updateTable("webhooks")
      .set(fields)
      .where("id", "=", id)
      .execute();
    return id;
  };
  const disabled = { status: "disabled", disabled_reason: "gone" };
  const gone = await create(disabled);
  const failing = await create({
    failing_since: "2026-03-01T00:00:00.000Z",
  });
  await create({ ...disabled, disabled_reason: "manual" });

  const { webhooks } = await runCommand(store, commandLine);

  const ids = webhooks.map(({ id }: { id: string }) => id);
  expect(ids).toEqual([failing, gone]);
});

test("webhooks --failing lists none where none fails", async () => {
  const { store, as } = await startServer();
  const acme = await as("acme");
  const webhook = { url: "https://8.8.8.8/hook", events: ["*"] };
  expect((await acme("/v1/webhooks", webhook)).status).toBe(201);

  expect(await runCommand(store, commandLine)).toEqual({ webhooks: [] });
});
