import { copyFileSync, readdirSync, writeFileSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { createHash } from "node:crypto";
import { fileURLToPath } from "node:url";
import { command } from "./command.ts";
import { go, goEnv, goModule, maven, python, pythonBin, reach, versions, cache } from "./installs.ts";
import {
  javaLibraries,
  oapiCodegenOptions,
  open,
  openapiGenerator,
  openapiPythonClient,
} from "./tools/generators.ts";
import { writeBundles } from "../../openapi/generate/bundles.ts";
import { startWorld, type World } from "./world.ts";

/** Where a client is built: `work` is for what is not packed, `folder` for what is. */
interface Place {
  work: string;
  folder: string;
  contract: string;
  version: string;
}

/** How the sample of a README is run: with the built client, in a folder of its own. */
interface FirstCall {
  work: string;
  folder: string;
  place: string;
  sample: string;
  env: Record<string, string>;
}

/** A client to download, made by the generator that does best in the table for its language. */
interface Sdk {
  language: string;
  generator: string;
  install: () => Promise<unknown>;
  build: (place: Place) => Promise<unknown>;
  /** Gives what the sample printed. */
  firstCall: (call: FirstCall) => Promise<string>;
}

/** The moment that archives give for every file: the earliest that zip knows. */
const epoch = { SOURCE_DATE_EPOCH: "315532800" };

const pythonSdk: Sdk = {
  language: "python",
  generator: `openapi-python-client ${versions.python["openapi-python-client"]}`,
  install: python,
  build: async ({ work, folder, contract }) => {
    const source = join(work, "source");
    await openapiPythonClient(contract, source, "--meta", "setup");
    const wheel = ["wheel", "--quiet", "--no-deps", "--no-build-isolation", "--wheel-dir", folder, source];
    await command(pythonBin("pip"), wheel, { env: epoch });
  },
  firstCall: async ({ folder, place, sample, env }) => {
    const wheel = readdirSync(folder).filter((file) => file.endsWith(".whl"));
    const installed = join(place, "installed");
    const options = ["--quiet", "--no-deps", "--target", installed];
    await command(pythonBin("pip"), ["install", ...options, ...wheel.map((file) => join(folder, file))]);
    writeFileSync(join(place, "first_call.py"), sample);
    return command(pythonBin("python"), [join(place, "first_call.py")], {
      env: { ...env, PYTHONPATH: installed },
    });
  },
};

const names = ["groupId=contactsapi", "artifactId=contacts-api-client", "invokerPackage=contactsapi"];
const packages = ["apiPackage=contactsapi.api", "modelPackage=contactsapi.model"];
const javaClient = openapiGenerator("java", {
  properties: [open, "hideGenerationTimestamp=true", ...names, ...packages],
});

const javaSdk: Sdk = {
  language: "java",
  generator: `openapi-generator ${versions.maven["org.openapitools:openapi-generator-cli"]}`,
  install: maven,
  build: async ({ work, folder, contract, version }) => {
    await javaClient.generate({ folder: work, contract });
    const sources = join(work, "client/src/main/java");
    const classes = join(work, "classes");
    const files = readdirSync(sources, { recursive: true, encoding: "utf8" }).filter((file) =>
      /\.java$/.test(file),
    );
    const options = ["-nowarn", "-proc:none", "-encoding", "UTF-8", "--release", "11", "-d", classes];
    await command("javac", [
      ...options,
      "-cp",
      javaLibraries(),
      ...files.map((file) => join(sources, file)).sort(),
    ]);
    const jar = (suffix: string, content: string) =>
      command("jar", [
        ...["--create", "--date=1980-01-01T00:00:02Z", "--no-manifest"],
        ...["--file", join(folder, `contacts-api-client-${version}${suffix}.jar`), "-C", content, "."],
      ]);
    await jar("", classes);
    await jar("-sources", sources);
    copyFileSync(join(work, "client/pom.xml"), join(folder, "pom.xml"));
  },
  firstCall: async ({ folder, place, sample, env }) => {
    const file = join(place, "FirstCall.java");
    writeFileSync(file, sample);
    const jars = readdirSync(folder).filter((name) => /\d\.jar$/.test(name));
    const path = [...jars.map((name) => join(folder, name)), javaLibraries()].join(":");
    return command("java", ["-cp", path, file], { env });
  },
};

const goSdk: Sdk = {
  language: "go",
  generator: `oapi-codegen ${versions.go["github.com/oapi-codegen/oapi-codegen/v2"].slice(1)}`,
  install: go,
  build: async ({ work, folder, contract }) => {
    const config = join(work, "oapi-codegen.json");
    writeFileSync(config, oapiCodegenOptions("contacts", join(folder, "client.go")));
    await command(join(goEnv.GOBIN, "oapi-codegen"), ["-config", config, contract]);
    writeFileSync(join(folder, "go.mod"), moduleOf("contacts-api-client"));
    copyFileSync(join(goModule, "go.sum"), join(folder, "go.sum"));
    await reach("go", ["mod", "tidy"], { cwd: folder, env: goEnv });
    await command("go", ["build", "./..."], { cwd: folder, env: goEnv });
  },
  firstCall: async ({ folder, place, sample, env }) => {
    writeFileSync(join(place, "main.go"), sample);
    writeFileSync(join(place, "go.mod"), "module first-call\n\ngo 1.24\n");
    const options = { cwd: place, env: { ...goEnv, ...env } };
    const client = ["-require", "contacts-api-client@v0.0.0", "-replace", `contacts-api-client=${folder}`];
    await command("go", ["mod", "edit", ...client], options);
    await reach("go", ["mod", "tidy"], options);
    return command("go", ["run", "."], options);
  },
};

/** A go.mod with the versions that are pinned, of the tool's module and of what clients import. */
function moduleOf(name: string): string {
  const needed = Object.entries(versions.go).filter(([module]) => /(runtime|nullable)$/.test(module));
  const lines = needed.map(([module, version]) => `\t${module} ${version}\n`);
  return `module ${name}\n\ngo 1.24\n\nrequire (\n${lines.join("")})\n`;
}

/** The clients to download. TypeScript has one of its own, in `client/`. */
export const sdks = [pythonSdk, javaSdk, goSdk];

const root = fileURLToPath(new URL("../../", import.meta.url));
const target = join(root, "generated/sdks");
writeBundles();
const contract = join(root, "generated/openapi.json");
const { version } = (JSON.parse(readFileSync(contract, "utf8")) as { info: { version: string } }).info;
const say = (line: string) => console.error(line);

/**
 * Builds the clients of other languages into `generated/sdks/`, after the first call of each README has been made with them.
 * Needs java, mvn, go, python3 and GNU tar.
 */
export async function buildSdks(): Promise<void> {
  rmSync(target, { recursive: true, force: true });
  mkdirSync(target, { recursive: true });
  const world = await startWorld(say);
  try {
    for (const sdk of sdks) await build(sdk, world);
  } finally {
    await world.stop();
  }
  const sums = readdirSync(target).map((name) => `${sha256(join(target, name))}  ${name}\n`);
  writeFileSync(join(target, "SHA256SUMS"), sums.join(""));
  console.log(`Wrote generated/sdks/: ${readdirSync(target).join(", ")}`);
}

/** Builds one client, makes its README's first call with it, and packs it. */
async function build(sdk: Sdk, world: World): Promise<void> {
  say(`${sdk.language}: building with ${sdk.generator}`);
  const work = join(cache, "sdks", sdk.language);
  rmSync(work, { recursive: true, force: true });
  const name = `contacts-api-client-${sdk.language}-${version}`;
  const folder = join(work, name);
  mkdirSync(folder, { recursive: true });
  await sdk.install();
  await sdk.build({ work, folder, contract, version });
  const text = readFileSync(fileURLToPath(new URL(`sdks/${sdk.language}.md`, import.meta.url)), "utf8");
  const readme = text.replaceAll("VERSION", version).replaceAll("GENERATOR", sdk.generator);
  writeFileSync(join(folder, "README.md"), readme);

  const [, sample = ""] = new RegExp(`\`\`\`${sdk.language}\n([^]*?)\`\`\``).exec(readme) ?? [];
  const place = join(work, "first-call");
  mkdirSync(place);
  const printed = await sdk.firstCall({ work, folder, place, sample, env: world.env });
  const expected = world.names.slice(0, 2).join("\n");
  if (printed.trim() !== expected)
    throw new Error(`${sdk.language}: the README's first call printed\n${printed}\nnot\n${expected}`);
  say(`${sdk.language}: the README's first call works`);
  await pack(folder, join(target, `${name}.tar.gz`));
}

/** The same bytes for the same content, whenever and by whomever it is packed. */
async function pack(folder: string, file: string): Promise<void> {
  const flags =
    "--sort=name --mtime=@0 --owner=0 --group=0 --numeric-owner --mode=u=rwX,go=rX --format=ustar";
  await command("sh", [
    "-c",
    `tar ${flags} -C "$1/.." -cf - "$(basename "$1")" | gzip -n -9 > "$2"`,
    "sh",
    folder,
    file,
  ]);
}

const sha256 = (file: string) => createHash("sha256").update(readFileSync(file)).digest("hex");
