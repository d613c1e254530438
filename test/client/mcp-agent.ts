import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { InMemoryTransport } from "@modelcontextprotocol/sdk/inMemory.js";
import type { ClientOptions } from "../../client/index.ts";
import { createMcpServer } from "../../client/mcp/index.ts";

/** Returns an agent whose MCP server runs in this process. */
export async function agentOf(options: ClientOptions): Promise<Client> {
  const mcp = await createMcpServer(options);
  const agent = new Client({ name: "test", version: "1" });
  const [near, far] = InMemoryTransport.createLinkedPair();
  await Promise.all([mcp.connect(far), agent.connect(near)]);
  return agent;
}

/** Calls a tool, and returns its text. */
export async function callTool(
  agent: Client,
  name: string,
  input: Record<string, unknown>,
): Promise<{ isError: boolean; text: string }> {
  const { isError = false, content } = await agent.callTool({
    name,
    arguments: input,
  });
  const texts = (content as { text: string }[]).map(({ text }) => text);
  return { isError: isError === true, text: texts.join("\n") };
}
