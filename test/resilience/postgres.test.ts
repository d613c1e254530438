import pg from "pg";
import { describe, expect, onTestFinished, test } from "vitest";
import { emptyStore, onPostgres } from "../support/store.ts";
import { expectUnavailable, launch, makeKeys } from "./service.ts";

describe.skipIf(!onPostgres)("PostgreSQL", () => {
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
