import { createHash } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { copyWith } from "../copy.ts";

const library = readFileSync("test/openapi/other/openapi.yaml", "utf8");

test("the files of a release are copied with their checksums, once all of them are built", async () => {
  const copy = copyWith(library, library, "# The approved breaks.\n");
  const build = (folder: string, ...names: string[]) => {
    mkdirSync(join(copy.folder, folder), { recursive: true });
    for (const name of names) copy.write(join(folder, name), `built ${name}`);
  };
  const copyFiles = () => copy.run("openapi/release/files.ts");
  const refusal = async () => (await copyFiles()).stderr;

  expect(await refusal()).toMatch(/^2\.0\.0 is not released/);

  copy.edit("openapi/openapi.yaml", "version: 2.0.0", "version: 2.0.1");
  copy.edit("CHANGELOG.md", "## 1.0.0", "## 2.0.1\n\nFaster.\n\n$&");
  expect(await copy.run("openapi/release/main.ts")).toMatchObject({ code: 0 });
  expect(await refusal()).toMatch(/^The docs are not built yet/);

  build("generated/docs", "redoc.html");
  expect(await refusal()).toMatch(/^The server is not built yet/);

  build("dist", "main.js", "sbom.cdx.json");
  build("generated/packages", "library-2.0.1.whl", "library-2.0.1.jar");
  expect(await refusal()).toMatch(/^The packages in other languages are not/);

  build("generated/packages", "library-2.0.1.tar.gz");
  build("release", "of-an-earlier-release.txt");
  expect(await copyFiles()).toMatchObject({ code: 0, stderr: "" });

  const files = readdirSync(join(copy.folder, "release"));
  expect(files.toSorted()).toEqual([
    "CHANGELOG.md",
    "SHA256SUMS",
    "contacts-api-server-2.0.1.tar.gz",
    "docs.html",
    "library-2.0.1.jar",
    "library-2.0.1.tar.gz",
    "library-2.0.1.whl",
    "openapi-3.0.json",
    "openapi-codegen.json",
    "openapi.json",
    "openapi.yaml",
    "server-sbom.cdx.json",
  ]);
  expect(copy.read("release/docs.html")).toBe("built redoc.html");
  expect(copy.read("release/server-sbom.cdx.json")).toBe("built sbom.cdx.json");
  const entry = /^## 2\.0\.1\n\nReleased on [\d-]+\.\n\nFaster\.\n\n$/;
  expect(copy.read("release/CHANGELOG.md")).toMatch(entry);
  const digest = createHash("sha256").update("built redoc.html").digest("hex");
  expect(copy.read("release/SHA256SUMS")).toContain(`${digest}  docs.html\n`);
  const { length } = copy.read("release/SHA256SUMS").trim().split("\n");
  expect(length).toBe(files.length - 1);
});
