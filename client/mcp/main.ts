#!/usr/bin/env node

const sdk = "@modelcontextprotocol/sdk";

/** Runs `contacts-mcp`: the MCP server over stdin and stdout, with the key of the environment. */
async function main(): Promise<void> {
  // Imported here, as the SDK is an optional peer: without it a static import would end with a
  // stack.
  const [{ StdioServerTransport }, { createMcpServer }] = await Promise.all([
    import("@modelcontextprotocol/sdk/server/stdio.js"),
    import("./index.ts"),
  ]);
  const mcp = await createMcpServer();
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
