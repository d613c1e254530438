import { once } from "node:events";
import { loadContract } from "../contract/load.ts";
import { createValidator } from "../contract/validator.ts";
import { readSettings } from "../settings/settings.ts";
import { createLog } from "../telemetry/log.ts";
import { banner } from "./serve.ts";
import { startServer } from "./start.ts";

/*
 * A server that loads its code and its contract, and then waits for its turn, as another server may
 * still use the embedded database. `npm run dev` runs it, with an IPC channel:
 *
 *   it sends     { state: "ready", isEmbedded }
 *   it receives  the address that a person opens, which starts it
 *   it sends     { state: "serves", address, banner }
 *
 * It ends at SIGTERM, at SIGINT, and when the channel closes.
 */
async function main(): Promise<void> {
  // Only this user may read the files that the store writes.
  process.umask(0o077);
  const settings = readSettings(process.env);
  const ended = once(process, "disconnect");
  await createValidator(loadContract());
  const addressMessage = once(process, "message");
  const isEmbedded = settings.databaseUrl === undefined;
  process.send?.({ state: "ready", isEmbedded });
  const [address] = (await addressMessage) as [string];
  const server = await startServer(settings, createLog(settings.logLevel), {
    demo: false,
  });
  process.send?.({
    state: "serves",
    address: server.address,
    banner: banner(settings, { ...server, address }).trim(),
  });
  await Promise.race([
    ended,
    once(process, "SIGTERM"),
    once(process, "SIGINT"),
  ]);
  await server.stop();
}

main().then(
  () => process.exit(),
  (error: unknown) => {
    console.error(error instanceof Error ? error.message : String(error));
    process.exit(1);
  },
);
