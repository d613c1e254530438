import { execFileSync } from "node:child_process";
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { dirname, join, resolve } from "node:path";
import { format, resolveConfig } from "prettier";
import { parse } from "yaml";
import { environmentFile } from "../../generate/out.ts";
import { apiNames } from "../../generate/client-names.ts";
import { inRepository, read } from "../template.ts";
import { baseline } from "./baseline.ts";
import { type Manifest, smallLock, smallManifest } from "./packages.ts";
import {
  assets,
  entryPoints,
  keptScripts,
  keptTables,
  leftOut,
  leftOutLines,
  usedPackages,
} from "./parts.ts";
import { smallContract } from "./small-contract.ts";
import {
  modulesOf,
  withoutLines,
  withoutModules,
  withoutUnusedImports,
} from "./source-text.ts";

const tablesFile = "server/store/tables.ts";
const templates = "openapi/new/templates/repository";

/** The names of a new API. */
interface Names extends Record<string, string> {
  title: string;
  /** `library-api` */
  package: string;
  /** `library-client` */
  client: string;
  /** `LIBRARY_API_KEY` */
  key: string;
  /** `LIBRARY_BASE_URL` */
  address: string;
  /** `library` */
  snake: string;
}

/**
 * Reads the name of a new API.
 * @throws Error in one line, that says what to give instead
 */
function readNames(title: string): Names {
  if (!/\p{L}/u.test(title))
    throw new Error(
      '--name must be the name of the API, with letters: --name "Library API".',
    );
  if (!/^[\p{L}\p{N}][\p{L}\p{N} .&-]*$/u.test(title) || title.length > 60)
    throw new Error(
      `--name may have up to 60 letters, digits, spaces and . & -, and begins with a letter or a digit: ${JSON.stringify(title)} does not fit.`,
    );
  const { client, key, address } = apiNames(title);
  const slug = client.replace(/-client$/, "");
  const names = {
    ...{ title, client, key, address, package: `${slug}-api` },
    snake: slug.replaceAll("-", "_"),
  };
  for (const name of [names.package, names.client])
    if (existsSync(inRepository(`node_modules/${name}`)))
      throw new Error(
        `The package would be called ${name}, which is the name of a package that the tools use: give another --name.`,
      );
  return names;
}

/** @throws Error in one line when nothing can be written into the folder */
function requireEmpty(out: string | undefined): string {
  if (out === undefined || out === "")
    throw new Error("Give an empty folder: --out DIR.");
  const folder = resolve(out);
  const state = statSync(folder, { throwIfNoEntry: false });
  if (state && !state.isDirectory())
    throw new Error(`--out must be a folder, and ${out} is a file.`);
  if (state && readdirSync(folder).length > 0)
    throw new Error(`--out must be an empty folder, and ${out} is not empty.`);
  return folder;
}

/**
 * Writes a repository for another API into an empty folder: the files of this one that do not
 * belong to its API, a contract with six operations, and what is made of it.
 * @returns what was written, for a person
 */
export async function addRepository({
  name = "",
  out,
}: {
  name?: string;
  out?: string;
}): Promise<string[]> {
  const names = readNames(name);
  const folder = requireEmpty(out);
  const files = await filesOf(names);
  const existed = existsSync(folder);
  try {
    for (const [file, text] of files) {
      const path = join(folder, file);
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, text);
    }
    await runIn(folder);
  } catch (error) {
    rmSync(folder, { recursive: true, force: true });
    if (existed) mkdirSync(folder);
    throw error;
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
      ...["openapi/new/main.ts", "resource", "--name", "item"],
      ...["--prefix", "it", "--delete"],
      ...["--fields", "name=Primer artículo,description?=Un ejemplo"],
    );
    await finishTexts(folder);
    run("openapi/generate/main.ts");
    run("server/build/schema.ts");
    // The diff compares with it: callers have this contract until the first release.
    mkdirSync(join(folder, "openapi/released"));
    copyFileSync(
      join(folder, "generated/openapi.yaml"),
      join(folder, "openapi/released/openapi.yaml"),
    );
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

