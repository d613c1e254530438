#!/usr/bin/env node
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { createMcpServer } from "./index.ts";

// `contacts-mcp`: the MCP server over stdin and stdout, with the key of the environment.
createMcpServer()
  .then((mcp) => mcp.connect(new StdioServerTransport()))
  .catch((error: unknown) => {
    console.error(
      `contacts-mcp: ${error instanceof Error ? error.message : String(error)}`,
    );
    process.exitCode = 1;
  });
