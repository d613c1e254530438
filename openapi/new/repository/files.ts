import { existsSync, readdirSync } from "node:fs";
import { format, resolveConfig } from "prettier";
import { parse } from "yaml";
import { environmentFile } from "../../generate/client-files.ts";
import { apiNames } from "../../generate/client-names.ts";
import { inRepository, read } from "../template.ts";
import { baseline } from "./baseline.ts";
import { copiedFiles } from "./copied-files.ts";
import { ownNames, type Names } from "./names.ts";
import { type Manifest, smallLock, smallManifest } from "./packages.ts";
import { keptScripts } from "./parts.ts";
import { smallContract } from "./small-contract.ts";

export const templates = "openapi/new/templates/repository";

/** The files of a new repository before it has its resource: the text of each by its path. */
export async function filesOf(names: Names): Promise<Map<string, string>> {
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
export async function formatted(file: string, text: string): Promise<string> {
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
      "new-key": "node --import ./server/build/tsx.js server/new-key.ts",
      ...kept,
      "lint:code": "oxlint --type-aware --deny-warnings",
    },
    packages,
  });
}
