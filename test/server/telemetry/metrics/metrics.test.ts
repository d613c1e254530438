import { spawnSync } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { expect, test } from "vitest";
import { operations } from "../../../../generated/operations.ts";
import { unavailableReasons } from "../../../../server/store/errors.ts";
import {
  alerts,
  hasPromtool,
  metricsIn,
  scrape,
} from "../../../resilience/alerts.ts";
import { launch, makeKeys } from "../../../resilience/service.ts";
import {
  connectTo,
  listenLocally,
  raw,
  statusesIn,
} from "../../../support/raw.ts";
import { emptyStore } from "../../../support/store.ts";

/** The queries of the dashboard. */
const queries = [
  ...readFileSync("server/deploy/grafana/dashboard.json", "utf8").matchAll(
    /"expr": (".*")/g,
  ),
].map(([, query = ""]) => JSON.parse(query) as string);

const count = (operation: string, status: number) =>
  `contacts_api_requests_total{operation="${operation}",status="${status}"}`;

test("metrics are served to this machine only, whatever HOST is, and elsewhere with METRICS_HOST", async () => {
  const settings = {
    ...(await emptyStore()),
    HOST: "0.0.0.0",
    METRICS_PORT: "0",
    REDIS_URL: "",
  };
  const keys = await makeKeys(settings, 1);
  /** Another address of this machine, of those that only 0.0.0.0 includes. */
  const other = (url: string) =>
    url.replace(/127\.0\.0\.1|localhost|0\.0\.0\.0/, "127.0.0.2");

  const closed = await launch(settings, keys);
  const [, metrics = ""] = await closed.program.printed(/Metrics +(\S+)/);
  expect((await fetch(metrics)).status).toBe(200);
  expect((await fetch(`${other(closed.address)}/livez`)).status).toBe(200);
  await expect(fetch(other(metrics))).rejects.toThrow("fetch failed");
  await closed.program.end();

  const open = await launch({ ...settings, METRICS_HOST: "0.0.0.0" }, keys);
  const [, shown = ""] = await open.program.printed(/Metrics +(\S+)/);
  expect((await fetch(other(shown))).status).toBe(200);
});

