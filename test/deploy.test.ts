import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { parse, parseAllDocuments } from "yaml";
import { fileVariables, settingTypes } from "../server/settings/names.ts";
import { readSettings } from "../server/settings/settings.ts";
import type { Json } from "./support/at.ts";
import { temporaryFolder } from "./support/folder.ts";

const read = (name: string) => readFileSync(name, "utf8");
const containerfile = read("Containerfile");
const knownVariables = [
  "NODE_ENV",
  ...Object.keys(settingTypes),
  ...Object.values(fileVariables),
];
const unit = read("server/deploy/systemd/contacts-api.service");
const kubernetes = read("server/deploy/kubernetes.yaml");
const [service, deployment]: Json[] = parseAllDocuments(kubernetes).map(
  (document) => document.toJS(),
);
const { spec } = deployment.spec.template;
const [container] = spec.containers;
const { services }: Json = parse(read("compose.yaml"));

test.each<[string, string[]]>([
  ["compose.yaml", Object.keys(services.api.environment)],
  ["kubernetes.yaml", container.env.map(({ name }: Json) => name)],
  [
    "the Containerfile",
    (/^ENV (.*)$/m.exec(containerfile)?.[1] ?? "").match(/\w+(?==)/g) ?? [],
  ],
])("%s sets what the server reads", (_, names) => {
  expect(names.length).toBeGreaterThan(1);
  expect(names.filter((name) => !knownVariables.includes(name))).toEqual([]);
});

test("the systemd unit waits longer than a stop can take, and tries again for as long as its database is away", () => {
  expect(Number(/^TimeoutStopSec=(\d+)$/m.exec(unit)?.[1])).toBeGreaterThan(30);
  expect(unit).toMatch(/^Restart=on-failure$/m);
  expect(unit).toMatch(/^StartLimitIntervalSec=0$/m);
});

test("compose.yaml waits longer than a stop can take, and brings every service back after a restart of the machine", () => {
  const { environment, stop_grace_period, read_only } = services.api;
  expect(parseInt(stop_grace_period)).toBeGreaterThan(
    30 + Number(environment.DRAIN_SECONDS),
  );
  expect(read_only).toBe(true);
  for (const { restart } of Object.values<Json>(services))
    expect(restart).toBe("unless-stopped");
});

test("compose.yaml bounds the log of every service", () => {
  for (const { logging } of Object.values<Json>(services)) {
    expect(logging.options["max-size"]).toMatch(/^\d+m$/);
    expect(Number(logging.options["max-file"])).toBeGreaterThan(1);
  }
});

test("compose.yaml shows the metrics to this machine only", () => {
  const { environment, ports } = services.api;
  expect(environment.METRICS_HOST).toBe("0.0.0.0");
  for (const port of ports) expect(port).toMatch(/^127\.0\.0\.1:/);
});

test("the Service for Kubernetes reaches the port of the Deployment's servers, and not their metrics", () => {
  expect(service.kind).toBe("Service");
  expect(deployment.spec.template.metadata.labels).toMatchObject(
    service.spec.selector,
  );
  expect(service.spec.ports).toEqual([
    { name: "http", port: 80, targetPort: "http" },
  ]);
  expect(container.ports[0].name).toBe("http");
});

test("the Deployment for Kubernetes runs an image with a tag, and shows its metrics to Prometheus", () => {
  expect(container.image).toMatch(/^contacts-api:\d+\.\d+\.\d+$/);
  expect(container.env).toContainEqual({
    name: "METRICS_HOST",
    value: "0.0.0.0",
  });
});

test("the Containerfile runs Node itself, of a version that it names, as another user than root", () => {
  expect(containerfile).toMatch(/^USER 1000:1000$/m);
  expect(containerfile).toMatch(/^ENTRYPOINT \["node", "server\/main\.js"\]$/m);
  expect(containerfile).toMatch(/^ARG NODE=\S+:\d+\.\d+\.\d+-\S+$/m);
});

