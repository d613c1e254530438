import { randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import { expect, onTestFinished, test } from "vitest";
import type { AuditEntry } from "../../../server/auth/audit.ts";
import { createCipher } from "../../../server/auth/encryption.ts";
import { prepare, withoutStore } from "../../../server/operator/run.ts";
import { emptyStore, openTestStore } from "../../support/store.ts";
import { temporaryFolder } from "../../support/folder.ts";

/** What the commands of this test print. */
interface Said {
  id: string;
  previous: object;
  rows: object;
  checks: object[];
  erased: boolean;
  entries: AuditEntry[];
}

const manual = readFileSync("server/OPERATIONS.md", "utf8");
/** The arguments after `npm run -s keys` and `operator`: of the blocks in their order, and within sentences. */
const typed = (text: string) =>
  [...text.matchAll(/npm run -s (keys|operator) -- ([^`\n]+)/g)].map(([, group = "", rest = ""]) => [
    group,
    ...rest.split(" "),
  ]);
const inBlocks = [...manual.matchAll(/```sh\n([^]*?)```/g)].flatMap(([, code = ""]) => typed(code));

test("each command that OPERATIONS.md names can be typed", () => {
  const lines = typed(manual);
  expect(lines.length).toBeGreaterThan(inBlocks.length);
  for (const line of lines.filter(([group = "", name = ""]) => !withoutStore[group]?.[name])) {
    expect(() => prepare(line), line.join(" ")).not.toThrow();
  }
});

test("the blocks of OPERATIONS.md, in their order, do what it says", async () => {
  const folder = temporaryFolder();
  const stores = await Promise.all(Array.from({ length: 3 }, () => openTestStore()));
  onTestFinished(() => Promise.all(stores.map(({ close }) => close())).then(() => undefined));
  const [here, another, third] = stores;
  const keys: [Buffer] = [randomBytes(32)];
  const encryption = { keys, cipher: createCipher(...keys) };
  let id = "";
  const said: Record<string, Said[]> = {};
  for (const [group = "", name = "", ...rest] of inBlocks) {
    const line = [group, name, ...rest.map((word) => (word === '"$KEY_ID"' ? id : word))];
    const imported = rest.includes("--workspace") ? third : another;
    const store = name === "import" ? imported : here;
    const alone = withoutStore[group]?.[name];
    const told = alone
      ? await alone.run([...rest, "--json"], await emptyStore()).then(({ text }) => text)
      : await prepare(line)(store!, { folder, by: "ana", encryption: () => encryption });
    (said[name] ??= []).push(JSON.parse(told));
    if (name === "create") id = said["create"]?.[0]?.id ?? "";
  }
  expect(said["audit"]?.[0]?.entries.map(({ command }) => command)).toEqual([
    ...["keys create", "keys rotate", "keys revoke", "keys create"],
  ]);
  expect(said["rotate"]?.[0]?.previous).toMatchObject({ id, expires_at: expect.any(String) });
  expect(said["import"]).toEqual([
    expect.objectContaining({ workspace: "acme", rows: said["export"]?.[0]?.rows }),
    expect.objectContaining({ workspace: "acme-copy", rows: said["export"]?.[0]?.rows }),
  ]);
  expect(said["erase"]?.map(({ erased }) => erased)).toEqual([false, true]);
  expect(said["doctor"]?.[0]?.checks.length).toBeGreaterThan(5);
});
