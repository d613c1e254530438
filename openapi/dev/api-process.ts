import { once } from "node:events";
import { banner } from "../../server/boot/serve.ts";
import { startServer } from "../../server/boot/start.ts";
import { loadContract } from "../../server/contract/load.ts";
import { createValidator } from "../../server/contract/validator.ts";
import { readSettings } from "../../server/settings/settings.ts";
import { createLog } from "../../server/telemetry/log.ts";
import { messageOf } from "../options.ts";
import type { ServerMessage } from "./api-server.ts";

const send = (message: ServerMessage) => process.send?.(message);

/**
 * Runs the reference server of one snapshot. Loads the code and the contract first. Starts the
 * server when `npm run dev` sends its address: until then another server may use the embedded
 * database.
 */
async function main(): Promise<void> {
  // Files of the store are readable only for this user.
  process.umask(0o077);
  const settings = readSettings(process.env);
  const ended = once(process, "disconnect");
  await createValidator(loadContract());
  const addressMessage = once(process, "message");
  send({ state: "ready" });
  const [address] = (await addressMessage) as [string];
  const server = await startServer(settings, createLog(settings.logLevel), {
    demo: false,
  });
  send({
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
