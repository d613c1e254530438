import pg from "pg";
import { describe, expect, onTestFinished, test } from "vitest";
import { emptyStore, onPostgres } from "../support/store.ts";
import { createCluster, hasPostgres } from "./cluster.ts";
import { scaled } from "./scale.ts";
import { launch, makeKeys, readAll, type ServiceResponse } from "./service.ts";

/** What a client may see while the database is away: the error of the contract, which says when to come back. */
function expectUnavailable({ status, headers, body }: ServiceResponse): void {
  expect([status, body.error?.code]).toEqual([503, "service_unavailable"]);
  expect(Number(headers.get("retry-after"))).toBeGreaterThan(0);
  expect(headers.get("x-ratelimit-limit")).toBe("600");
}

describe.skipIf(!onPostgres)("PostgreSQL", () => {
  test.skipIf(!hasPostgres)(
    "crashes under load: 503 meanwhile, nothing acknowledged is lost, no help is needed",
    { timeout: 300_000 },
    async () => {
      const { settings, ...cluster } = await createCluster();
      const service = await launch(settings, await makeKeys(settings, 40));
      const acknowledged: string[] = [];
      const refused: ServiceResponse[] = [];
      let writing = true;
      let noticed = () => {};
      const write = async (writer: number) => {
        for (let n = 0; writing; n++) {
          const json = { name: "Ana", email: `${writer}-${n}@example.com` };
          const response = await service.call("/v1/contacts", { json });
          if (response.status === 201) acknowledged.push(response.body.data.id);
          else {
            refused.push(response);
            await new Promise((resolve) => setTimeout(resolve, 50));
          }
          noticed();
        }
      };
      const until = (isSo: () => boolean) =>
        new Promise<void>((resolve) => {
          noticed = () => isSo() && resolve();
          noticed();
        });
      const writes = Array.from({ length: 8 }, (_, writer) => write(writer));
      const crashes = 3;
      for (let crash = 1; crash <= crashes; crash++) {
        const [done, seen] = [acknowledged.length, refused.length];
        await until(() => acknowledged.length >= done + scaled(1000));
        cluster.crash();
        await until(() => refused.length > seen + 8);
        cluster.start();
        const before = acknowledged.length;
        await until(() => acknowledged.length > before + 8);
      }
      writing = false;
      await Promise.all(writes);
      refused.forEach(expectUnavailable);
      const there = new Set((await readAll(service, "/v1/contacts")).map(({ id }) => id));
      expect(acknowledged.filter((id) => !there.has(id))).toEqual([]);
      expect(service.program.child.exitCode).toBeNull();
      console.log(
        `PostgreSQL crashed ${crashes} times: ${acknowledged.length} writes acknowledged, 0 lost, ` +
          `${refused.length} responses of 503 and no other error`,
      );
    },
  );

  test("is busy: what finds no connection in time is a 503, the rest gets its response when it is free again", async () => {
    const settings = await emptyStore();
    const service = await launch(settings, await makeKeys(settings, 4));
    const blocker = new pg.Client(settings["DATABASE_URL"]);
    await blocker.connect();
    onTestFinished(() => blocker.end());
    await blocker.query("begin; lock table contacts in access exclusive mode");
    const responses = Array.from({ length: 30 }, () => service.call("/v1/contacts"));
    const first = await Promise.race(responses);
    expectUnavailable(first);
    await blocker.query("commit");
    const all = await Promise.all(responses);
    const served = all.filter(({ status }) => status === 200);
    all.filter(({ status }) => status !== 200).forEach(expectUnavailable);
    expect(served.length).toBeGreaterThan(0);
    expect((await service.call("/v1/contacts")).status).toBe(200);
    console.log(`pool exhausted: ${served.length} of ${all.length} requests served late, the rest 503`);
  });
});
