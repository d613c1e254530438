import { randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import type { AuditEntry } from "../../../server/auth/audit.ts";
import { createCipher } from "../../../server/auth/encryption.ts";
import { commandOf, prepare } from "../../../server/operator/run.ts";
import { temporaryFolder } from "../../support/folder.ts";
import { emptyStore, openTestStore } from "../../support/store.ts";

/** The fields in the output of the commands in OPERATIONS.md. */
interface Output {
  id: string;
  previous: object;
  rows: object;
  checks: object[];
  erased: boolean;
  entries: AuditEntry[];
}

const manual = readFileSync("server/OPERATIONS.md", "utf8");
/** The words of a command, without quotes around them. */
const wordsOf = (text: string) =>
  (text.match(/"[^"]*"|\S+/g) ?? []).map((word) => word.replaceAll('"', ""));
/**
 * The arguments after `npm run -s keys` and `operator`: of the blocks in their order, and within
 * sentences.
 */
const typed = (text: string) =>
  [...text.matchAll(/npm run -s (keys|operator) -- ([^`\n]+)/g)].map(
    ([, group = "", rest = ""]) => [group, ...wordsOf(rest)],
  );
const inBlocks = [...manual.matchAll(/```sh\n([^]*?)```/g)].flatMap(
  ([, code = ""]) => typed(code),
);

test("each command that OPERATIONS.md names can be typed", () => {
  const lines = typed(manual);
  expect(lines.length).toBeGreaterThan(inBlocks.length);
  for (const line of lines.filter((line) => "prepare" in commandOf(line)))
    expect(() => prepare(line), line.join(" ")).not.toThrow();
});

test("the blocks of OPERATIONS.md, in their order, do what it says", async () => {
  const folder = temporaryFolder();
  const [source, firstTarget, secondTarget] = await Promise.all([
    openTestStore(),
    openTestStore(),
    openTestStore(),
  ]);
  /** The first import has the workspace's name, the second a new one. */
  const storeFor = (name: string, options: string[]) => {
    if (name !== "import") return source;
    return options.includes("--workspace") ? secondTarget : firstTarget;
  };
  const keys: [Buffer] = [randomBytes(32)];
  const encryption = { keys, cipher: createCipher(...keys) };
  let id = "";
  const outputs: Record<string, Output[]> = {};
  for (const [group = "", name = "", ...rest] of inBlocks) {
    const line = [
      group,
      name,
      ...rest.map((word) => (word === "$KEY_ID" ? id : word)),
    ];
    const command = commandOf(line);
    let text: string;
    if ("run" in command) {
      const output = await command.run([...rest, "--json"], await emptyStore());
      text = output.text;
    } else {
      const session = { folder, by: "ana", encryption: () => encryption };
      text = await prepare(line)(storeFor(name, rest), session);
    }
    (outputs[name] ??= []).push(JSON.parse(text));
    if (name === "create") id = outputs["create"]?.[0]?.id ?? "";
  }
  expect(outputs["audit"]?.[0]?.entries.map(({ command }) => command)).toEqual([
    "keys create",
    "keys rotate",
    "keys revoke",
    "keys create",
  ]);
  expect(outputs["rotate"]?.[0]?.previous).toMatchObject({
    id,
    expires_at: expect.any(String),
  });
  expect(outputs["import"]).toEqual([
    expect.objectContaining({
      workspace: "acme",
      rows: outputs["export"]?.[0]?.rows,
    }),
    expect.objectContaining({
      workspace: "acme-copy",
      rows: outputs["export"]?.[0]?.rows,
    }),
  ]);
  expect(outputs["erase"]?.map(({ erased }) => erased)).toEqual([false, true]);
  expect(outputs["doctor"]?.[0]?.checks.length).toBeGreaterThan(5);
});