test("the Deployment for Kubernetes sets secrets as the server reads them, and gives it time to stop", () => {
  const { env, ports, readinessProbe, volumeMounts } = container;
  const secrets: Record<string, string> = {
    "database-url": "postgres://contacts@db/contacts",
    "redis-url": "redis://redis",
    "encryption-key": Buffer.alloc(32, 1).toString("base64"),
  };
  const folder = temporaryFolder();
  const files = [...kubernetes.matchAll(/--from-file=(\S+)/g)].map(
    ([, name = ""]) => name,
  );
  for (const name of files)
    writeFileSync(join(folder, name), secrets[name] ?? "");
  const mounted = volumeMounts[0]?.mountPath ?? "";
  const settings = Object.fromEntries(
    env.map(({ name, value }: Json) => [name, value.replace(mounted, folder)]),
  );
  const settingsRead = readSettings(settings);
  expect([settingsRead.databaseUrl, settingsRead.redisUrl]).toEqual([
    secrets["database-url"],
    secrets["redis-url"],
  ]);
  expect(settingsRead.encryptionKeys).toHaveLength(1);
  expect(ports.map(({ containerPort }: Json) => containerPort)).toEqual([
    3000,
    settingsRead.metricsPort,
  ]);
  expect(readinessProbe.httpGet).toEqual({ path: "/readyz", port: "http" });
  const unnoticed =
    readinessProbe.periodSeconds * readinessProbe.failureThreshold * 1000;
  expect(unnoticed * 3).toBeLessThan(settingsRead.drain);
  expect(spec.terminationGracePeriodSeconds * 1000).toBeGreaterThan(
    settingsRead.drain + 30_000,
  );
});

test("the alert of a full disk and OPERATIONS.md name the line of the log after which a server needs a restart", () => {
  const line = "The embedded database has stopped";
  expect(read("server/store/open/embedded.ts")).toContain(line);
  expect(read("server/OPERATIONS.md")).toContain(`the log says "${line}"`);
  const { rules }: Json = parse(read("server/deploy/prometheus/alerts.yaml"))
    .groups[0];
  const diskFull = rules.find(
    ({ alert }: Json) => alert === "ContactsApiDiskFull",
  );
  expect(diskFull.annotations.description).toContain(`its log says "${line}"`);
});

const run = (program: string, args: string[]) => {
  const { error, status, stdout, stderr } = spawnSync(program, args, {
    encoding: "utf8",
  });
  return { installed: error === undefined, status, output: stdout + stderr };
};
const has = (program: string) => run(program, ["--version"]).installed;

// Linters that others wrote. A whole run names those that are not installed as "not tried", and
// does not fail (.ci/count.mjs).
const linters = [
  { program: "zizmor", args: ["--offline", ".github"] },
  { program: "actionlint", args: [] },
  { program: "hadolint", args: ["Containerfile"] },
  {
    program: "promtool",
    args: ["check", "rules", "server/deploy/prometheus/alerts.yaml"],
  },
];
for (const { program, args } of linters)
  test.runIf(has(program))(`${program} finds nothing`, () => {
    const { status, output } = run(program, args);
    expect(status, output).toBe(0);
  });

test.runIf(has("systemd-analyze"))(
  "systemd-analyze finds nothing, and little to attack",
  () => {
    const file = "server/deploy/systemd/contacts-api.service";
    const verified = run("systemd-analyze", ["verify", file]).output.split(
      "\n",
    );
    // This machine may have its Node elsewhere.
    expect(
      verified.filter(
        (line) => line.includes(file) && !/not executable/.test(line),
      ),
    ).toEqual([]);
    const rated = run("systemd-analyze", [
      "security",
      "--offline=true",
      file,
    ]).output;
    const [, exposure = "10"] =
      /Overall exposure level for \S+: ([\d.]+)/.exec(rated) ?? [];
    expect(Number(exposure), rated).toBeLessThan(1.6);
  },
);

test("the entry of the catalog has the title of the contract, and the contract that is released", () => {
  const [api, component]: Json[] = parseAllDocuments(
    read("catalog-info.yaml"),
  ).map((document) => document.toJS());
  const contract: Json = parse(read(api.spec.definition.$text));
  expect(api.metadata.title).toBe(contract.info.title);
  expect(component.spec.providesApis).toEqual([api.metadata.name]);
});
