import { spawn, spawnSync, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import type { ServerResponse } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { beforeAll, describe, expect, test } from "vitest";
import { reservePort } from "../../../openapi/mock/reserve-port.ts";
import { createDatabase } from "../../support/database.ts";
import { startReceiver } from "../../support/delivery.ts";
import { onPostgres } from "../../support/store.ts";
import {
  launch,
  makeKeys,
  type CallOptions,
  type Service,
} from "../service.ts";
import {
  alerts,
  hasPromtool,
  judge,
  scrape,
  target,
  type Scrape,
  type Scrapes,
} from "../alerts.ts";

const hasRedis = spawnSync("redis-server", ["--version"]).status === 0;

// Each alert is fired once: a test makes its fault, the metrics of the real server are scraped before, meanwhile and after,
// and Prometheus's own rule engine says what it makes of them, where promtool is installed (Debian's package prometheus).
describe.skipIf(!onPostgres || !hasRedis)(
  "alerts",
  { timeout: 120_000 },
  () => {
    const tested = new Set<string>();
    const keys: string[] = [];
    let server: Service;
    let metrics = "";
    let settings: NodeJS.ProcessEnv;
    let redis: ChildProcess;
    let startRedis: () => void;
    let database: pg.Client;
    let url = "";

    beforeAll(async () => {
      const made = await createDatabase();
      ({ url } = made);
      const redisPort = await reservePort(0);
      startRedis = () => {
        const options = [
          "--port",
          String(redisPort),
          "--bind",
          "127.0.0.1",
          "--save",
          "",
        ];
        redis = spawn("redis-server", options, { stdio: "ignore" });
      };
      startRedis();
      settings = {
        PORT: "0",
        METRICS_PORT: "0",
        DATABASE_URL: url,
        REDIS_URL: `redis://127.0.0.1:${redisPort}`,
        ENCRYPTION_KEY: Buffer.alloc(32, 1).toString("base64"),
        LOCAL_WEBHOOKS: "true",
        LOG_LEVEL: "silent",
      };
      for (const workspace of ["a", "b", "c", "d"])
        keys.push(...(await makeKeys(settings, 1, workspace)));
      server = await launch(settings, keys, { atEnd: () => undefined });
      [, metrics = ""] = await server.program.printed(/Metrics +(\S+)/);
      database = new pg.Client(url);
      await database.connect();
      return async () => {
        await server.program.end("SIGKILL");
        redis.kill("SIGKILL");
        await database.end();
        await made.drop();
      };
    });

    /** The status of a call by a key of the first workspace, or of the n-th. */
    const call = async (path: string, options: CallOptions = {}) =>
      (await server.call(path, { key: 0, ...options })).status;
    let contacts = 0;
    const create = (key = 0) =>
      call("/v1/contacts", {
        key,
        json: { name: "Ana", email: `${contacts++}@example.com` },
      });

    /** Scrapes until a metric is as a fault makes it. */
    const scrapeUntil = async (
      name: string,
      isSo: (value: number) => boolean,
      { timeout, from = metrics }: { timeout?: number; from?: string } = {},
    ): Promise<Scrape> => {
      let last = await scrape(from, timeout);
      await expect
        .poll(
          async () =>
            isSo((last = await scrape(from, timeout)).samples.get(name) ?? NaN),
          {
            message: name,
          },
        )
        .toBe(true);
      return last;
    };
    const healthy = () => scrapeUntil("up", (up) => up === 1);

    /**
     * Fails when the alert did not fire during the fault alone. `labels` are those of the series
     * that it names.
     */
    const expectAlert = async (
      name: string,
      scrapes: Scrapes,
      labels: object,
    ) => {
      tested.add(name);
      const alert = alerts.find((each) => each.alert === name);
      if (!alert) throw new Error(`There is no alert ${name}.`);
      if (hasPromtool) expect(await judge(alert, scrapes, labels)).toBe("");
    };

    test("OldWrite: somebody leaves a transaction open that has written", async () => {
      const before = await healthy();
      await database.query("begin; select pg_current_xact_id()");
      const age = "contacts_api_oldest_write_seconds";
      const during = await scrapeUntil(age, (seconds) => seconds > 10);
      await database.query("commit");
      const after = await scrapeUntil(age, (seconds) => seconds < 1);
      await expectAlert(
        "ContactsApiOldWrite",
        { before, during, after },
        target,
      );
    });

    test("NoConnection, Errors and Slow: a table is locked, and all connections wait for it", async () => {
      expect(await call("/v1/contacts")).toBe(200);
      const before = await healthy();
      await database.query(
        "begin; lock table contacts in access exclusive mode",
      );
      const calls = Array.from({ length: 40 }, (_, n) =>
        call("/v1/contacts", { key: n }),
      );
      const used = 'contacts_api_database_connections{state="used"}';
      const full = await scrapeUntil(used, (count) => count >= 8);
      expect(new Set(await Promise.all(calls))).toEqual(new Set([503]));
      const failing = await scrapeUntil(
        'contacts_api_database_errors_total{reason="timeout"}',
        (n) => n > 0,
      );
      await database.query("commit");
      expect(await call("/v1/contacts")).toBe(200);
      const after = await scrapeUntil(used, (count) => count < 8);
      await expectAlert(
        "ContactsApiNoConnection",
        { before, during: full, after },
        {
          ...target,
          state: "used",
        },
      );
      await expectAlert(
        "ContactsApiErrors",
        { before, during: failing, after },
        {},
      );
      await expectAlert(
        "ContactsApiSlow",
        { before, during: failing, after },
        {},
      );
    });

    test("KeysUncached: the process cannot learn which keys were revoked", async () => {
      const usable = "contacts_api_key_cache_usable";
      const before = await scrapeUntil(usable, (value) => value === 1);
      await database.query(
        "begin; lock table key_changes in access exclusive mode",
      );
      const during = await scrapeUntil(usable, (value) => value === 0);
      await database.query("commit");
      const after = await scrapeUntil(usable, (value) => value === 1);
      await expectAlert(
        "ContactsApiKeysUncached",
        { before, during, after },
        target,
      );
    });

    test("RedisAway: Redis is killed, and comes back", async () => {
      const away = "contacts_api_limiter_redis_away";
      const before = await scrapeUntil(away, (value) => value === 0);
      redis.kill("SIGKILL");
      await once(redis, "exit");
      const during = await scrapeUntil(away, (value) => value === 1);
      startRedis();
      const after = await scrapeUntil(away, (value) => value === 0);
      await expectAlert(
        "ContactsApiRedisAway",
        { before, during, after },
        target,
      );
    });

    test("RetentionFails: a table is locked when a server starts", async () => {
      const before = await healthy();
      await database.query(
        "begin; lock table messenger_sessions in access exclusive mode",
      );
      const { program } = await launch(settings, keys);
      const [, itsMetrics = ""] = await program.printed(/Metrics +(\S+)/);
      const failed = 'contacts_api_retention_runs_total{outcome="failed"}';
      const during = await scrapeUntil(failed, (count) => count === 1, {
        from: itsMetrics,
      });
      await database.query("commit");
      const labels = { ...target, outcome: "failed" };
      await expectAlert(
        "ContactsApiRetentionFails",
        { before, during, after: await scrape(itsMetrics) },
        labels,
      );
    });

    test("DeliveriesFail and WebhookDisabled: a receiver fails, as it is gone", async () => {
      const broken = await startReceiver();
      const sound = await startReceiver();
      broken.respond = (_delivery, response) => response.writeHead(410).end();
      for (const [n, receiver] of [broken, sound].entries()) {
        const json = { url: receiver.address, events: ["*"] };
        expect(await call("/v1/webhooks", { key: n, json })).toBe(201);
      }
      const before = await healthy();
      expect(await create(0)).toBe(201);
      const attempts = (outcome: string) =>
        `contacts_api_delivery_attempts_total{outcome="${outcome}"}`;
      const during = await scrapeUntil(
        "contacts_api_webhooks_disabled_total",
        (count) => count > 0,
      );
      for (let n = 0; n < 5; n++) expect(await create(1)).toBe(201);
      const after = await scrapeUntil(
        attempts("succeeded"),
        (count) => count === 5,
      );
      await expectAlert(
        "ContactsApiDeliveriesFail",
        { before, during, after },
        {},
      );
      await expectAlert(
        "ContactsApiWebhookDisabled",
        { before, during, after },
        target,
      );
      await database.query(
        "delete from webhook_attempts; delete from webhook_deliveries; delete from webhooks",
      );
    });

    test("WorkerFull and DeliveriesLate: receivers do not respond", async () => {
      const receiver = await startReceiver();
      const before = await healthy();
      for (const key of keys.keys()) {
        for (let n = 0; n < 5; n++) {
          const json = {
            url: `${receiver.address}/${n}`,
            events: ["contact.created"],
          };
          expect(await call("/v1/webhooks", { key, json })).toBe(201);
        }
      }
      for (const key of keys.keys()) expect(await create(key)).toBe(201);
      await receiver.arrived(20);
      await scrapeUntil(
        'contacts_api_delivery_slots{pool="quick",state="under_way"}',
        (n) => n === 0,
      );
      const heldResponses: ServerResponse[] = [];
      receiver.respond = (_delivery, response) =>
        void heldResponses.push(response);
      // As if there were 23 more of each of these deliveries, which have waited for ten minutes:
      // 400 become slow together.
      await database.query(`
      insert into webhook_deliveries
      select (jsonb_populate_record(first, jsonb_build_object('id', overlay(id placing lpad(n::text, 2, '0') from 10),
        'status', 'pending', 'claimed_until', null, 'next_attempt_at', now() - interval '10 minutes'))).*
      from webhook_deliveries first, generate_series(1, 23) n`);
      const late = "contacts_api_deliveries_overdue_seconds";
      const underWay =
        'contacts_api_delivery_slots{pool="slow",state="under_way"}';
      const full = await scrapeUntil(underWay, (count) => count >= 190);
      const waiting = await scrapeUntil(late, (seconds) => seconds > 300);
      receiver.respond = (_delivery, response) => response.writeHead(204).end();
      for (const response of heldResponses) response.writeHead(204).end();
      await scrapeUntil(late, (seconds) => seconds < 300);
      const after = await scrapeUntil(underWay, (count) => count === 0);
      await expectAlert(
        "ContactsApiWorkerFull",
        { before, during: full, after },
        {
          instance: target.instance,
          pool: "slow",
        },
      );
      await expectAlert(
        "ContactsApiDeliveriesLate",
        { before, during: waiting, after },
        target,
      );
    });

    test("EventLoop: a server has no processor", async () => {
      const lag = "nodejs_eventloop_lag_p99_seconds";
      const before = await scrapeUntil(lag, (seconds) => seconds < 0.2);
      // A scrape resets what a timer measures: the timer has to run after this one and before the
      // next.
      await database.query("select pg_sleep(0.1)");
      server.program.child.kill("SIGSTOP");
      await database.query("select pg_sleep(1)");
      server.program.child.kill("SIGCONT");
      expect(await call("/v1/me")).toBe(200);
      const during = await scrape(metrics);
      const after = await scrapeUntil(lag, (seconds) => seconds < 0.2);
      await expectAlert(
        "ContactsApiEventLoop",
        { before, during, after },
        target,
      );
    });

    test("Down: a server hangs", async () => {
      const before = await healthy();
      server.program.child.kill("SIGSTOP");
      const during = await scrapeUntil("up", (up) => up === 0, {
        timeout: 500,
      });
      server.program.child.kill("SIGCONT");
      await expectAlert(
        "ContactsApiDown",
        { before, during, after: await healthy() },
        target,
      );
    });

    describe("on a small disk", () => {
      let folder = "";
      let isMounted = false;

      beforeAll(() => {
        folder = mkdtempSync(join(tmpdir(), "contacts-small-"));
        const owner = spawnSync("id", ["-u", "postgres"], {
          encoding: "utf8",
        }).stdout.trim();
        const mount = [
          "-t",
          "tmpfs",
          "-o",
          `size=8m,mode=700,uid=${owner}`,
          "tmpfs",
          folder,
        ];
        isMounted = owner !== "" && spawnSync("mount", mount).status === 0;
        return () => {
          if (isMounted) spawnSync("umount", [folder]);
          rmSync(folder, { recursive: true, force: true });
        };
      });

      test("DiskFull: a write finds no room, until there is some", async ({
        skip,
      }) => {
        skip(!isMounted, "no tmpfs can be mounted here");
        const before = await healthy();
        const space = `small_${process.pid}`;
        await database.query(`create tablespace ${space} location '${folder}'`);
        await database.query(`alter table contacts set tablespace ${space}`);
        await database.query(
          `create table filler (x text) tablespace ${space}`,
        );
        const fill =
          "insert into filler select repeat('x', 1900) from generate_series(1, $1)";
        for (const rows of [500, 50, 1]) {
          const error = async () =>
            database.query(fill, [rows]).then(
              () => false,
              () => true,
            );
          while (!(await error()));
        }
        let status = 201;
        while (status === 201) status = await create();
        expect(status).toBe(503);
        const during = await healthy();
        expect(
          during.samples.get(
            'contacts_api_database_errors_total{reason="disk"}',
          ),
        ).toBe(1);
        await database.query("drop table filler");
        expect(await create()).toBe(201);
        const after = await healthy();
        await database.query("alter table contacts set tablespace pg_default");
        await database.query(`drop tablespace ${space}`);
        await expectAlert(
          "ContactsApiDiskFull",
          { before, during, after },
          {
            ...target,
            reason: "disk",
          },
        );
      });

      test("every alert was tested", () => {
        const all = alerts
          .map(({ alert }) => alert)
          .filter((name) => isMounted || name !== "ContactsApiDiskFull");
        expect([...tested].sort()).toEqual(all.sort());
      });
    });
  },
);
