import type { Config } from "../settings.ts";
import type { Running } from "./start.ts";

/** The first lines for a person: the addresses and, when there is a new key, a call with it. */
export function welcome(
  { databaseUrl, redisUrl, dataDir }: Config,
  { address: listening, metrics, example }: Pick<Running, "address" | "metrics" | "example">,
): string {
  const address = toOpen(listening);
  const lines = [`Contacts API  ${address}`, `Docs          ${address}/docs`];
  if (metrics !== undefined) lines.push(`Metrics       ${toOpen(metrics)}`);
  if (address !== listening) {
    lines.push("Listens       on every address of this machine, or of this container (HOST)");
  }
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

/** An address that a browser on this machine opens: 0.0.0.0 and :: stand for all of its addresses. */
const toOpen = (address: string) =>
  address.replace("//0.0.0.0:", "//127.0.0.1:").replace("//[::]:", "//[::1]:");
