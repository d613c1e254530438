import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { temporaryFolder } from "../../support/folder.ts";
import { makeRepository, runScript } from "./repository.ts";

/** A test of the new repository: an item to which another object refers. */
const deletion = `import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pino } from "pino";
import { expect, it } from "vitest";
import { createClient } from "../../client/index.ts";
import { startServer } from "../../server/start.ts";

it("an object to which another one refers is not deleted", async () => {
  const dataDir = mkdtempSync(join(tmpdir(), "loans-"));
  const server = await startServer(
    { host: "127.0.0.1", port: 0, dataDir, databaseUrl: undefined, encryptionKeys: [] },
    pino({ level: "silent" }),
  );
  const { items, loans } = createClient({
    baseUrl: server.address,
    apiKey: await server.createKey(),
  });
  const [lent, free] = [await items.create({ name: "Lent" }), await items.create({ name: "Free" })];
  await loans.create({ note: "Ana", item_id: lent.id });
  await expect(items.delete(lent.id)).rejects.toMatchObject({
    status: 422,
    details: [{ path: [], reason: "conflict" }],
  });
  expect(await items.delete(free.id)).toMatchObject({ deleted: true });
  await server.stop();
  rmSync(dataDir, { recursive: true });
});
`;

// It runs alone for a minute and a half, and for minutes beside others.
test("the repository of a new API passes its own checks and tests", async () => {
  const folder = temporaryFolder(onTestFinished);
  await makeRepository(folder);
  const passed = { status: 0 };
  expect(runScript(folder, "check:static")).toMatchObject(passed);
  const resource = ["resource", "--name", "loan", "--prefix", "ln"];
  const fields = ["--fields", "note=Una nota,item_id=ref(item)"];
  const made = runScript(folder, "new", "--", ...resource, ...fields);
  expect(made).toMatchObject(passed);
  writeFileSync(join(folder, "test/server/loans.test.ts"), deletion);
  expect(runScript(folder, "test")).toMatchObject(passed);
}, 900_000);
