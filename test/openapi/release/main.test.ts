import { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { parse, stringify } from "yaml";
import { readContract } from "../../../openapi/model/read-contract.ts";
import { run } from "../../support/run.ts";
import { makeRepository } from "../diff/repository.ts";

test("a designer adds a field, breaks one, approves the break, and releases", async () => {
  const folder = mkdtempSync(join(tmpdir(), "contacts-release-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const { text } = readContract();
  const copy = makeRepository(folder, text, text, "# The approved breaks.\n");
  const edit = (file: string, from: string | RegExp, to: string) => {
    const path = join(copy, file);
    const before = readFileSync(path, "utf8");
    const after = before.replace(from, to);
    expect(after, `${file} has ${String(from)}`).not.toBe(before);
    writeFileSync(path, after);
  };
  const command = async (name: string, ...args: string[]) => {
    const { code, stdout, stderr } = await run(`openapi/${name}.ts`, args, copy);
    return { code, said: stdout + stderr };
  };
  const version = /version: (\d+\.\d+\.\d+)/.exec(text)?.[1] ?? "";
  const [major = 0, minor = 0] = version.split(".").map(Number);

  edit(
    "openapi/openapi.yaml",
    /( {4}Contact:\n[^]*? properties:\n)/,
    "$1        nickname: { type: string, maxLength: 50 }\n",
  );
  expect(await command("diff/main")).toEqual({
    code: 3,
    said: expect.stringContaining(`ask for ${major}.${minor + 1}.0`),
  });
  edit("openapi/openapi.yaml", `version: ${version}`, `version: ${major}.${minor + 1}.0`);
  expect(await command("diff/main")).toEqual({
    code: 0,
    said: expect.stringMatching(/`nickname` of `\w+` was added/),
  });

  edit("openapi/openapi.yaml", "default: 25", "default: 20");
  const broken = await command("diff/main");
  expect(broken).toEqual({
    code: 1,
    said: expect.stringContaining("The default of `limit` was `25` and is `20`."),
  });
  const [entry = ""] = /^- rule: [^]*?\n(?=\n)/m.exec(broken.said) ?? [];
  const approved = entry
    .replace('reason: ""', "reason: Pages of 25 were slow.")
    .replace('owner: ""', "owner: The API team")
    .replace('expires: ""', "expires: 2999-12-31");
  edit("openapi/approved-breaks.yaml", /$/, approved);
  edit("openapi/openapi.yaml", `version: ${major}.${minor + 1}.0`, `version: ${major + 1}.0.0`);
  expect(await command("diff/main")).toEqual({ code: 0, said: expect.stringContaining("approved") });

  expect(await command("release/main")).toEqual({ code: 1, said: expect.stringContaining("npm run release -- --draft") });
  const drafted = await command("release/main", "--draft");
  expect(drafted).toEqual({ code: 1, said: expect.stringContaining("does not say what callers have to do") });
  expect(await command("release/main")).toEqual({ code: 1, said: expect.stringContaining('behind "Migration:"') });
  edit("CHANGELOG.md", "  Migration:", "  Migration: Send `limit=25` to keep the old size.");
  edit("CHANGELOG.md", /(## \d.*\n\n)(### Breaking)/, "$1Pages are shorter, because\nthey were slow.\n\n$2");
  expect(await command("release/main", "--draft")).toMatchObject({ code: 0 });
  const changelog = readFileSync(join(copy, "CHANGELOG.md"), "utf8");
  expect(changelog).toContain(`\n## ${major + 1}.0.0\n\nPages are shorter, because\nthey were slow.\n\n### Breaking\n\n- The default of`);
  expect(changelog).toContain("  Migration: Send `limit=25` to keep the old size.\n");
  expect(changelog).toMatch(
    /\n### Added\n\n- Property `nickname` of `\w+` was added\.[^]*\n\n## 1\.0\.0\n\nThe first one\.\n$/,
  );

  expect(await command("release/main")).toEqual({
    code: 0,
    said: expect.stringContaining(`Released ${major + 1}.0.0.`),
  });
  const read = (name: string) => readFileSync(join(copy, "openapi", name), "utf8");
  expect(parse(read("released/openapi.yaml"))).toEqual(readContract(join(copy, "openapi/openapi.yaml")).contract);
  expect(read(`released/${version}.yaml`)).toBe(text);
  expect(read("approved-breaks.yaml")).toBe("# The approved breaks.\n");
  expect(await command("diff/main")).toEqual({
    code: 0,
    said: expect.stringContaining("0 breaking, 0 additions"),
  });
}, 120_000);

test("each break has one finding, one approval and one migration, also when two read the same", async () => {
  const folder = mkdtempSync(join(tmpdir(), "contacts-release-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const contract = (version: string, statuses: string[]) => {
    const responses = Object.fromEntries(statuses.map((status) => [status, { description: "Said." }]));
    const paths = Object.fromEntries(["/a", "/b"].map((path) => [path, { get: { responses } }]));
    const info = { title: "Two", version };
    return stringify({ openapi: "3.1.0", info, paths }, { aliasDuplicateObjects: false });
  };
  const copy = makeRepository(folder, contract("1.0.0", ["200", "404"]), contract("2.0.0", ["200"]));
  const approvals = join(copy, "openapi/approved-breaks.yaml");
  const changelog = join(copy, "CHANGELOG.md");

  const entries = await run("openapi/diff/main.ts", ["--format", "approvals"], copy);
  expect([entries.code, parse(entries.stdout)]).toEqual([
    1,
    [expect.objectContaining({ rule: "response-removed" }), expect.objectContaining({ rule: "response-removed" })],
  ]);
  appendFileSync(approvals, entries.stdout);
  expect(await run("openapi/diff/main.ts", [], copy)).toMatchObject({
    code: 2,
    stderr: expect.stringContaining("must state reason, owner, expires."),
  });
  const approved = readFileSync(approvals, "utf8").replaceAll('expires: ""', "expires: 2999-12-31");
  writeFileSync(approvals, approved.replaceAll(/(reason|owner): ""/g, "$1: The API team"));
  expect(await run("openapi/diff/main.ts", [], copy)).toMatchObject({ code: 0 });

  await run("openapi/release/main.ts", ["--draft"], copy);
  let written = 0;
  const drafted = readFileSync(changelog, "utf8").replaceAll(/ {2}Migration:$/gm, () => `  Migration: Way ${++written}.`);
  expect(written).toBe(2);
  writeFileSync(changelog, drafted);
  expect(await run("openapi/release/main.ts", ["--draft"], copy)).toMatchObject({ code: 0, stderr: "" });
  expect(readFileSync(changelog, "utf8")).toBe(drafted);
});
