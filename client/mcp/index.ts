import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import {
  CallToolRequestSchema,
  ListToolsRequestSchema,
} from "@modelcontextprotocol/sdk/types.js";
import { contractVersion } from "../../generated/calls.ts";
import { scopesOf } from "../../generated/methods.ts";
import { createClient, type Client } from "../index.ts";
import { isRecord, parseJson } from "../json.ts";
import type { ClientOptions } from "../options.ts";
import { callTool, failure } from "./call-tool.ts";
import { createCreationKeys } from "./creation-keys.ts";
import { instructionsFor } from "./instructions.ts";
import { sendRequest } from "./request.ts";
import { toolsOf, type PublishedContract } from "./tools.ts";

/**
 * Creates an MCP server. Its tools are the operations that the API key may call, from the published
 * contract of the API. Connect it to a transport of the SDK.
 * @throws (rejects) TypeError for an invalid option, and CallError when the API does not return the
 *   scopes or the contract
 */
export async function createMcpServer(
  options: ClientOptions = {},
): Promise<McpServer> {
  const api = createClient({
    appName: "contacts-mcp",
    clientName: "contacts-mcp",
    language: "en",
    ...options,
  });
  const [scopes, contract] = await Promise.all([
    scopesOf(api),
    contractOf(api),
  ]);
  const tools = new Map(
    toolsOf(contract, scopes).map((tool) => [tool.name, tool]),
  );
  const keys = createCreationKeys();
  const { title, summary } = contract.info;
  const mcp = new McpServer(
    { name: "contacts-mcp", title, version: contractVersion },
    {
      capabilities: { tools: {} },
      instructions: instructionsFor([...tools.values()], summary),
    },
  );
  mcp.server.setRequestHandler(ListToolsRequestSchema, () => ({
    tools: [...tools.values()].map(
      ({ name, title: label, description, inputSchema, annotations }) => ({
        name,
        title: label,
        description,
        inputSchema,
        annotations: { title: label, ...annotations },
      }),
    ),
  }));
  mcp.server.setRequestHandler(
    CallToolRequestSchema,
    async ({ params }, { signal }) => {
      const tool = tools.get(params.name);
      if (!tool)
        return failure(
          `This key has no tool ${params.name}. It has: ${[...tools.keys()].join(", ")}.`,
        );
      return callTool(api, tool, params.arguments ?? {}, signal, keys);
    },
  );
  return mcp;
}

/** Reads the contract that the server publishes. */
async function contractOf(api: Client): Promise<PublishedContract> {
  const { data = "", response } = await sendRequest(api, {
    method: "get",
    path: "/openapi.json",
  });
  const contract = parseJson(data);
  if (!isRecord(contract) || !isRecord(contract["paths"]))
    throw new Error(
      `/openapi.json of the server is not the contract; its status is ${response.status}.`,
    );
  return contract as unknown as PublishedContract;
}
