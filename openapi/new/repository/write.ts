import { execFileSync } from "node:child_process";
import {
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { parse } from "yaml";
import { makeFolder } from "../../make-folder.ts";
import { removedFolder } from "../../removed-folder.ts";
import { inRepository, read } from "../template.ts";
import { tablesFile } from "./copied-files.ts";
import { filesOf, formatted, templates } from "./files.ts";
import type { Names } from "./names.ts";
import { withoutUnusedImports } from "./source-text.ts";

/**
 * Writes a repository for another API into an empty folder: the general files of this repository, a
 * contract with six operations, and its generated files.
 * @returns a text for people that says what was written
 */
export async function addRepository(
  names: Names,
  folder: string,
): Promise<string[]> {
  const files = await filesOf(names);
  const existed = existsSync(folder);
  makeFolder(folder);
  // An interrupted run leaves nothing in the folder, as the files come there at the end.
  const draft = removedFolder("contacts-new-");
  try {
    for (const [file, text] of files) {
      const path = join(draft, file);
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, text);
    }
    await runIn(draft);
    cpSync(draft, folder, { recursive: true });
  } catch (error) {
    rmSync(folder, { recursive: true, force: true });
    if (existed) mkdirSync(folder);
    throw error;
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
  return [join(folder, "README.md"), `${files.size} more files`];
}

/** Has the new repository write its resource, as a person does, with the packages of this one. */
async function runIn(folder: string): Promise<void> {
  const modules = join(folder, "node_modules");
  symlinkSync(inRepository("node_modules"), modules);
  const run = (...args: string[]) =>
    execFileSync(process.execPath, ["--import", "tsx", ...args], {
      cwd: folder,
      stdio: ["ignore", "ignore", "pipe"],
      env: { ...process.env, NODE_OPTIONS: "" },
    });
  try {
    run("openapi/generate/main.ts");
    run(
      "openapi/new/main.ts",
      "resource",
      "--name",
      "item",
      "--prefix",
      "it",
      "--delete",
      "--fields",
      "name=Primer artículo,description?=Un ejemplo",
    );
    await finishTexts(folder);
    run("openapi/generate/main.ts");
    run("server/build/schema.ts");
  } finally {
    rmSync(modules);
  }
}

/**
 * Replaces the texts that a person writes for a resource, and leaves out what tables.ts imports in
 * vain.
 */
async function finishTexts(folder: string): Promise<void> {
  const texts = parse(read(`${templates}/resource-texts.yaml`)) as Record<
    string,
    Record<string, string>
  >;
  for (const [file, replaced] of Object.entries(texts)) {
    const path = join(folder, file);
    let text = readFileSync(path, "utf8");
    for (const [from, to] of Object.entries(replaced))
      text = text.replaceAll(from, to);
    writeFileSync(path, await formatted(file, text));
  }
  const path = join(folder, tablesFile);
  const tables = withoutUnusedImports(tablesFile, readFileSync(path, "utf8"));
  writeFileSync(path, await formatted(tablesFile, tables));
}
