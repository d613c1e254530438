import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { describe, expect, test } from "vitest";
import { createLog } from "../../../server/log.ts";
import { startServer } from "../../support/server.ts";

const lines: string[] = [];
const log = createLog("error", { write: (line: string) => lines.push(line) });
const server = await startServer({ log });
const key = await server.key(["*"]);
const create = (email: string) => server.call("/v1/contacts", { key, json: { name: "Ana", email } });

describe("an answer that breaks the contract is not sent but logged", () => {
  test("when it is a success", async () => {
    const { id } = (await create("broken@example.com")).body.data;
    await server.store.database
      .updateTable("contacts")
      .set({ email: "no email" })
      .where("id", "=", id)
      .execute();
    const { status, headers, body } = await server.call(`/v1/contacts/${id}`, { key });
    expect([status, body.error.code]).toEqual([500, "internal_error"]);
    const line = lines.find((line) => line.includes(headers.get("x-request-id") ?? "none")) ?? "";
    expect(JSON.parse(line)).toMatchObject({
      operation: "getContact",
      err: { faults: [{ path: "/response/data/email", errorCode: "format.openapi.validation" }] },
    });
    expect(line).not.toContain("no email");
  });

  test("when it is an error", async () => {
    await create("conflict@example.com");
    await server.store.database
      .updateTable("contacts")
      .set({ id: "nonsense" })
      .where("email", "=", "conflict@example.com")
      .execute();
    expect((await create("conflict@example.com")).status).toBe(500);
    expect(lines.at(-1)).toContain("/response/error/contact_id");
  });
});

test("a thousand different media types leave no validators behind", async () => {
  setFlagsFromString("--expose-gc");
  const collect = runInNewContext("gc") as () => void;
  const heap = () => {
    collect();
    return process.memoryUsage().heapUsed / 2 ** 20;
  };
  const keys = [await server.key(["*"]), await server.key(["*"])];
  const before = heap();
  for (let i = 0; i < 500; i++) {
    await server.call("/v1/contacts?limit=1", { key: keys[0]!, headers: { "Content-Type": `x/get${i}` } });
    const type = { "Content-Type": `application/json; v=${i}` };
    await server.call("/v1/contacts", { key: keys[1]!, method: "POST", body: "{}", headers: type });
  }
  expect(heap() - before).toBeLessThan(50);
});