/** The files of a new repository before it has its resource: the text of each by its path. */
async function filesOf(names: Names): Promise<Map<string, string>> {
  const written = templatesOf(names);
  written.set(
    "server/store/migrations/0001-baseline.ts",
    baseline(names.snake),
  );
  written.set("client/environment.ts", environmentFile(apiNames(names.title)));
  const { copied, packages } = copiedFiles(written);
  const files = new Map<string, string>();
  for (const [file, text] of copied) files.set(file, ownNames(text, names));
  for (const [file, text] of written) files.set(file, text);
  files.set("openapi/docs/es/chapters.md", "");
  files.set(
    "openapi/approved-breaks.yaml",
    read("openapi/approved-breaks.yaml"),
  );
  files.set("openapi/openapi.yaml", contractOf(names));
  files.set("openapi/examples/me.yaml", examplesIn("me", names));
  files.set("openapi/examples/errors.yaml", examplesIn("errors", names));
  const manifest = manifestOf(names, packages);
  files.set("package.json", json(manifest));
  const lock = JSON.parse(read("package-lock.json")) as Parameters<
    typeof smallLock
  >[0];
  files.set("package-lock.json", json(smallLock(lock, manifest)));
  for (const [file, text] of files)
    if (!existsSync(inRepository(file)) || text !== read(file))
      files.set(file, await formatted(file, text));
  return files;
}

const json = (value: object) => `${JSON.stringify(value, null, 2)}\n`;

/** A text as `npm run format` writes it; a file that Prettier does not know stays as it is. */
async function formatted(file: string, text: string): Promise<string> {
  if (!/\.(ts|js|yaml|yml|md|json)$/.test(file) || file === "package-lock.json")
    return text;
  const filepath = inRepository(file);
  return format(text, { ...(await resolveConfig(filepath)), filepath });
}

/** The files that are written from templates. */
function templatesOf(names: Names): Map<string, string> {
  const folder = inRepository(templates);
  const found = readdirSync(folder, { recursive: true, encoding: "utf8" });
  return new Map(
    found
      .filter((name) => name.endsWith(".template"))
      .map((name) => [
        name.replace(/\.template$/, ""),
        filledWith(read(`${templates}/${name}`), names),
      ]),
  );
}

/** Fills in names, and the actions that this repository's own workflows use. */
function filledWith(template: string, names: Names): string {
  const workflows = read(".github/workflows/nightly.yml");
  const action = (name: string) =>
    new RegExp(`actions/${name}@.*`).exec(workflows)?.[0] ?? "";
  const values: Record<string, string> = {
    ...names,
    checkout: action("checkout"),
    setupNode: action("setup-node"),
  };
  return template.replaceAll(
    /\{\{(\w+)\}\}/g,
    (all, name: string) => values[name] ?? all,
  );
}

/**
 * Finds the files that the entry points need, without those of this API alone, and the packages that
 * they use.
 */
function copiedFiles(written: Map<string, string>): {
  copied: Map<string, string>;
  packages: Set<string>;
} {
  const copied = new Map<string, string>();
  const packages = new Set(usedPackages);
  const isLeftOut = (file: string) =>
    !written.has(file) &&
    leftOut.some((each) => file === each || file.startsWith(`${each}/`));
  const open = [...entryPoints, ...written.keys()];
  for (let file = open.pop(); file !== undefined; file = open.pop()) {
    if (copied.has(file) || isLeftOut(file)) continue;
    const isSource =
      !file.startsWith("generated/") && existsSync(inRepository(file));
    if (!isSource && !written.has(file)) continue;
    const from = (path: string) => join(dirname(file ?? ""), path);
    const isOwn = (path: string) =>
      path.startsWith(".") && isLeftOut(from(path));
    const text = written.get(file) ?? sourceOf(file, isOwn);
    copied.set(file, text);
    if (!/\.[jt]s$/.test(file)) continue;
    for (const path of modulesOf(text)) {
      if (path.startsWith(".")) open.push(from(path));
      else packages.add(packageOf(path));
    }
  }
  for (const file of assets.flatMap(filesIn))
    if (!isLeftOut(file)) copied.set(file, read(file));
  for (const file of written.keys()) copied.delete(file);
  return { copied, packages };
}

