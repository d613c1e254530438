import { sql } from "kysely";
import { expect, onTestFinished, test } from "vitest";
import { buildLine } from "../../../../server/contract/build-info.ts";
import { doctor } from "../../../../server/operator/doctor/doctor.ts";
import { prepare } from "../../../../server/operator/run.ts";
import { openStore } from "../../../../server/store/open/open.ts";
import { operate, run } from "../../../support/process.ts";
import { onPostgres } from "../../../support/store.ts";
import { openSession } from "../../../support/postgres.ts";
import { restoreOld } from "./old-database.ts";

test("a command leaves tables of 1.1.0 alone, and names the command that brings them over", async () => {
  const old = await restoreOld("327426ff");
  const refused = openStore(old, { by: "operator" });
  await expect(refused).rejects.toThrow(
    `The tables of this database are of version 1.1.0, and this is ${buildLine()}. ` +
      "Stop the servers of 1.1.0, make a backup, and run: npm run migrate",
  );
  const { stdout } = await run(
    "server/operator/main.ts",
    ["operator", "doctor"],
    ".",
    old.settings,
  );
  expect(stdout).toMatch(/of version 1\.1\.0.*run: npm run migrate/);

  await operate(old.settings, "migrate");
  const keys = await operate(old.settings, "keys", "list");
  expect(keys).toMatchObject({ keys: [{ workspace: "acme" }] });
});

test.runIf(onPostgres)(
  "tables of a version before 1.1.0 are refused, with the version that brings them to 1.1.0",
  async () => {
    const { databaseUrl, ...old } = await restoreOld("327426ff");
    const session = await openSession(databaseUrl);
    await session.query(
      "delete from kysely_migration where name >= '0016-messenger'",
    );
    await expect(openStore({ databaseUrl, ...old })).rejects.toThrow(
      `The tables of this database are of a version before 1.1.0, and this is ${buildLine()}. ` +
        "Make a backup, start version 1.1.0 on the database once, and then this version.",
    );
    const { text } = await doctor.run([], old.settings);
    expect(text).toMatch(/the tables are of a version before 1\.1\.0/);
  },
);

test.runIf(onPostgres)(
  "the table kysely_migration of another program is not taken for one of 1.1.0",
  async () => {
    const { databaseUrl, ...old } = await restoreOld("327426ff");
    const session = await openSession(databaseUrl);
    await session.query("update kysely_migration set name = 'other-' || name");
    await expect(openStore({ databaseUrl, ...old })).rejects.toThrow(
      "The tables of another program are in this database. Give the server an empty one.",
    );
  },
);

test("a command on tables of 1.2.0 names the migrations that are missing, and the command that runs them", async () => {
  const old = await restoreOld("588c18b4");
  const opened = await openStore(old, { by: "operator" });
  onTestFinished(opened.close);
  await expect(
    prepare(["operator", "usage", "--workspace", "acme"])(opened),
  ).rejects.toThrow(
    `The tables are not those of ${buildLine()}: their newest migration is 0001-baseline, and 0002-contacts-search, `,
  );
});

test("a start notes which version has migrated a database", async () => {
  const old = await restoreOld("5516bdc3");
  const opened = await openStore(old);
  onTestFinished(opened.close);
  const { rows } = await sql`
    select version from migrations where name in ('0001-baseline', '0051-migrations-version') order by name`.execute(
    opened.database,
  );
  expect(rows).toEqual([{ version: null }, { version: buildLine() }]);
});
