import { randomBytes } from "node:crypto";
import { readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { verifyWebhookSync as verifyWebhook } from "../../../client/webhooks/node.ts";
import { makeKeys } from "../../resilience/service.ts";
import { start, type Program } from "../../support/process.ts";
import { startReceiver } from "../../support/delivery.ts";
import { emptyStore, onPostgres } from "../../support/store.ts";
import { temporaryFolder } from "../../support/folder.ts";

const addressOf = async (server: Program) => (await server.printed(/Contacts API +(\S+)/))[1] ?? "";

describe("the encryption key", () => {
  const hook = { url: "https://crm.example.com/", events: ["*"] };
  const postHook = (address: string, key: string) =>
    fetch(`${address}/v1/webhooks`, {
      method: "POST",
      headers: { Authorization: `Bearer ${key}`, "Content-Type": "application/json" },
      body: JSON.stringify(hook),
    });
  test("is made at the first start, for its owner only, and kept", async () => {
    const env: NodeJS.ProcessEnv = { ...(await emptyStore("embedded")), ENCRYPTION_KEY: "" };
    const file = join(env["DATA_DIR"] ?? "", "encryption.key");
    const [key = ""] = await makeKeys(env, 1);
    const kept: string[] = [];
    for (let i = 0; i < 2; i++) {
      const server = start("server/main.ts", [], env);
      expect((await postHook(await addressOf(server), key)).status).toBe(201);
      server.child.kill("SIGTERM");
      expect(await server.ended).toBe(0);
      kept.push(readFileSync(file, "utf8"));
    }
    expect(kept[0]).toBe(kept[1]);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(Buffer.from(kept[0] ?? "", "base64")).toHaveLength(32);
  });

  test("can be rotated, and its loss costs the secrets of webhooks, not the start", async () => {
    const env = await emptyStore();
    const [first = "", second = "", third = ""] = [1, 2, 3].map(() => randomBytes(32).toString("base64"));
    const [key = ""] = await makeKeys(env, 1);
    const receiver = await startReceiver();
    const run = async (keys: string, work: (server: Program, address: string) => Promise<void>) => {
      const server = start("server/main.ts", [], { ...env, ENCRYPTION_KEY: keys, LOCAL_WEBHOOKS: "true" });
      await work(server, await addressOf(server));
      server.child.kill("SIGTERM");
      expect(await server.ended).toBe(0);
    };
    const operator = async (keys: string, command: string) => {
      const program = start("server/operator/main.ts", ["operator", command, "--json"], {
        ...env,
        ENCRYPTION_KEY: keys,
      });
      expect(await program.ended).toBe(0);
      return JSON.parse(program.output());
    };
    const post = async (address: string, path: string, json?: object) => {
      const response = await fetch(address + path, {
        method: "POST",
        headers: { Authorization: `Bearer ${key}`, ...(json && { "Content-Type": "application/json" }) },
        ...(json && { body: JSON.stringify(json) }),
      });
      return ((await response.json()) as { data: { id: string; secret: string } }).data;
    };
    let hook = { id: "", secret: "" };
    const test = (address: string) => post(address, `/v1/webhooks/${hook.id}/test`);
    const isSigned = async (count: number) => {
      const { headers, body } = (await receiver.arrived(count))[count - 1] ?? { headers: {}, body: "" };
      return verifyWebhook(headers, body, hook.secret).type === "webhook.test";
    };

    await run(first, async (_, address) => {
      hook = await post(address, "/v1/webhooks", { url: receiver.address, events: ["*"] });
    });
    await run(`${second},${first}`, async (server, address) => {
      await test(address);
      expect(await isSigned(1)).toBe(true);
      expect(server.output()).not.toContain("another key");
    });
    expect(await operator(`${second},${first}`, "encrypt")).toEqual({ encrypted: 1, unreadable: [] });
    await run(second, async (server, address) => {
      await test(address);
      expect(await isSigned(2)).toBe(true);
      expect(server.output()).not.toContain("another key");
    });

    await run(third, async (server, address) => {
      await server.printed(/were encrypted with another key than ENCRYPTION_KEY/);
      await test(address);
      await server.printed(/no ENCRYPTION_KEY can decrypt the secret of a webhook/);
      expect(server.output()).not.toContain(third);
      const { webhooks } = await operator(third, "reset-secrets");
      expect(webhooks).toMatchObject([{ workspace: "w", id: hook.id, url: receiver.address }]);
      hook.secret = webhooks[0].secret;
      await test(address);
      expect(await isSigned(3)).toBe(true);
    });
  }, 180_000);

  test.runIf(onPostgres)(
    "is neither made nor taken from a folder for PostgreSQL: the start says how to make one",
    async () => {
      const { ENCRYPTION_KEY: _, ...env } = await emptyStore();
      const folder = temporaryFolder();
      writeFileSync(join(folder, "encryption.key"), randomBytes(32).toString("base64"));
      const server = start("server/main.ts", [], { ...env, DATA_DIR: folder });
      expect(await server.ended).toBe(1);
      expect(server.output()).toMatch(/^ENCRYPTION_KEY is not set, and PostgreSQL is used\. Set it to .*\n$/);
      expect(readdirSync(folder)).toEqual(["encryption.key"]);
    },
  );
});
