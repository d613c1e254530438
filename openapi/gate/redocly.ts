import { spawnSync, type SpawnSyncReturns } from "node:child_process";
import { fileURLToPath } from "node:url";

const commandLine = fileURLToPath(import.meta.resolve("@redocly/cli/bin/cli.js"));

/** Runs Redocly's command line, which sends nothing anywhere. */
export function redocly(...args: string[]): SpawnSyncReturns<string> {
  // A large contract is much garbage: a larger young generation saves a tenth of the time.
  return spawnSync(process.execPath, ["--max-semi-space-size=64", commandLine, ...args], {
    encoding: "utf8",
    maxBuffer: Infinity,
    env: { ...process.env, REDOCLY_TELEMETRY: "off", REDOCLY_SUPPRESS_UPDATE_NOTICE: "true", NO_COLOR: "1" },
  });
}

/** What a reference to nothing hides is not compared, and Redocly only warns of it. */
export function unresolved(said: string): string | undefined {
  const places = [...said.matchAll(/^\[\d+\] (\S+) at .*\n\n(Can't resolve \$ref)/gm)].map(([, at]) => at);
  return places.length === 0
    ? undefined
    : `A reference leads nowhere, so what stands there could not be compared: ${places.join(", ")}.`;
}

/** The error in what it said, without its banners. */
export function lastWords(said: string): string {
  const lines = said.split("\n").filter((line) => line.trim() !== "" && !/^\s*[╔║╚]/.test(line));
  const error = lines.find((line) => line.startsWith("Error: ")) ?? lines.slice(0, 2).join(" ");
  return error.replace(/^Error: /, "");
}