/** A source file without what belongs to this API. */
function sourceOf(file: string, isLeftOut: (path: string) => boolean): string {
  const lines = leftOutLines[file];
  const text = lines ? withoutLines(read(file), lines) : read(file);
  if (!/\.[jt]s$/.test(file)) return text;
  const tables = file === tablesFile ? withTables(text) : text;
  const used = withoutModules(file, tables, isLeftOut);
  // Of tables.ts the new resource uses imports that nothing else does.
  const isWhole = used === read(file) || file === tablesFile;
  return isWhole ? used : withoutUnusedImports(file, used);
}

/** tables.ts with the tables that each API has: each is a block of lines between blank ones. */
const withTables = (text: string): string =>
  text
    .split("\n\n")
    .flatMap((block) => {
      const start = "export const tables = {\n";
      const [head, first] = block.includes(start)
        ? [
            block.slice(0, block.indexOf(start) + start.length),
            block.slice(block.indexOf(start) + start.length),
          ]
        : ["", block];
      const ends = /\n\};$/.test(first) ? "\n};" : "";
      const parts = first.split(/\n(?= {2}(?:\/\*\*|\w+: \{))/);
      const kept = parts.filter((part) => {
        const table = /^ {2}(\w+): \{/m.exec(part)?.[1];
        return table === undefined || keptTables.includes(table);
      });
      const rest = kept.join("\n");
      return [head + rest + (ends !== "" && !rest.endsWith(ends) ? ends : "")];
    })
    .filter((block) => block.trim() !== "")
    .join("\n\n");

/** A file, or the files of a folder. */
const filesIn = (name: string): string[] =>
  statSync(inRepository(name)).isDirectory()
    ? readdirSync(inRepository(name), { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) =>
          join(entry.parentPath, entry.name).slice(inRepository("").length),
        )
    : [name];

const packageOf = (path: string): string =>
  path.split("/", path.startsWith("@") ? 2 : 1).join("/");

/** The names of this API → the new ones: of its product, and in examples of comments. */
const ownNames = (text: string, names: Names): string =>
  [
    ["Contacts API", names.title],
    ["contacts-client", names.client],
    ["contacts-api", names.package],
    ["CONTACTS_API_KEY", names.key],
    ["CONTACTS_BASE_URL", names.address],
    ["contacts_api", `${names.snake}_api`],
    ["contacts_live_", `${names.snake}_live_`],
    ["contact_ids", "subject_ids"],
    ["contactIds", "subjectIds"],
    ["contact_id", "subject_id"],
    ["create_contact", "create_item"],
    ["createContact", "createItem"],
    ["getContact", "getItem"],
    ["schemas/Contact/", "schemas/Item/"],
    ["contact.created", "item.created"],
    ["contacts", "items"],
    ["Contacts", "Items"],
  ]
    .reduce((rest, [from = "", to = ""]) => rest.replaceAll(from, to), text)
    // The decisions are those of this API.
    .replaceAll(/ \(D-\d\d\)/g, "");

/** The examples of a file to which the contract refers. Blank lines are between them. */
function examplesIn(name: string, names: Names): string {
  const contract = contractOf(names);
  const examples = read(`openapi/examples/${name}.yaml`).split("\n\n");
  const used = examples.filter((example) => {
    const key = /^([\w.]+):$/m.exec(example)?.[1];
    return key === undefined || contract.includes(`${name}.yaml#/${key} `);
  });
  return ownNames(used.join("\n\n"), names);
}

/** The contract before it has its resource. */
function contractOf(names: Names): string {
  const texts = parse(
    filledWith(read(`${templates}/contract-texts.yaml`), names),
  ) as Record<string, unknown>;
  const resource = ["contract", "contract-delete"].map((name) =>
    read(`openapi/new/templates/${name}.yaml.template`),
  );
  return ownNames(
    smallContract(read("openapi/openapi.yaml"), resource.join("\n"), texts),
    names,
  );
}

function manifestOf(names: Names, packages: Set<string>): Manifest {
  const manifest = JSON.parse(read("package.json")) as Manifest;
  const { scripts } = manifest;
  const kept = Object.fromEntries(
    keptScripts.map((name) => [name, scripts[name] ?? ""]),
  );
  return smallManifest(manifest, {
    name: names.package,
    description: `The contract of the ${names.title}, and what follows from it`,
    scripts: {
      start: "exec node --import ./server/build/tsx.js server/main.ts",
      ...kept,
      "lint:code": "oxlint --type-aware --deny-warnings",
    },
    packages,
  });
}