test("metrics count requests, limiter, connections and deliveries, and no label is a caller's", async () => {
  const settings = {
    ...(await emptyStore()),
    METRICS_PORT: "0",
    REDIS_URL: "",
    LOCAL_WEBHOOKS: "true",
  };
  const { program, address, call } = await launch(
    settings,
    await makeKeys(settings, 1),
  );
  const [, metrics = ""] = await program.printed(/Metrics +(\S+)/);
  const status = async (path: string, json?: object) =>
    (await call(path, json && { json })).status;

  // A receiver that does not respond, so that a delivery stays pending.
  const receiver = createServer(() => undefined);
  const url = `http://${await listenLocally(receiver)}`;
  expect(await status("/v1/webhooks", { url, events: ["*"] })).toBe(201);
  const ana = { name: "Ana", email: "ana@example.com" };
  expect(await status("/v1/contacts", ana)).toBe(201);
  await once(receiver, "request");
  expect(await status("/v1/contacts", ana)).toBe(409);
  expect(await status("/v1/contacts")).toBe(200);
  expect(await status("/v1/contacts/ct_nobody")).toBe(404);
  expect(await status("/v1/nonsense/a")).toBe(404);
  expect(await status("/v1/nonsense/b", {})).toBe(404);
  expect(statusesIn(await raw(address, "GARBAGE\r\n\r\n"))).toEqual([400]);
  // Prometheus sends the parameters of its job with each scrape.
  expect((await fetch(`${metrics}?job=api`)).status).toBe(200);

  const { samples: found } = await scrape(metrics);
  expect(Object.fromEntries(found)).toMatchObject({
    [count("createContact", 201)]: 1,
    [count("createContact", 409)]: 1,
    [count("listContacts", 200)]: 1,
    [count("getContact", 404)]: 1,
    [count("none", 404)]: 2,
    [count("none", 400)]: 1,
    'contacts_api_delivery_slots{pool="quick",state="most"}': 400,
    'contacts_api_delivery_slots{pool="slow",state="most"}': 200,
    'contacts_api_request_seconds_count{operation="createContact"}': 2,
    'contacts_api_limiter_requests_total{result="allowed"}': 8,
    'contacts_api_database_connections{state="waiting"}': 0,
    contacts_api_deliveries_pending: 1,
    'contacts_api_delivery_attempts_total{outcome="succeeded"}': 0,
    contacts_api_webhooks_disabled_total: 0,
    'contacts_api_retention_runs_total{outcome="failed"}': 0,
    'contacts_api_database_errors_total{reason="unreachable"}': 0,
    contacts_api_oldest_write_seconds: 0,
    contacts_api_key_cache_usable: 1,
    'contacts_api_database_errors_total{reason="disk"}': 0,
  });
  // After a second without a response the attempt is slow.
  const underWay = ["quick", "slow"].map(
    (pool) =>
      found.get(
        `contacts_api_delivery_slots{pool="${pool}",state="under_way"}`,
      ) ?? NaN,
  );
  expect(underWay.sort()).toEqual([0, 1]);
  expect(
    found.get("contacts_api_deliveries_overdue_seconds"),
  ).toBeGreaterThanOrEqual(0);
  expect(found.get("process_resident_memory_bytes")).toBeGreaterThan(0);
  // What can be counted is there before it occurs: Prometheus sees no rise in a counter's first
  // value.
  const counters = [
    ...Object.entries(operations).flatMap(([operation, { statuses }]) =>
      statuses.map((status) => count(operation, status)),
    ),
    ...unavailableReasons.map(
      (reason) => `contacts_api_database_errors_total{reason="${reason}"}`,
    ),
    'contacts_api_limiter_requests_total{result="refused"}',
  ];
  expect(counters.filter((name) => !found.has(name))).toEqual([]);
  if (hasPromtool) {
    const input = await (await fetch(metrics)).text();
    const { stdout, stderr } = spawnSync("promtool", ["check", "metrics"], {
      input,
      encoding: "utf8",
    });
    expect(stdout + stderr).toBe("");
  }
  // The metrics of the alerts and the dashboard are there. Not every server has metrics of Redis and
  // of its own disk.
  const names = new Set(
    [...found.keys()].map((name) => name.replace(/\{.*/, "")),
  );
  // In OpenMetrics a counter is named without its `_total`, so nothing else may have that name.
  expect(
    [...names].filter(
      (name) => name.endsWith("_total") && names.has(name.slice(0, -6)),
    ),
  ).toEqual([]);
  names
    .add("contacts_api_limiter_redis_away")
    .add("contacts_api_data_free_bytes");
  expect(queries.length).toBeGreaterThan(10);
  for (const query of [...queries, ...alerts.map(({ expr }) => expr)]) {
    expect(metricsIn(query), query).not.toEqual([]);
    expect(metricsIn(query).filter((name) => !names.has(name))).toEqual([]);
  }
  const labelled = [...found.keys()].flatMap(
    (name) => /operation="([^"]*)"/.exec(name)?.[1] ?? [],
  );
  expect(
    labelled.filter(
      (name) => name !== "none" && !Object.hasOwn(operations, name),
    ),
  ).toEqual([]);
  expect((await fetch(`${address}/metrics`)).status).not.toBe(200);

  // However many connections somebody holds, there is one for who asks.
  const idle = await Promise.all(
    Array.from({ length: 70 }, () => connectTo(metrics)),
  );
  for (const socket of idle) socket.resume();
  expect((await fetch(metrics)).status).toBe(200);
  await expect
    .poll(() => idle.filter(({ readableEnded }) => readableEnded).length)
    .toBeGreaterThanOrEqual(6);
});
