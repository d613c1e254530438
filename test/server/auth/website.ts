import { randomBytes } from "node:crypto";
import { createMemoryLimiter } from "../../../server/limits/limiter.ts";
import { startServer } from "../../support/server.ts";
import { runCommand } from "../../support/world.ts";

export const sessions = "/v1/messenger/sessions";

/** Starts a server whose operator makes messenger tokens of websites. */
export async function startServerForWebsites(clock?: () => Date) {
  const server = await startServer({
    limiter: createMemoryLimiter(),
    ...(clock && { clock }),
  });
  const keys: [Buffer] = [randomBytes(32)];

  /** Runs a command of the operator. */
  const run = (line: string, cipher = server.cipher) =>
    runCommand(server.store, line.split(" "), {
      by: "ana",
      encryption: () => ({ cipher, keys }),
    });

  return {
    server,
    run,
    /** Creates a messenger token for websites at these origins. */
    create: (origins: string) =>
      run(`keys create --messenger --workspace test --origins ${origins}`),
    /** Starts a session of a visitor. */
    start: (token: string, headers = {}) =>
      server.call(sessions, { key: token, json: {}, headers }),
  };
}
