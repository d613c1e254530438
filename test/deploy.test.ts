import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { parse } from "yaml";

const config = readFileSync("server/operator/settings.ts", "utf8");

test("the systemd unit waits longer than a stop can take", () => {
  const text = readFileSync("server/deploy/systemd/contacts-api.service", "utf8");
  expect(Number(/^TimeoutStopSec=(\d+)$/m.exec(text)?.[1])).toBeGreaterThan(30);
});

test("compose.yaml sets what the server reads, and waits longer than a stop can take", () => {
  const { services } = parse(readFileSync("compose.yaml", "utf8"));
  const { environment, stop_grace_period, read_only } = services.api;
  expect(Object.keys(environment).filter((name) => !config.includes(`"${name}"`))).toEqual([]);
  expect(parseInt(stop_grace_period)).toBeGreaterThan(30 + Number(environment.DRAIN_SECONDS));
  expect(read_only).toBe(true);
});

test("compose.yaml brings every service back after the machine was restarted", () => {
  const { services } = parse(readFileSync("compose.yaml", "utf8"));
  const restarts = Object.values<{ restart?: string }>(services).map(({ restart }) => restart);
  expect([...new Set(restarts)]).toEqual(["unless-stopped"]);
});

test("the systemd unit tries again for as long as its database is away", () => {
  const text = readFileSync("server/deploy/systemd/contacts-api.service", "utf8");
  expect(text).toMatch(/^Restart=on-failure$/m);
  expect(text).toMatch(/^StartLimitIntervalSec=0$/m);
});

test("the Containerfile sets what the server reads, and runs Node itself as another user than root", () => {
  const text = readFileSync("Containerfile", "utf8");
  const names = [...(/^ENV (.*)$/m.exec(text)?.[1] ?? "").matchAll(/(\w+)=/g)].map(([, name]) => name);
  expect(names.filter((name) => name !== "NODE_ENV" && !config.includes(`"${name}"`))).toEqual([]);
  expect(text).toMatch(/^USER 1000:1000$/m);
  expect(text).toMatch(/^ENTRYPOINT \["node", "server\/main\.js"\]$/m);
  expect(text).toMatch(/^ARG NODE=\S+:\d+\.\d+\.\d+-\S+$/m);
});
