import { spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { expect, test } from "vitest";
import { emptyStore } from "../support/store.ts";
import { launch, makeKeys } from "./service.ts";

const hasLimits = spawnSync("bash", ["-c", "ulimit -f 1"]).status === 0;

// PostgreSQL on a full disk stops by itself, and postgres.test.ts shows what follows.
test.runIf(hasLimits)(
  "a full disk: 503 until a restart with room, nothing acknowledged is lost",
  { timeout: 180_000 },
  async () => {
    const settings = await emptyStore("embedded");
    const keys = await makeKeys(settings, 20);
    // No file may grow beyond 12 MiB, so the database's journal hits the end of its disk.
    const cramped = await launch(settings, keys, { fileSize: 12 * 1024 });
    const contact = await cramped.call("/v1/contacts", { json: { name: "Ana", email: "ana@example.com" } });
    const json = () => ({
      contact_id: contact.body.data.id,
      subject: "x",
      description: randomBytes(7000).toString("base64"),
    });
    const acknowledged: string[] = [];
    let response = await cramped.call("/v1/tickets", { json: json() });
    for (; response.status === 201; response = await cramped.call("/v1/tickets", { json: json() })) {
      acknowledged.push(response.body.data.id);
    }
    expect([response.status, response.body.error.code]).toEqual([503, "service_unavailable"]);
    for (let i = 0; i < 3; i++) expect((await fetch(`${cramped.address}/readyz`)).status).toBe(503);
    expect((await cramped.call("/v1/contacts")).status).toBe(503);
    expect(await cramped.program.end()).toBe(0);

    const { call } = await launch(settings, keys);
    for (const id of acknowledged) expect((await call(`/v1/tickets/${id}`)).status).toBe(200);
    expect((await call("/v1/tickets", { json: json() })).status).toBe(201);
    console.log(`disk full: 503, ${acknowledged.length} writes acknowledged before, 0 lost after a restart`);
  },
);
