import { expect, test } from "vitest";
import { openPostgres } from "../../../server/store/postgres.ts";
import { createDatabase, onPostgres } from "../../support/store.ts";

test.runIf(onPostgres)("ten processes that start at once on an empty database migrate it once", async () => {
  const { url, drop } = await createDatabase();
  const stores = await Promise.all(Array.from({ length: 10 }, () => openPostgres(url)));
  const { rows } = await stores[0]!.database
    .selectNoFrom(({ fn }) => fn.countAll().as("n"))
    .execute()
    .then((rows) => ({ rows }));
  expect(rows).toHaveLength(1);
  await Promise.all(stores.map((store) => store.close()));
  await drop();
});
