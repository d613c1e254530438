import { expect, test } from "vitest";
import { prepare } from "../../../server/operator/run.ts";
import { startServer } from "../../support/server.ts";
import { credentialsOf, runCommand } from "../../support/world.ts";

test("keys list --workspace shows the keys and messenger tokens of this workspace only", async () => {
  const server = await startServer();
  const id = await server.workspaceId("acme"); // with a key of its own
  await server.key(["*"], "other");
  for (const workspace of ["acme", "other"])
    await credentialsOf(server, workspace).token();
  const operate = (...line: string[]) =>
    prepare(line)(server.store).then(JSON.parse);
  const list = (workspace: string) =>
    operate("keys", "list", "--workspace", workspace);
  const byName = await list("acme");
  const ofAcme = [expect.objectContaining({ workspace: "acme" })];
  expect(byName).toEqual({ keys: ofAcme, messenger_tokens: ofAcme });
  expect(await list(id)).toEqual(byName);
  await expect(list("nobody")).rejects.toThrow(
    "There is no workspace nobody. To list them: npm run -s operator -- workspaces --all",
  );
});

test("keys list shows the oldest keys and messenger tokens first", async () => {
  let now = Date.now();
  const server = await startServer({ clock: () => new Date(now) });
  const names = ["zeta", "acme", "media"];
  for (const workspace of names) {
    now += 1000;
    await server.key(["*"], workspace);
    await credentialsOf(server, workspace).token();
  }
  const list = await runCommand(server.store, ["keys", "list"]);
  for (const rows of [list.keys, list.messenger_tokens])
    expect(
      rows.map(({ workspace }: { workspace: string }) => workspace),
    ).toEqual(names);
});
