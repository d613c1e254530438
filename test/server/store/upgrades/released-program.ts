import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { encryptionKey } from "./fixtures.ts";

/** A folder with the worktrees of the commits, and the address of a PostgreSQL server. */
export const [sources = "", postgres = ""] = process.argv.slice(2);

export type Settings = NodeJS.ProcessEnv;

/** Options of a child process that runs in the worktree of a commit. */
export const inSource = (commit: string, settings: Settings) => ({
  cwd: join(sources, commit),
  env: {
    ...process.env,
    PORT: "0",
    LOCAL_WEBHOOKS: "true",
    ENCRYPTION_KEY: encryptionKey.toString("base64"),
    LOG_LEVEL: "silent",
    ...settings,
  },
});

/** Runs commands of a commit. Each returns the JSON that it prints. */
export const operator =
  (commit: string, settings: Settings) =>
  (...line: string[]): Record<string, string> => {
    const program = ["--import", "tsx", "server/operator/main.ts"];
    const printed = execFileSync(
      process.execPath,
      [...program, ...line, "--json"],
      { ...inSource(commit, settings), encoding: "utf8" },
    );
    return JSON.parse(printed.trim().split("\n").at(-1) ?? "");
  };

export async function startServer(commit: string, settings: Settings) {
  const child = spawn(
    process.execPath,
    ["--import", "tsx", "server/main.ts"],
    inSource(commit, settings),
  );
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (chunk: Buffer) => (output += chunk.toString()));
  const address = () => /http:\/\/\S+/.exec(output)?.[0];
  while (address() === undefined)
    await Promise.race([
      once(child.stdout, "data"),
      once(child, "exit").then(() => {
        throw new Error(output);
      }),
    ]);
  const stop = async () => {
    child.kill("SIGTERM");
    await once(child, "exit");
  };
  return { address: address() ?? "", stop };
}
