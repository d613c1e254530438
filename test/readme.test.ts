import { execFile } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { promisify } from "node:util";
import { beforeAll, describe, expect, test } from "vitest";
import packageFile from "../package.json" with { type: "json" };
import { fileVariables, settingTypes } from "../server/settings/names.ts";
import { hasCurl } from "./support/curl.ts";
import { start } from "./support/process.ts";
import { temporaryFolder } from "./support/folder.ts";

const run = promisify(execFile);
const readme = readFileSync("README.md", "utf8");
const operations = readFileSync("server/OPERATIONS.md", "utf8");
const contributing = readFileSync("CONTRIBUTING.md", "utf8");

/** The fenced blocks of a language, in order. */
const blocks = (language: string) =>
  [...readme.matchAll(new RegExp(`\`\`\`${language}\n([^]*?)\`\`\``, "g"))].map(
    ([, code = ""]) => code,
  );

describe("the README's snippets, in their order, against the server that the README starts", () => {
  test.skipIf(!hasCurl)("do what it says", async () => {
    const folder = temporaryFolder();
    const server = start("server/main.ts", [], {
      PORT: "0",
      DATA_DIR: folder,
      DATABASE_URL: "",
    });
    const address = (await server.printed(/Contacts API +(\S+)/))[1] ?? "";
    const [key = ""] = await server.printed(/contacts_live_\w+/);
    const env = { ...process.env, CONTACTS_API_KEY: key };
    const here = (code: string) =>
      code
        .replaceAll("http://127.0.0.1:3000", address)
        .replaceAll("contacts_live_...", key)
        .replaceAll('"./client/', `"${resolve("client")}/`);

    const [, firstCall = ""] = blocks("sh");
    const response = JSON.parse(
      (await run("sh", ["-c", here(firstCall)], { env })).stdout,
    );
    const printed = JSON.parse(blocks("json")[0] ?? "");
    const { id, created_at } = response.data;
    expect(response.data).toMatchObject({ ...printed.data, id, created_at });

    const file = join(folder, "snippet.mts");
    writeFileSync(file, here(blocks("ts")[0] ?? ""));
    const { stdout } = await run(process.execPath, ["--import", "tsx", file], {
      env,
    });
    expect(stdout).toBe(blocks("text")[0]);

    const [, newKey = ""] =
      /`(npm run -s keys -- create [^`]+)`/.exec(readme) ?? [];
    const ofServer = { ...env, DATA_DIR: folder, DATABASE_URL: "" };
    const made = await run("sh", ["-c", newKey], { env: ofServer });
    expect(made.stdout).toMatch(/contacts_live_\w+/);
  });

  test.skipIf(!hasCurl)("show a demo", async () => {
    const [, argument = ""] = /`npm start -- (\S+)`/.exec(readme) ?? [];
    const folder = temporaryFolder();
    const server = start("server/main.ts", [argument], {
      PORT: "0",
      DATA_DIR: folder,
      DATABASE_URL: "",
    });
    const [call] = await server.printed(/curl -H .+/);
    const { data } = JSON.parse((await run("sh", ["-c", `${call} -s`])).stdout);
    expect([data.conversations.length, data.tickets.length]).toEqual([2, 2]);
  });
});

/** Names that commands make, and names that are no file. */
const generated =
  /^(generated\/)?(docs|mock|packages)\/|^generated\/client\/|^dist\/|^application\/json$|^components\//;

describe("the documents name only what there is", () => {
  let names: Set<string>;
  beforeAll(() => {
    names = new Set(Object.keys(packageFile.scripts));
  });

  test.each([
    ["README.md", readme],
    ["CONTRIBUTING.md", contributing],
  ])("scripts in %s", (_, text) => {
    const scripts = [...text.matchAll(/npm run (?:-s )?([\w-]+)/g)].map(
      ([, name = ""]) => name,
    );
    expect(scripts.length).toBeGreaterThan(0);
    expect(scripts.filter((name) => !names.has(name))).toEqual([]);
  });

  test("the tables of README and CONTRIBUTING have every script, and each of them once", () => {
    const table = [readme, contributing].map(
      (text) => text.slice(text.indexOf("| command")).split("\n\n")[0] ?? "",
    );
    const cells = table
      .join("\n")
      .split("\n")
      .map((line) => line.split("|")[1] ?? "");
    const namesInRow = cells.flatMap((cell) =>
      [...cell.matchAll(/`(?:npm (?:run )?)?([\w:-]+)`/g)].map(
        ([, name]) => name,
      ),
    );
    expect(namesInRow.sort()).toEqual([...names].sort());
  });

  test.each([
    "README.md",
    "CONTRIBUTING.md",
    "openapi/README.md",
    "generated/README.md",
    "server/RELIABILITY.md",
  ])("files and folders in %s", (document) => {
    const text = readFileSync(document, "utf8");
    const here = dirname(document);
    const links = [...text.matchAll(/\]\((?!https?:|#)([^)#\s]+)/g)].map(
      ([, path = ""]) => path,
    );
    const paths = [...text.matchAll(/`((?:[\w.-]+\/)+[\w.-]*)`/g)].map(
      ([, path = ""]) => path,
    );
    expect(links.filter((path) => !existsSync(join(here, path)))).toEqual([]);
    // A cache is made when it is first needed.
    const isThere = (path: string) =>
      path.startsWith("node_modules/") ||
      existsSync(path) ||
      existsSync(join(here, path)) ||
      generated.test(path);
    expect(paths.filter((path) => !isThere(path))).toEqual([]);
  });

  test("every setting of OPERATIONS.md is read by the server, and the other way round", () => {
    const read = [
      ...Object.keys(settingTypes),
      ...Object.values(fileVariables),
    ];
    const [table = ""] = operations
      .slice(operations.indexOf("| variable"))
      .split("\n\n");
    const documented = [
      ...table.matchAll(/`([A-Z]+(?:_[A-Z]+)*)`(?=[,\s|])/g),
    ].map(([, name]) => name);
    expect([...new Set(documented)].sort()).toEqual(read.sort());
  });
});
