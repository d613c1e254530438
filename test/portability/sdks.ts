import { createHash } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { writeBundles } from "../../openapi/generate/bundles.ts";
import { command } from "./command.ts";
import { cache } from "./installs.ts";
import { sdks, type Sdk } from "./sdks/sdk.ts";
import { startWorld, type World } from "./world.ts";

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
  const wanted = world.names.slice(0, 2).join("\n");
  if (printed.trim() !== wanted)
    throw new Error(`${sdk.language}: the README's first call printed\n${printed}\nnot\n${wanted}`);
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
