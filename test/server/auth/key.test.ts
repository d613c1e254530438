import { randomBytes } from "node:crypto";
import {
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { verifyWebhookSync as verifyWebhook } from "../../../client/webhooks/node.ts";
import { launch, makeKeys, type Service } from "../../resilience/service.ts";
import { operate, refusedStart } from "../../support/process.ts";
import { startReceiver } from "../../support/delivery.ts";
import { emptyStore, onPostgres } from "../../support/store.ts";
import { temporaryFolder } from "../../support/folder.ts";

/** Starts a server with these settings, runs `work`, and stops the server. */
async function withServer(
  env: NodeJS.ProcessEnv,
  keys: string[],
  work: (service: Service) => Promise<void>,
) {
  const service = await launch(
    { ...env, LOCAL_WEBHOOKS: "true", LOG_LEVEL: "info" },
    keys,
  );
  await work(service);
  expect(await service.program.end()).toBe(0);
}
/** A request that creates a webhook for all events. */
const hook = (url: string) => ({ json: { url, events: ["*"] } });

test("the first start creates an encryption key that only its owner may read, and the next keeps it; without it the log says what to restore", async () => {
  const env: NodeJS.ProcessEnv = {
    ...(await emptyStore("embedded")),
    ENCRYPTION_KEY: "",
  };
  const file = join(env["DATA_DIR"] ?? "", "encryption.key");
  const keys = await makeKeys(env, 1);
  const secrets = new Set<string>();
  for (let i = 0; i < 2; i++)
    await withServer(env, keys, async ({ call }) => {
      expect(
        (await call("/v1/webhooks", hook("https://crm.example.com/"))).status,
      ).toBe(201);
      secrets.add(readFileSync(file, "utf8"));
    });
  expect(secrets.size).toBe(1);
  expect(statSync(file).mode & 0o777).toEqual(0o600);
  expect(Buffer.from([...secrets].join(), "base64")).toHaveLength(32);

  rmSync(file);
  await withServer(env, keys, async ({ program }) => {
    await program.printed(
      /with a key that this server does not have; their deliveries fail\. Restore .*encryption\.key from your backup/,
    );
  });
});

test("a key can be rotated; after its loss the server starts, and webhooks need new secrets", async () => {
  const env = await emptyStore();
  const [first = "", second = "", third = ""] = [1, 2, 3].map(() =>
    randomBytes(32).toString("base64"),
  );
  const keys = await makeKeys(env, 1);
  const receiver = await startReceiver();
  const run = (
    ENCRYPTION_KEY: string,
    work: (service: Service) => Promise<void>,
  ) => withServer({ ...env, ENCRYPTION_KEY }, keys, work);
  const operator = (ENCRYPTION_KEY: string, command: string) =>
    operate({ ...env, ENCRYPTION_KEY }, "operator", command);
  let webhook = { id: "", secret: "" };
  const testWebhook = ({ call }: Service) =>
    call(`/v1/webhooks/${webhook.id}/test`, { json: {} });
  /** Expects that test event number `count` arrives, signed with the secret of the webhook. */
  const expectSigned = async (count: number) => {
    const { headers, body } =
      (await receiver.arrived(count))[count - 1] ?? expect.unreachable();
    expect(verifyWebhook(headers, body, webhook.secret).type).toBe(
      "webhook.test",
    );
  };

  await run(first, async ({ call }) => {
    webhook = (await call("/v1/webhooks", hook(receiver.address))).body.data;
  });
  for (const [i, setting] of [`${second},${first}`, second].entries()) {
    await run(setting, async (service) => {
      await testWebhook(service);
      await expectSigned(i + 1);
      expect(service.program.output()).not.toContain("another key");
    });
    if (i === 0)
      expect(await operator(setting, "encrypt")).toEqual({
        encrypted: 1,
        unreadable: [],
      });
  }
  await run(third, async (service) => {
    await service.program.printed(
      /with a key that this server does not have; their deliveries fail\. Add that key to ENCRYPTION_KEY/,
    );
    await testWebhook(service);
    await service.program.printed(
      /no ENCRYPTION_KEY can decrypt the secret of a webhook/,
    );
    expect(service.program.output()).not.toContain(third);
    const { webhooks } = await operator(third, "reset-secrets");
    expect(webhooks).toMatchObject([
      { workspace: "w", id: webhook.id, url: receiver.address },
    ]);
    webhook.secret = webhooks[0].secret;
    await testWebhook(service);
    await expectSigned(3);
  });
});

test.runIf(onPostgres)(
  "with PostgreSQL the server neither creates nor reads a key in a folder: it says how to create one",
  async () => {
    const { ENCRYPTION_KEY: _, ...env } = await emptyStore();
    const folder = temporaryFolder();
    writeFileSync(
      join(folder, "encryption.key"),
      randomBytes(32).toString("base64"),
    );
    expect(await refusedStart({ ...env, DATA_DIR: folder })).toMatch(
      /^ENCRYPTION_KEY is not set, and PostgreSQL is used\. Set it to .*\n$/,
    );
    expect(readdirSync(folder)).toEqual(["encryption.key"]);
  },
);
