import { spawnSync } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { Registry } from "prom-client";
import { afterAll, describe, expect, test } from "vitest";
import { operations } from "../../../../generated/operations.ts";
import { createMemoryLimiter } from "../../../../server/limits/limiter.ts";
import { unavailableReasons } from "../../../../server/store/errors.ts";
import {
  createMeter,
  meterLimiter,
} from "../../../../server/telemetry/requests.ts";
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
import { startServer } from "../../../support/server.ts";
import { emptyStore } from "../../../support/store.ts";

const dashboardQueries = [
  ...readFileSync("server/deploy/grafana/dashboard.json", "utf8").matchAll(
    /"expr": (".*")/g,
  ),
].map(([, query = ""]) => JSON.parse(query) as string);

/** The sample that counts the requests of an operation with a status. */
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

test("a request that fails because of the database is counted by the reason", async () => {
  const registry = new Registry();
  const { meter } = createMeter(registry, []);
  const server = await startServer({ meter });
  const key = await server.key(["*"]);
  await server.store.database.destroy();
  expect((await server.call("/v1/contacts", { key })).status).toBe(503);
  const text = await registry.metrics();
  const counts = unavailableReasons.filter((reason) =>
    text.includes(`contacts_api_database_errors_total{reason="${reason}"} 1`),
  );
  expect(counts).toEqual(["unreachable"]);
});

test("requests beyond a limit are counted as refused", async () => {
  const registry = new Registry();
  const { consume } = meterLimiter(registry, createMemoryLimiter());
  for (const subject of ["ana", "ana", "ana", "eva"])
    await consume(subject, { requests: 1, seconds: 60 });
  const text = await registry.metrics();
  const name = "contacts_api_limiter_requests_total";
  expect(text).toContain(`${name}{result="allowed"} 2\n`);
  expect(text).toContain(`${name}{result="refused"} 2\n`);
});

