import pg from "pg";
import { describe, expect, onTestFinished, test } from "vitest";
import type { Check } from "../../../../server/operator/doctor/check.ts";
import { doctor } from "../../../../server/operator/doctor/doctor.ts";
import {
  type Cluster,
  createCluster,
  hasPostgres,
} from "../../../resilience/cluster.ts";
import { onPostgres } from "../../../support/store.ts";

/** Changes settings that PostgreSQL reads at its start only. */
function change(cluster: Cluster, settings: Record<string, number>): void {
  for (const [name, value] of Object.entries(settings))
    cluster.run("psql", [
      cluster.url,
      "-c",
      `alter system set ${name} = ${value}`,
    ]);
  cluster.crash();
  cluster.start();
}

/** Runs the doctor, and returns its line with this name. */
async function checkOf(
  name: string,
  env: NodeJS.ProcessEnv,
): Promise<Check | undefined> {
  const { text } = await doctor.run(["--json"], env);
  const { checks } = JSON.parse(text) as { checks: Check[] };
  return checks.find((check) => check.name === name);
}

describe.runIf(onPostgres && hasPostgres)("connections of PostgreSQL", () => {
  test("the doctor warns when fewer are free than one more server takes, and one is not enough", async () => {
    const cluster = await createCluster();
    const { url, settings } = cluster;
    change(cluster, { max_connections: 16, superuser_reserved_connections: 3 });
    const connections = () => checkOf("connections", settings);
    let held = 0;
    /** Holds connections, and expects the line of the doctor, which has one more. */
    const expectWith = async (count: number, line: Partial<Check>) => {
      for (; held < count; held++) {
        const client = new pg.Client(url);
        await client.connect();
        onTestFinished(() => client.end());
      }
      // A connection that was closed counts until its process has ended.
      await expect.poll(connections).toEqual({ name: "connections", ...line });
    };
    const found = (used: number) =>
      `${used} of 13 are in use; a server takes up to 11`;
    const hint = "Raise max_connections before you start one more server.";

    await expectWith(1, { state: "ok", found: found(2) });
    await expectWith(2, { state: "warning", found: found(3), hint });
    await expectWith(10, { state: "warning", found: found(11), hint });
    await expectWith(11, { state: "error", found: found(12), hint });
  });

  test("the doctor does not count those that superuser_reserved_connections keeps for other users", async () => {
    const cluster = await createCluster();
    cluster.run("psql", [
      cluster.url,
      "-c",
      "create role contacts_server login",
    ]);
    const asServer = new URL(cluster.url);
    asServer.username = "contacts_server";
    const env = { ...cluster.settings, DATABASE_URL: asServer.href };

    change(cluster, { max_connections: 16, superuser_reserved_connections: 5 });
    expect(await checkOf("postgresql", env)).toMatchObject({ state: "ok" });
    change(cluster, { superuser_reserved_connections: 6 });
    expect(await checkOf("database", env)).toMatchObject({
      state: "error",
      found: expect.stringContaining(
        "cannot be used: it allows this user 10 connections (53300)",
      ),
    });
  });
});
