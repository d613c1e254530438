import { once } from "node:events";
import { banner } from "../../server/boot/serve.ts";
import { startServer } from "../../server/boot/start.ts";
import { loadContract } from "../../server/contract/load.ts";
import { createValidator } from "../../server/contract/validator.ts";
import { readSettings } from "../../server/settings/settings.ts";
import { createLog } from "../../server/telemetry/log.ts";
import { messageOf } from "../options.ts";
import type { Answer } from "./api-server.ts";

/**
 * The reference server of one snapshot. It loads all its code and compiles the contract, and takes over when it is told
 * the address of `npm run dev`: until then another server may have the embedded database.
 */
const answer = (message: Answer) => process.send?.(message);

async function main(): Promise<void> {
  // Only this user may read the files that the store writes.
  process.umask(0o077);
  const settings = readSettings(process.env);
  const ended = once(process, "disconnect");
  await createValidator(loadContract());
  const addressMessage = once(process, "message");
  answer({ state: "ready" });
  const [address] = (await addressMessage) as [string];
  const server = await startServer(settings, createLog(settings.logLevel), {
    demo: false,
  });
  answer({
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
    console.error(messageOf(error));
    process.exit(1);
  },
);
