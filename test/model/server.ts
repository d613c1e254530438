import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { createApp } from "../../server/app.ts";
import { loadContract } from "../../server/contract/load.ts";
import { createValidator } from "../../server/contract/validator.ts";
import { createSender } from "../../server/webhooks/send.ts";
import { startWorker } from "../../server/webhooks/worker.ts";
import { createCipher, type Cipher } from "../../server/auth/cipher.ts";
import { listen } from "../../server/http/listen.ts";
import { createMemoryLimiter } from "../../server/limits/limiter.ts";
import { createLog } from "../../server/telemetry/log.ts";
import { openEmbedded } from "../../server/store/embedded.ts";
import { openPostgres } from "../../server/store/postgres.ts";
import type { OpenStore } from "../../server/store/store.ts";
import { createDatabase } from "../support/database.ts";
import { startReceivers, type Receivers } from "./receivers.ts";

/** Small, so that meetings reach them. */
export const quotas = { contacts: 12, bytes: 1_000_000 };

const hour = 60 * 60 * 1000;

/** A server as npm start runs it, with what delivers and receives, and a clock that the test moves forward. */
export interface ModelServer {
  address: string;
  store: OpenStore;
  cipher: Cipher;
  receivers: Receivers;
  /** The present time of the store, in milliseconds. */
  now: () => number;
  /** Moves the clock forward. */
  pass: (hours: number) => void;
  stop: () => Promise<void>;
}

/** On PostgreSQL when TEST_DATABASE_URL is set, else on the embedded store; what it stored goes with it. */
export async function startModelServer(): Promise<ModelServer> {
  let offset = 0;
  const now = () => Date.now() + offset;
  const moment = { toPostgres: () => new Date(now()).toISOString() };
  const { store, remove } = await openStore(() => sql<string>`${moment}::timestamptz`);
  const [log, limiter, cipher] = [createLog("silent"), createMemoryLimiter(), createCipher(randomBytes(32))];
  const parts = { store, cipher, limiter, log, trustProxy: true, localWebhooks: true };
  const app = createApp({ ...parts, validator: await createValidator(loadContract()) });
  const { address, close } = await listen(app, limiter);
  const sender = createSender(true);
  const worker = startWorker({ store, cipher, sender, log });
  const receivers = await startReceivers();
  return {
    ...{ address, store, cipher, receivers, now },
    pass: (hours) => void (offset += hours * hour),
    stop: async () => {
      await worker.stop();
      sender.close();
      receivers.stop();
      await close();
      await store.close();
      await remove();
    },
  };
}

async function openStore(
  now: OpenStore["now"],
): Promise<{ store: OpenStore; remove: () => Promise<void> | void }> {
  if (process.env["TEST_DATABASE_URL"]) {
    const { url, drop } = await createDatabase();
    return { store: await openPostgres(url, { now, quotas }), remove: drop };
  }
  const folder = mkdtempSync(join(tmpdir(), "contacts-model-"));
  const remove = () => rmSync(folder, { recursive: true, force: true });
  return { store: await openEmbedded(folder, { now, quotas }), remove };
}
