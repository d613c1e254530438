import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { cpSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { contractVersion } from "../../../generated/calls.ts";
import { build } from "../../support/made-once.ts";
import { temporaryFolder } from "../../support/folder.ts";
import { start } from "../../support/process.ts";
import { emptyStore } from "../../support/store.ts";

/** A copy of what was built, where no library is beside it. */
const folder = temporaryFolder(afterAll);
beforeAll(async () => {
  await build();
  cpSync("dist", folder, { recursive: true });
}, 300_000);

test("the built server runs without TypeScript and without an installation, and serves the API, the contract and the docs", async () => {
  const settings = await emptyStore();
  const build = start(
    join(folder, "server/operator.js"),
    ["keys", "create", "--workspace", "w", "--new", "--scopes", "*", "--json"],
    settings,
  );
  const [, key = ""] = await build.printed(/"key":"(\w+)"/);
  await build.ended;
  const server = start(join(folder, "server/main.js"), [], settings);
  const [, address = ""] = await server.printed(/Contacts API +(\S+)/);
  const get = (path: string) =>
    fetch(address + path, { headers: { Authorization: `Bearer ${key}` } });
  expect((await (await get("/v1/contacts")).json()) as object).toMatchObject({
    data: [],
  });
  expect(await (await get("/openapi.yaml")).text()).toMatch(
    /^openapi: 3\.[^]*^servers:\n {2}- url: \/\n/m,
  );
  expect(await (await get("/docs/")).text()).toContain("<title>Contacts API");
  const [, ...check] = JSON.parse(
    /^ {2}CMD (\[.*\])$/m.exec(readFileSync("Containerfile", "utf8"))?.[1] ??
      "[]",
  ) as string[];
  const ports = [new URL(address).port, "9"];
  const codes = ports.map(
    (PORT) => spawnSync(process.execPath, check, { env: { PORT } }).status,
  );
  expect(codes).toEqual([0, 1]);
});

test.each([
  { name: "what was built", cwd: () => folder },
  { name: "the repository", cwd: () => "." },
])(
  "npm start in $name passes SIGTERM on: the server drains and ends, and nothing is left",
  async ({ cwd }) => {
    const env = { ...process.env, ...(await emptyStore()) };
    const npm = spawn("npm", ["start"], { cwd: cwd(), env });
    let output = "";
    const address = new Promise<string>((resolve) => {
      npm.stdout.on("data", (chunk: Buffer) => {
        output += chunk.toString();
        const [, found] = /Contacts API +(\S+)\n/.exec(output) ?? [];
        if (found !== undefined) resolve(found);
      });
    });
    const livez = `${await address}/livez`;
    expect((await fetch(livez)).status).toBe(200);
    npm.kill("SIGTERM");
    await once(npm, "close");
    expect(output).toContain("shutting down");
    await expect(fetch(livez)).rejects.toThrow();
  },
);

test("it brings the SQL that SCALING.md runs", () => {
  const scaling = readFileSync("server/SCALING.md", "utf8");
  const files = [...scaling.matchAll(/-f (server\/\S+\.sql)$/gm)].map(
    ([, file = ""]) => file,
  );
  expect(files.length).toBeGreaterThan(1);
  for (const file of files)
    expect(readFileSync(join(folder, file), "utf8")).toBe(
      readFileSync(file, "utf8"),
    );
});

test("it brings the licences of the libraries that are in it, and that of PostgreSQL, which PGlite is", () => {
  const embedded = readFileSync(
    join(folder, "server/store/LICENSE.postgresql"),
    "utf8",
  );
  expect(embedded).toMatch(
    /PostgreSQL Global Development Group[^]*Permission to use, copy, modify/,
  );
  const licences = readFileSync(join(folder, "THIRD_PARTY_LICENSES"), "utf8");
  for (const name of ["express", "kysely", "ioredis"]) {
    expect(licences).toMatch(
      new RegExp(`^${name} \\d+\\.\\d+\\.\\d+ \\(MIT\\)\n\n[^]{500}`, "m"),
    );
  }
});

test("its bill of materials names the packages that are in it, and no other", () => {
  const licences = readFileSync(
    join(folder, "THIRD_PARTY_LICENSES"),
    "utf8",
  ).split(`\n${"-".repeat(80)}\n\n`);
  const bundled = licences.map((text) =>
    text.split(" (")[0]?.replace(" ", "@"),
  );
  const { bomFormat, version, components, metadata } = JSON.parse(
    readFileSync(join(folder, "sbom.cdx.json"), "utf8"),
  ) as {
    bomFormat: string;
    version: number;
    metadata: { component: object };
    components: {
      name: string;
      version: string;
      purl: string;
      licenses: { expression: string }[];
    }[];
  };
  expect(bomFormat).toBe("CycloneDX");
  expect(version).toBe(1);
  expect(metadata.component).toMatchObject({
    version: contractVersion,
    purl: `pkg:npm/contacts-api@${contractVersion}`,
  });
  const copied = readdirSync(join(folder, "node_modules"), {
    recursive: true,
    encoding: "utf8",
  })
    .filter((file) => /^(@[^/]+\/)?[^/]+\/package\.json$/.test(file))
    .map((file) =>
      JSON.parse(readFileSync(join(folder, "node_modules", file), "utf8")),
    )
    .map(({ name, version }: Record<string, string>) => `${name}@${version}`);
  const packages = components.map(({ name, version }) => `${name}@${version}`);
  expect([...new Set(packages)].sort()).toEqual(
    [...new Set([...bundled, ...copied])].sort(),
  );
  expect(components.filter(({ licenses }) => !licenses[0]?.expression)).toEqual(
    [],
  );
  expect(components.map(({ purl }) => purl)).toContainEqual(
    expect.stringMatching(/^pkg:npm\/%40opentelemetry\/api@\d/),
  );
  // Its package has no text of its licence.
  const short = licences
    .filter((text) => text.length < 500)
    .map((text) => text.split(" ")[0]);
  expect(short).toEqual(["standardwebhooks"]);
});

test("it has nothing to install, and the version of the contract", () => {
  const { dependencies, version } = JSON.parse(
    readFileSync(join(folder, "package.json"), "utf8"),
  );
  expect(dependencies).toBeUndefined();
  expect(version).toEqual(contractVersion);
});
