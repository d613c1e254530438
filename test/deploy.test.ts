import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";

// The files of server/deploy, by the tools that read them, where these are installed.

const has = (program: string) => spawnSync(program, ["--version"]).error === undefined;
const run = (program: string, ...args: string[]) => {
  const { status, stdout, stderr } = spawnSync(program, args, { encoding: "utf8" });
  return { status, said: stdout + stderr };
};
const config = readFileSync("server/config.ts", "utf8");

describe("the systemd unit", () => {
  const unit = "server/deploy/systemd/contacts-api.service";

  test.runIf(has("systemd-analyze"))("has no fault, and little that an intruder could use", () => {
    const verified = run("systemd-analyze", "verify", unit);
    // This machine may have its Node elsewhere.
    const faults = verified.said
      .split("\n")
      .filter((line) => line.includes(unit) && !/not executable/.test(line));
    expect(faults).toEqual([]);
    const rated = run("systemd-analyze", "security", "--offline=true", unit);
    const [, exposure = "10"] = /Overall exposure level for \S+: ([\d.]+)/.exec(rated.said) ?? [];
    expect(Number(exposure), rated.said).toBeLessThan(1.6);
  });

  test("waits longer than a stop can take", () => {
    const text = readFileSync(unit, "utf8");
    expect(Number(/^TimeoutStopSec=(\d+)$/m.exec(text)?.[1])).toBeGreaterThan(30);
  });
});

test("compose.yaml sets what the server reads, and waits longer than a stop can take", () => {
  const { services } = parse(readFileSync("compose.yaml", "utf8"));
  const { environment, stop_grace_period, read_only } = services.api;
  expect(Object.keys(environment).filter((name) => !config.includes(`"${name}"`))).toEqual([]);
  expect(parseInt(stop_grace_period)).toBeGreaterThan(30 + Number(environment.DRAIN_SECONDS));
  expect(read_only).toBe(true);
});

test("the Containerfile sets what the server reads, and runs Node itself as another user than root", () => {
  const text = readFileSync("Containerfile", "utf8");
  const names = [...(/^ENV (.*)$/m.exec(text)?.[1] ?? "").matchAll(/(\w+)=/g)].map(([, name]) => name);
  expect(names.filter((name) => name !== "NODE_ENV" && !config.includes(`"${name}"`))).toEqual([]);
  expect(text).toMatch(/^USER 1000:1000$/m);
  expect(text).toMatch(/^ENTRYPOINT \["node", "server\/main\.js"\]$/m);
  expect(text).toMatch(/^ARG NODE=\S+:\d+\.\d+\.\d+-\S+$/m);
});

test.runIf(has("hadolint"))("hadolint finds nothing in the Containerfile", () => {
  expect(run("hadolint", "Containerfile")).toEqual({ status: 0, said: "" });
});

test.runIf(has("promtool"))("promtool finds nothing in the rules", () => {
  const { status, said } = run("promtool", "check", "config", "server/deploy/prometheus/prometheus.yaml");
  expect(status, said).toBe(0);
});
