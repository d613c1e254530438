import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
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

describe("the repository of a new API", () => {
  beforeAll(() => makeRepository(folder));

  it("has nothing of contacts", () => {
    const lines = files().flatMap((path) =>
      readFileSync(path, "utf8")
        .split("\n")
        .filter((line) =>
          /contact|messenger|\bticket|conversation|rotate_secret/i.test(line),
        )
        .filter((line) => !infoContact.test(line))
        .map((line) => `${path}: ${line}`),
    );
    expect(lines).toEqual([]);
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
