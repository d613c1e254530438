import { execFile } from "node:child_process";
import {
  cpSync,
  mkdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  packageName,
  publishedFile,
  readReleases,
} from "../../openapi/model/releases.ts";
import { copyRepository, tools } from "../openapi/copy.ts";
import { build as buildRepository } from "../support/made-once.ts";
import { start } from "../support/process.ts";
import { consumers, installClient } from "./client-package.ts";

const copy = copyRepository(
  [...tools, "README.md", "test/consumers"],
  afterAll,
);
const released = [...readReleases().keys()].at(-1) ?? "";
const next = "9.0.0";

/** Runs a program of the repository, which must succeed. */
async function repository(file: string, ...args: string[]): Promise<void> {
  const { code, stderr } = await copy.run(file, ...args);
  expect(stderr).toBe("");
  expect(code).toBe(0);
}

// The copy is of what the repository has built.
beforeAll(async () => {
  await buildRepository();
  cpSync("generated/docs", join(copy.folder, "generated/docs"), {
    recursive: true,
  });
}, 300_000);

/** Starts the server of the repository, at the same address each time. */
let port = "0";
async function startServer() {
  const server = start(join(copy.folder, "server/main.ts"), [], {
    PORT: port,
    DATA_DIR: join(copy.folder, "data"),
  });
  const [, address = ""] = await server.printed(/(http:\/\/127\.0\.0\.1:\d+)/);
  port = new URL(address).port;
  return { address, stop: server.end };
}

/** Runs npm in the folder of a caller, without a cache of an earlier run. */
function npm(...args: string[]) {
  const cwd = join(copy.folder, "caller");
  const cache = ["--cache", join(copy.folder, "npm-cache")];
  rmSync(join(copy.folder, "npm-cache"), { recursive: true, force: true });
  return promisify(execFile)("npm", [...args, ...cache, "--no-audit"], { cwd });
}

const caller = (file: string) =>
  JSON.parse(readFileSync(join(copy.folder, "caller", file), "utf8")) as Record<
    string,
    unknown
  >;

/** The status and the Cache-Control of an address. */
async function head(address: string) {
  const { status, headers } = await fetch(address, { redirect: "manual" });
  return [status, headers.get("cache-control")];
}

test(
  "the address without a version leads a browser to the newest release, and tells a program which to install",
  { timeout: 600_000 },
  async () => {
    const server = await startServer();
    const short = `${server.address}/docs/contacts-client.tgz`;
    const browser = await fetch(short, { headers: { Accept: "text/html" } });
    expect(browser.status).toBe(200);
    expect(browser.url).toMatch(/\/docs\/contacts-client-[\d.]+\.tgz$/);
    const program = await fetch(short);
    expect(program.status).toBe(404);
    expect(await program.text()).toContain(`Install ${browser.url}`);
    await server.stop();
  },
);

test(
  "a lockfile that was made before a release installs the same package after it",
  { timeout: 600_000 },
  async () => {
    const before = await startServer();
    mkdirSync(join(copy.folder, "caller"));
    writeFileSync(join(copy.folder, "caller/package.json"), "{}");
    await npm("install", `${before.address}/docs/${packageName(released)}`);
    expect(caller("package-lock.json")).toMatchObject({
      packages: {
        "node_modules/contacts-client": {
          integrity: readReleases().get(released)?.package,
        },
      },
    });
    const [, build = ""] =
      /docs\/(contacts-client-[\d.]+-dev\.\w+\.tgz)/.exec(
        copy.read("generated/docs/client.md"),
      ) ?? [];
    expect(await head(`${before.address}/docs/${build}`)).toEqual([
      200,
      "no-cache",
    ]);
    await before.stop();

    copy.edit(
      "openapi/openapi.yaml",
      /^ {2}version: .*/m,
      `  version: ${next}`,
    );
    copy.edit("client/index.ts", /$/, "\nexport const added = true;\n");
    await repository("openapi/generate/main.ts");
    await repository("openapi/release/main.ts", "--draft");
    await repository("openapi/release/main.ts");
    await repository("openapi/docs/main.ts");
    const after = await startServer();
    rmSync(join(copy.folder, "caller/node_modules"), { recursive: true });
    await npm("ci");
    const installed = "node_modules/contacts-client/package.json";
    expect(caller(installed)).toMatchObject({ version: released });
    for (const version of [released, next])
      expect(
        await head(`${after.address}/docs/${packageName(version)}`),
      ).toEqual([200, expect.stringMatching(/immutable$/)]);
    expect(
      await head(`${after.address}/docs/${released}/openapi.json`),
    ).toEqual([200, expect.stringMatching(/immutable$/)]);
    for (const file of ["README.md", "client/README.md"])
      expect(copy.read(file)).toContain(packageName(next));
    expect(copy.read("generated/docs/client.md")).not.toContain("-dev.");
    await after.stop();
  },
);

test("the released package compiles the consumers of its release and of those before it", async () => {
  const project = await installClient(
    publishedFile(released, packageName(released)),
  );
  const files = [...consumers]
    .filter(([name]) => !isAfter(name, `${released}.ts`))
    .map(([name, code]) => project.write(`consumer-${name}`, code));
  expect(files.length).toBeGreaterThan(1);
  const options = "--skipLibCheck --module nodenext";
  expect(await project.compile(files, options)).toBe("");
});

const isAfter = (one: string, other: string) =>
  one.localeCompare(other, "en", { numeric: true }) > 0;