describe("the metrics of a server", async () => {
  const settings = {
    ...(await emptyStore(undefined, afterAll)),
    METRICS_PORT: "0",
    REDIS_URL: "",
    LOCAL_WEBHOOKS: "true",
  };
  const { program, address, call } = await launch(
    settings,
    await makeKeys(settings, 1),
    { atEnd: afterAll },
  );
  const [, metrics = ""] = await program.printed(/Metrics +(\S+)/);
  /** Requests a path, by POST when there is a body, and returns the status. */
  const request = async (path: string, json?: object) =>
    (await call(path, json && { json })).status;

  const began = performance.now();
  // A receiver that does not respond, so that a delivery stays pending.
  const receiver = createServer(() => undefined);
  const url = `http://${await listenLocally(receiver, afterAll)}`;
  expect(await request("/v1/webhooks", { url, events: ["*"] })).toBe(201);
  const ana = { name: "Ana", email: "ana@example.com" };
  expect(await request("/v1/contacts", ana)).toBe(201);
  await once(receiver, "request");
  expect(await request("/v1/contacts", ana)).toBe(409);
  expect(await request("/v1/contacts")).toBe(200);
  expect(await request("/v1/contacts/ct_nobody")).toBe(404);
  expect(await request("/v1/nonsense/a")).toBe(404);
  expect(await request("/v1/nonsense/b", {})).toBe(404);

  const { samples } = await scrape(metrics);
  /** The seconds of all that is measured. */
  const elapsed = (performance.now() - began) / 1000;
  /** The names of the metrics, without labels. */
  const names = new Set(
    [...samples.keys()].map((sample) => sample.replace(/\{.*/, "")),
  );

  test("requests are counted by operation and status", () => {
    expect(Object.fromEntries(samples)).toMatchObject({
      [count("createContact", 201)]: 1,
      [count("createContact", 409)]: 1,
      [count("listContacts", 200)]: 1,
      [count("getContact", 404)]: 1,
      [count("none", 404)]: 2,
      'contacts_api_request_seconds_count{operation="createContact"}': 2,
      'contacts_api_limiter_requests_total{result="allowed"}': 7,
    });
  });

  test("the time of requests is in seconds", () => {
    const seconds = samples.get(
      'contacts_api_request_seconds_sum{operation="createContact"}',
    );
    expect(seconds).toBeGreaterThan(0);
    expect(seconds).toBeLessThan(elapsed);
  });

  test("bytes that are no HTTP request are counted as operation none with status 400", async () => {
    const response = await raw(address, "GARBAGE\r\n\r\n");
    expect(statusesIn(response)).toEqual([400]);

    const after = await scrape(metrics);
    expect(after.samples.get(count("none", 400))).toBe(1);
    // The limiter counts them too.
    expect(
      after.samples.get(
        'contacts_api_limiter_requests_total{result="allowed"}',
      ),
    ).toBe(8);
  });

  test("the database, deliveries and the process are measured", () => {
    expect(Object.fromEntries(samples)).toMatchObject({
      'contacts_api_database_connections{state="waiting"}': 0,
      'contacts_api_database_errors_total{reason="unreachable"}': 0,
      'contacts_api_database_errors_total{reason="disk"}': 0,
      contacts_api_oldest_write_seconds: 0,
      contacts_api_key_cache_usable: 1,
      'contacts_api_retention_runs_total{outcome="failed"}': 0,
      contacts_api_deliveries_pending: 1,
      'contacts_api_delivery_attempts_total{outcome="succeeded"}': 0,
      contacts_api_webhooks_disabled_total: 0,
    });
    expect(
      samples.get("contacts_api_deliveries_overdue_seconds"),
    ).toBeGreaterThan(0);
    expect(samples.get("process_resident_memory_bytes")).toBeGreaterThan(0);
  });

  test("connections to the database are used or idle, and requests wait for one or not", async () => {
    const connections = async () => {
      const { samples: now } = await scrape(metrics);
      const count = (state: string) =>
        now.get(`contacts_api_database_connections{state="${state}"}`);
      return [count("used"), count("idle"), count("waiting")];
    };
    // A search for due deliveries may use one for a moment.
    await expect.poll(connections).toEqual([0, expect.any(Number), 0]);
  });

  test("an attempt that is under way holds a slot of one of the two pools", () => {
    const slots = (pool: string, state: string) =>
      samples.get(
        `contacts_api_delivery_slots{pool="${pool}",state="${state}"}`,
      ) ?? NaN;
    expect(slots("quick", "most")).toBe(400);
    expect(slots("slow", "most")).toBe(200);
    // After a second without a response the attempt is slow.
    const underWay = [slots("quick", "under_way"), slots("slow", "under_way")];
    expect(underWay.sort()).toEqual([0, 1]);
  });

  test("each scrape reads the values of its time, and adds nothing to those of the scrape before", async () => {
    const read = async () => {
      const { samples: now } = await scrape(metrics);
      return {
        slots: now.get(
          'contacts_api_delivery_slots{pool="quick",state="most"}',
        ),
        pending: now.get("contacts_api_deliveries_pending"),
      };
    };
    expect(await read()).toEqual({ slots: 400, pending: 1 });
    expect(await read()).toEqual({ slots: 400, pending: 1 });
  });

  test("each counter exists before it first rises, as Prometheus sees no rise in a first value", () => {
    const requests = Object.entries(operations).flatMap(
      ([operation, { statuses }]) =>
        statuses.map((status) => count(operation, status)),
    );
    const databaseErrors = unavailableReasons.map(
      (reason) => `contacts_api_database_errors_total{reason="${reason}"}`,
    );
    const counters = [
      ...requests,
      ...databaseErrors,
      'contacts_api_limiter_requests_total{result="refused"}',
    ];
    expect(counters.filter((counter) => !samples.has(counter))).toEqual([]);
  });

  test("the times of requests are counted in steps from 2 ms to 10 s", () => {
    const steps = [...samples.keys()].flatMap(
      (sample) =>
        /^contacts_api_request_seconds_bucket\{le="(.+)",operation="createContact"/.exec(
          sample,
        )?.[1] ?? [],
    );
    const milliseconds = ["0.002", "0.005", "0.01", "0.025", "0.05"];
    const seconds = ["0.1", "0.25", "0.5", "1", "2.5", "5", "10"];
    expect(steps).toEqual([...milliseconds, ...seconds, "+Inf"]);
  });

  test("no name is there twice in OpenMetrics, which names a counter without its _total", () => {
    const counters = [...names].filter((name) => name.endsWith("_total"));
    expect(
      counters.filter((name) => names.has(name.slice(0, -"_total".length))),
    ).toEqual([]);
  });

  test("each metric that an alert or the dashboard reads exists", () => {
    expect(dashboardQueries.length).toBeGreaterThan(10);
    // Not every server has a Redis and a disk of its own.
    const existing = new Set(names)
      .add("contacts_api_limiter_redis_away")
      .add("contacts_api_data_free_bytes");
    for (const query of [
      ...dashboardQueries,
      ...alerts.map(({ expr }) => expr),
    ]) {
      const read = metricsIn(query);
      expect(read, query).not.toEqual([]);
      expect(read.filter((name) => !existing.has(name))).toEqual([]);
    }
  });

  test("a label of an operation is an operation of the contract or none, never a caller's text", () => {
    const labels = [...samples.keys()].flatMap(
      (sample) => /operation="([^"]*)"/.exec(sample)?.[1] ?? [],
    );
    expect(labels).toContain("none");
    expect(
      labels.filter(
        (label) => label !== "none" && !Object.hasOwn(operations, label),
      ),
    ).toEqual([]);
  });

  test.runIf(hasPromtool)(
    "promtool finds nothing to complain about",
    async () => {
      const input = await (await fetch(metrics)).text();
      const { stdout, stderr } = spawnSync("promtool", ["check", "metrics"], {
        input,
        encoding: "utf8",
      });
      expect(stdout + stderr).toBe("");
    },
  );

  test("a scrape with the parameters of a Prometheus job succeeds", async () => {
    expect((await fetch(`${metrics}?job=api`)).status).toBe(200);
  });

  test("another path of their port is a 404 that says where they are", async () => {
    const response = await fetch(new URL("/metrics/x", metrics));
    expect(response.status).toBe(404);
    expect(await response.text()).toBe("The metrics are at /metrics.\n");
  });

  test("the port of the API does not serve them", async () => {
    expect((await fetch(`${address}/metrics`)).status).not.toBe(200);
  });

  test("they are served while somebody holds 70 connections, of which some are closed", async () => {
    const idle = await Promise.all(
      Array.from({ length: 70 }, () => connectTo(metrics)),
    );
    for (const socket of idle) socket.resume();
    // Not by `fetch`: a connection that it keeps is the longest idle, and closed first.
    const request =
      "GET /metrics HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n";
    expect(statusesIn(await raw(metrics, request))).toEqual([200]);
    await expect
      .poll(() => idle.filter(({ readableEnded }) => readableEnded).length)
      .toBeGreaterThanOrEqual(6);
  });
});
