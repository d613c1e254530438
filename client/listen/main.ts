#!/usr/bin/env node
import { parseArgs } from "node:util";
import { readVariable } from "../environment.ts";
import { listen, secretOf } from "./listen.ts";

const usage = `Usage: contacts-listen --forward http://localhost:4000/hooks

Forwards each new event of the workspace to your machine, signed as a webhook.
It reads CONTACTS_API_KEY, whose scope is events:read, and CONTACTS_BASE_URL.`;

/**
 * Returns the address of `--forward`, or undefined for `--help`.
 * @throws Error for a missing or invalid address
 */
function forwardIn(args: string[]): string | undefined {
  const { values } = parseArgs({
    args,
    options: {
      forward: { type: "string" },
      help: { type: "boolean", short: "h" },
    },
  });
  if (values.help) return undefined;
  const { forward } = values;
  if (forward === undefined) throw new Error(`--forward is missing.\n${usage}`);
  const url = URL.canParse(forward) ? new URL(forward) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol))
    throw new Error(
      `--forward must be an address like http://localhost:4000/hooks, not "${forward}".`,
    );
  if (url.username || url.password)
    throw new Error("--forward must have no user and no password.");
  return forward;
}

/** Runs `contacts-listen`, until Ctrl-C. */
async function main(): Promise<void> {
  const forward = forwardIn(process.argv.slice(2));
  if (forward === undefined) return console.log(usage);
  const stop = new AbortController();
  for (const signal of ["SIGINT", "SIGTERM"] as const)
    process.once(signal, () => stop.abort());
  process.stdout.on("error", () => stop.abort()); // its reader has left, as `head` does
  await listen(
    {},
    {
      forward,
      secret: secretOf(readVariable("apiKey").value ?? ""),
      signal: stop.signal,
      print: (line) => console.log(line),
    },
  );
}

main().catch((error: unknown) => {
  const message = error instanceof Error ? error.message : String(error);
  console.error(`contacts-listen: ${message}`);
  process.exitCode = 1;
});
