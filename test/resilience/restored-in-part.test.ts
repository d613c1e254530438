import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { temporaryFolder } from "../support/folder.ts";
import { onPostgres } from "../support/store.ts";
import { createDatabases, fill, stop } from "./backups.ts";
import { hasPostgres } from "./cluster.ts";
import { command, expectRefused } from "./refused.ts";
import { launch, makeKeys } from "./service.ts";

const sections = ["pre-data", "data"];

test.runIf(onPostgres && hasPostgres).each([
  {
    restored: ["pre-data"],
    fault: "the rows of the table migrations are missing",
  },
  {
    restored: ["pre-data", "data"],
    fault:
      "the constraint contacts_pkey of contacts is missing: alter table contacts add constraint contacts_pkey PRIMARY KEY (workspace_id, id);",
  },
])(
  "a dump of which pg_restore restored $restored alone is refused by name",
  { timeout: 180_000 },
  async ({ restored, fault }) => {
    const { cluster, database } = await createDatabases();
    const whole = {
      ...cluster.settings,
      DATABASE_URL: await database("whole"),
    };
    await makeKeys(whole, 1);
    const archive = join(temporaryFolder(), "dump");
    writeFileSync(archive, "");
    cluster.run("pg_dump", ["-Fc", "-f", archive, whole.DATABASE_URL]);
    const inPart = { ...whole, DATABASE_URL: await database("in_part") };
    const options = restored.map((section) => `--section=${section}`);
    cluster.run("pg_restore", [...options, "-d", inPart.DATABASE_URL, archive]);
    await expectRefused(inPart, fault);
  },
);

test.runIf(onPostgres && hasPostgres)(
  "the statements that a refusal names make what was restored in part whole, and then it is served",
  { timeout: 180_000 },
  async () => {
    const { inPart, keys, cluster } = await restoreInPart(
      sections.map((section) => `--section=${section}`),
    );
    const faults = await expectRefused(inPart, "the constraint contacts_pkey");
    const named = ["constraint", "index", "trigger"];
    for (const kind of named)
      expect(faults).toContainEqual(expect.stringMatching(`^- the ${kind} `));
    const statements = faults.map((fault) => /: (.+;)$/.exec(fault)?.[1]);
    expect(statements).not.toContain(undefined);

    cluster.run("psql", [
      "-q",
      "-v",
      "ON_ERROR_STOP=1",
      "-c",
      statements.join(" "),
      inPart.DATABASE_URL,
    ]);

    const { code, stdout } = await command(
      inPart,
      "operator",
      "doctor",
      "--deep",
    );
    expect(code).toBe(0);
    expect(stdout).toMatch(/^ok +rows +/m);
    const service = await launch(inPart, keys);
    const json = { name: "Ana", email: "new@example.com" };
    expect((await service.call("/v1/contacts", { json })).status).toBe(201);
    await stop(service);
  },
);

test.runIf(onPostgres && hasPostgres)(
  "a dump that was restored without the rows of contacts is refused, and doctor --deep says how many are missing",
  { timeout: 180_000 },
  async () => {
    const { inPart } = await restoreInPart([], / TABLE DATA public contacts /);
    // PostgreSQL could not make the keys that lead to them.
    await expectRefused(
      inPart,
      "the constraint conversations_workspace_id_contact_id_fkey of conversations is missing: alter table conversations add constraint ",
    );
    const { code, stdout } = await command(
      inPart,
      "operator",
      "doctor",
      "--deep",
    );
    expect(code).toBe(1);
    for (const found of [
      "3 missing, referred to by conversations\\.contact_id, e\\.g\\. ct_\\w+",
      "3 of 3 missing in the workspace w \\(ws_\\w+\\), by its usage",
    ])
      expect(stdout).toMatch(
        new RegExp(
          `^error +rows of contacts +${found}\\. Restore a whole `,
          "m",
        ),
      );
  },
);

/**
 * Restores a filled database with options of pg_restore, without the lines of its list that match.
 */
async function restoreInPart(options: string[], leftOut?: RegExp) {
  const { cluster, database } = await createDatabases();
  const common = { ...cluster.settings, LOCAL_WEBHOOKS: "true" };
  const whole = { ...common, DATABASE_URL: await database("whole") };
  const keys = await makeKeys(whole, 4);
  await fill(whole, keys);
  const folder = temporaryFolder();
  const archive = join(folder, "dump");
  const list = join(folder, "list");
  writeFileSync(archive, "");
  cluster.run("pg_dump", ["-Fc", "-f", archive, whole.DATABASE_URL]);
  const lines = cluster.run("pg_restore", ["-l", archive]).split("\n");
  writeFileSync(list, lines.filter((line) => !leftOut?.test(line)).join("\n"));
  const inPart = { ...common, DATABASE_URL: await database("in_part") };
  const from = ["-d", inPart.DATABASE_URL, "-L", list, ...options, archive];
  // It goes on after an error, ends with 1, and is not asked to stop.
  const restore = () => cluster.run("pg_restore", from);
  if (leftOut) expect(restore).toThrow();
  else restore();
  return { cluster, inPart, keys };
}
