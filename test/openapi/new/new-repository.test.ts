import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { temporaryFolder } from "../../support/folder.ts";
import { makeRepository, runScript } from "./repository.ts";

const folder = temporaryFolder(afterAll);

/** Lines about the `contact` of OpenAPI's `info`, and of security.txt. */
const infoContact =
  /\bcontact\??:|info[-.]contact|security[.T]|securityContact|rely on the contact|Contact: \$|contact, (the )?licen|if \(contact\)|= contact;|"Contact",|contact-email|email`? of a contact/;

/** Runs a script of the new repository. */
const script = (name: string, ...args: string[]) =>
  runScript(folder, name, ...args);

/** The files of the new repository, without those that its commands make. */
const files = () =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
    .filter((path) => !/\/(node_modules|generated)\//.test(path));

const matchesOf = (text: string, pattern: RegExp): string[] =>
  [...text.matchAll(pattern)].map(([, name = ""]) => name);

describe("the repository of a new API", () => {
  beforeAll(() => makeRepository(folder));

  it("has nothing of contacts", () => {
    const lines = files().flatMap((path) =>
      readFileSync(path, "utf8")
        .split("\n")
        .filter((line) =>
          /ontact|messenger|\bticket|conversation|rotate_secret/i.test(line),
        )
        .filter((line) => !infoContact.test(line))
        .map((line) => `${path}: ${line}`),
    );
    expect(lines).toEqual([]);
  });

  it("names no file and no command that it does not have", () => {
    const { scripts } = JSON.parse(
      readFileSync(join(folder, "package.json"), "utf8"),
    ) as { scripts: object };
    const unknown = files()
      .filter((path) => path.endsWith(".md"))
      .flatMap((path) => {
        const text = readFileSync(path, "utf8");
        const paths = [
          ...matchesOf(text, /\]\((?!https?:|#)([^)#\s]+)/g).map((link) =>
            join(dirname(path), link),
          ),
          ...matchesOf(
            text,
            /`((?:openapi|server|client|test)\/[\w./-]+)`/g,
          ).map((name) => join(folder, name)),
        ];
        return [
          ...paths.filter((name) => !existsSync(name)),
          ...matchesOf(text, /npm run (?:-s )?([\w:-]+)/g).filter(
            (name) => !(name in scripts),
          ),
        ].map((name) => `${path}: ${name}`);
      });
    // The first release makes the folder.
    expect(
      unknown.filter((line) => !line.endsWith("/openapi/released/")),
    ).toEqual([]);
  });

  it("has a contract with six operations, and a client of its own name", () => {
    const contract = readFileSync(join(folder, "openapi/openapi.yaml"), "utf8");
    expect(contract.match(/operationId: \w+/g)).toHaveLength(6);
    expect(readFileSync(join(folder, "client/README.md"), "utf8")).toContain(
      "library-client",
    );
  });

  it("compiles", () => {
    expect(script("generate")).toMatchObject({ status: 0 });
    expect(script("types")).toMatchObject({ status: 0 });
  });

  it("makes a second key, and explains each of its commands", () => {
    expect(script("new-key", "--", "Reports")).toEqual({
      status: 0,
      output: expect.stringMatching(
        /^The key of Reports, shown only now: library_live_\w+\n$/,
      ),
    });
    const { scripts } = JSON.parse(
      readFileSync(join(folder, "package.json"), "utf8"),
    ) as { scripts: Record<string, string> };
    const readme = readFileSync(join(folder, "README.md"), "utf8");
    const parts = ["check:contract", "check:code", "lint:code"];
    const unexplained = Object.keys(scripts).filter(
      (name) => !new RegExp(`npm (run )?${name}\\b`).test(readme),
    );
    expect(unexplained).toEqual(parts);
  });

  it("has a lock with the packages of its manifest", () => {
    const dryRun = ["ci", "--dry-run", "--offline", "--no-audit", "--no-fund"];
    const { status, stderr } = spawnSync("npm", dryRun, {
      cwd: folder,
      encoding: "utf8",
    });
    expect({ status, stderr }).toMatchObject({ status: 0 });
  });

  it("takes a further resource", () => {
    const resource = ["resource", "--name", "loan", "--prefix", "ln"];
    const fields = ["--fields", "note=Una nota,item_id=ref(item)"];
    const made = script("new", "--", ...resource, ...fields);
    expect(made).toMatchObject({ status: 0 });
    expect(script("types")).toMatchObject({ status: 0 });
  });
});
