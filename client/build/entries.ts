import { existsSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { otherClientsOf } from "../../openapi/model/contract.ts";
import { readContract } from "../../openapi/model/read-contract.ts";

export const root = fileURLToPath(new URL("../../", import.meta.url));

export const { contract: written } = await readContract();

/** Removes entries without a source: an API without webhooks has no entry for them. */
const withSources = (named: Record<string, string>) =>
  Object.entries(named).filter(([, source]) => existsSync(join(root, source)));

/** Import of consumers → source file. */
export const entries: Record<string, string> & Record<".", string> = {
  ".": "client/index.ts",
  ...Object.fromEntries(
    otherClientsOf(written).map((name) => [`./${name}`, `client/${name}.ts`]),
  ),
  ...Object.fromEntries(
    withSources({
      "./webhooks": "client/webhooks/index.ts",
      "./webhooks/node": "client/webhooks/node.ts",
      "./testing": "client/testing.ts",
      "./mcp": "client/mcp/index.ts",
      "./schema": "generated/types.ts",
    }),
  ),
};

/** True when the client follows a feed of events. */
const hasFeed = written.tags.some((tag) => tag["x-client"] === "follow");

/** Command of `npx` → program. */
export const programs: Record<string, string> = Object.fromEntries(
  withSources({
    "contacts-mcp": "client/mcp/main.ts",
    ...(hasFeed && { "contacts-listen": "client/listen/main.ts" }),
  }),
);

/** Returns the output file of a source. */
export const output = (source: string, extension: string): string =>
  source.replace(/(\.d)?\.ts$/, extension);
