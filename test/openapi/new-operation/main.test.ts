import { execFileSync } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { lint } from "../../support/lint.ts";
import { run } from "../../support/run.ts";

const copy = mkdtempSync(join(tmpdir(), "contacts-new-operation-"));
const read = (file: string) => readFileSync(join(copy, file), "utf8");
const command = (...args: string[]) => run("openapi/new-operation/main.ts", args, copy);
const option = (name: string, value: string) => (value ? [`--${name}`, value] : []);
const make = (id: string, method: string, path: string) =>
  command(...option("id", id), ...option("method", method), ...option("path", path));

beforeAll(() => {
  for (const part of ["openapi", "server", "client", "package.json", "tsconfig.json"])
    cpSync(part, join(copy, part), { recursive: true });
  cpSync("generated", join(copy, "generated"), {
    recursive: true,
    filter: (path) => !/generated\/(docs|mock)$/.test(path),
  });
  symlinkSync(resolve("node_modules"), join(copy, "node_modules"));
});
afterAll(() => rmSync(copy, { recursive: true }));

test("without arguments it says what it can do", async () => {
  expect(await command()).toMatchObject({
    code: 0,
    stdout: expect.stringContaining("--id createTag --method post"),
  });
});

describe("what it refuses, it writes nothing of", () => {
  test.each([
    ["an id in snake_case", "create_tag", "post", "/v1/tags", "--id must be"],
    ["no id", "", "post", "/v1/tags", "--id must be"],
    [
      "a method that it has no form for",
      "createTag",
      "trace",
      "/v1/tags",
      "--method must be one of get, post",
    ],
    ["a path without version", "createTag", "post", "/tags", "--path must begin with /v1"],
    ["a known id", "listContacts", "post", "/v1/tags", "The contract has an operation listContacts."],
    ["a known path", "readAll", "get", "/v1/contacts", "has an operation GET /v1/contacts: listContacts."],
  ])("%s", async (...[, id, method, path, said]) => {
    const before = read("openapi/openapi.yaml");
    expect(await make(id, method, path)).toMatchObject({ code: 1, stderr: expect.stringContaining(said) });
    expect(read("openapi/openapi.yaml")).toBe(before);
  });
});

describe("operations of every form", () => {
  const forms = [
    ["createTag", "post", "/v1/tags"],
    ["listTags", "get", "/v1/tags"],
    ["getTag", "get", "/v1/tags/{id}"],
    ["updateTag", "patch", "/v1/tags/{id}"],
    ["deleteTag", "delete", "/v1/tags/{id}"],
    ["replaceTicketNote", "put", "/v1/tickets/{id}/ticket_notes/{note_id}"],
    ["deleteContact", "delete", "/v1/contacts/{id}"],
  ] as const;
  beforeAll(async () => {
    for (const [id, method, path] of forms)
      expect(await make(id, method, path)).toMatchObject({ code: 0, stderr: "" });
  });

  test("pass lint as they are", () => {
    expect(lint([read("openapi/openapi.yaml")])).toEqual([[]]);
  });

  test("are written as a person would write them", () => {
    const files = ["openapi/openapi.yaml", "server"];
    const prettier = resolve("node_modules/prettier/bin/prettier.cjs");
    const config = resolve(".prettierrc.json");
    execFileSync(process.execPath, [prettier, "--config", config, "--check", ...files], { cwd: copy });
  });

  test("have handlers and types that compile, and files that match the contract", async () => {
    const tsc = resolve("node_modules/typescript-7/bin/tsc");
    const compiled = () => execFileSync(process.execPath, [tsc], { cwd: copy, encoding: "utf8" });
    expect(compiled()).toBe("");
    expect(await run("openapi/tools/generate.ts", ["--check"], copy)).toMatchObject({ code: 0 });
    for (const [id] of forms) expect(read("server/routes.ts")).toMatch(new RegExp(`^ {2}${id},$`, "m"));
  });

  test("leave what was there as it was", () => {
    const lines = new Set(read("openapi/openapi.yaml").split("\n"));
    const lost = readFileSync("openapi/openapi.yaml", "utf8")
      .split("\n")
      .filter((line) => !lines.has(line));
    expect(lost).toEqual([]);
  });
});
