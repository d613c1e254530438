import type { Config } from "./config.ts";
import type { Running } from "./start.ts";

/** The first lines for a person: the addresses and, when there is a new key, a call with it. */
export function welcome(
  { databaseUrl, redisUrl, dataDir }: Config,
  { address, metrics, example }: Running,
): string {
  const lines = [`Contacts API  ${address}`, `Docs          ${address}/docs`];
  if (metrics !== undefined) lines.push(`Metrics       ${metrics}`);
  if (databaseUrl === undefined) {
    lines.push(`Data          ${dataDir} (embedded: survives a killed process, not a power cut)`);
  } else if (redisUrl === undefined) {
    lines.push("Rate limits   counted per process; set REDIS_URL to share them between processes");
  }
  if (example) {
    lines.push(
      "",
      `Your key, shown only now:  ${example.key}`,
      `Try it:  curl -H "Authorization: Bearer ${example.key}" ${address}${example.path}`,
    );
  }
  return `\n${lines.join("\n")}\n`;
}
