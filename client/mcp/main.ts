#!/usr/bin/env node
import { parseArgs } from "node:util";

const sdk = "@modelcontextprotocol/sdk";

const usage = `Usage: contacts-mcp

Serves the operations of the API as tools of an agent, over stdin and stdout.
It reads CONTACTS_API_KEY, whose scopes decide which tools there are, and CONTACTS_BASE_URL.`;

/** Runs `contacts-mcp`: the MCP server over stdin and stdout, with the key of the environment. */
async function main(): Promise<void> {
  const { values } = parseArgs({
    strict: false, // a configuration may have passed anything so far
    options: { help: { type: "boolean", short: "h" } },
  });
  if (values.help) return console.log(usage);
  // Imported here, as the SDK is an optional peer: without it a static import would end with a
  // stack.
  const [{ StdioServerTransport }, { createMcpServer }] = await Promise.all([
    import("@modelcontextprotocol/sdk/server/stdio.js"),
    import("./index.ts"),
  ]);
  const mcp = await createMcpServer();
  process.stdout.on("error", () => void mcp.close()); // the agent has left
  await mcp.connect(new StdioServerTransport());
}

/** Writes an error in one line. */
function lineOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { code = "" } = error as NodeJS.ErrnoException;
  // An old version may lack the file.
  const isMissing = /MODULE_NOT_FOUND|PACKAGE_PATH_NOT_EXPORTED/.test(code);
  return isMissing && error.message.includes(sdk)
    ? `${sdk} is missing, or too old. Run: npm install ${sdk}`
    : error.message;
}

main().catch((error: unknown) => {
  console.error(`contacts-mcp: ${lineOf(error)}`);
  process.exitCode = 1;
});
