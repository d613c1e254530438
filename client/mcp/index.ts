import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import {
  CallToolRequestSchema,
  ListToolsRequestSchema,
} from "@modelcontextprotocol/sdk/types.js";
import type { CallToolResult } from "@modelcontextprotocol/sdk/types.js";
import { contractVersion } from "../../generated/calls.ts";
import { scopesOf } from "../../generated/methods.ts";
import { compact } from "./compact.ts";
import { instructionsFor } from "./instructions.ts";
import { createClient, type Client } from "../index.ts";
import { isCallError } from "../call-error.ts";
import { checkInput } from "../check.ts";
import { ifMatchOf } from "../if-match.ts";
import { errorIn, isRecord, parseJson } from "../json.ts";
import type { ClientOptions } from "../options.ts";
import { randomKey } from "../random-key.ts";
import { toolsOf, views, type PublishedContract, type Tool } from "./tools.ts";

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
        return failed(
          `This key has no tool ${params.name}. It has: ${[...tools.keys()].join(", ")}.`,
        );
      return call(api, tool, params.arguments ?? {}, signal);
    },
  );
  return mcp;
}

/** Sends a request to any path. The types of openapi-fetch allow only paths of this contract. */
const request = (api: Client, method: string, path: string, init: object) =>
  api.raw.request(
    method as "get",
    path as never,
    { ...init, parseAs: "text" } as never,
  ) as Promise<{
    data?: string;
    error?: unknown;
    response: Response;
  }>;

/** Reads the contract that the server publishes. */
async function contractOf(api: Client): Promise<PublishedContract> {
  const { data = "", response } = await request(
    api,
    "get",
    "/openapi.json",
    {},
  );
  const contract = parseJson(data);
  if (!isRecord(contract) || !isRecord(contract["paths"]))
    throw new Error(
      `/openapi.json of the server is not the contract; its status is ${response.status}.`,
    );
  return contract as unknown as PublishedContract;
}

/** Calls the operation of a tool. Returns its response as text for the agent. */
async function call(
  api: Client,
  tool: Tool,
  input: Record<string, unknown>,
  signal: AbortSignal,
): Promise<CallToolResult> {
  const { body, "If-Match": ifMatch, ...others } = input;
  const view = tool.hasViews ? (others["view"] ?? views[0]) : undefined;
  if (tool.hasViews && !views.some((each) => each === view))
    return failed(`view of ${tool.name} must be ${views.join(" or ")}.`);
  const missing = tool.inputSchema.required.filter(
    (name) => input[name] === undefined,
  );
  if (missing.length > 0)
    return failed(`${tool.name} needs ${missing.join(" and ")}.`);
  // The view is a parameter of this server, and not of the API.
  const entries = Object.entries(others).filter(
    ([name]) => !(tool.hasViews && name === "view"),
  );
  // Unknown arguments are sent too: the API explains the problem.
  const params = {
    path: Object.fromEntries(
      entries.filter(([name]) => tool.inPath.includes(name)),
    ),
    query: Object.fromEntries(
      entries.filter(([name]) => !tool.inPath.includes(name)),
    ),
    header: {
      "If-Match": typeof ifMatch === "string" ? ifMatchOf(ifMatch) : ifMatch,
      "Idempotency-Key": tool.takesKey ? randomKey() : undefined,
    },
  };
  try {
    checkInput({ method: tool.name, path: params.path });
    const { data, error, response } = await request(
      api,
      tool.method,
      tool.path,
      { params, body, signal },
    );
    const line = (name: string) =>
      response.headers.has(name) && `${name}: ${response.headers.get(name)}`;
    const success = parseJson(data ?? "");
    const object = isRecord(success) ? success["data"] : undefined;
    // The agent sends the version as `If-Match`. It needs the ETag only if there is no version.
    const hasVersion = isRecord(object) && "version" in object;
    const etag = hasVersion ? undefined : line("ETag");
    if (data !== undefined && isRecord(success))
      return {
        content: [
          view === "compact" ? compactPage(success) : data,
          etag,
        ].flatMap((text) => (text ? [{ type: "text", text }] : [])),
      };
    const apiError = errorIn(error);
    const meaning = response.ok
      ? "This is no response of the API. A proxy may have sent it."
      : (tool.meanings[response.status] ?? tool.meanings["default"] ?? "");
    const lines = [
      `${response.status} ${apiError?.code ?? ""}: ${meaning}`,
      apiError && JSON.stringify(apiError),
      etag,
      line("X-Request-Id"),
    ];
    return failed(lines.filter(Boolean).join("\n"));
  } catch (error) {
    if (signal.aborted || !(isCallError(error) || error instanceof TypeError))
      throw error;
    return failed(error.message);
  }
}

/** Returns a page as JSON, with shortened elements. */
const compactPage = (page: Record<string, unknown>): string =>
  JSON.stringify({ ...page, data: compact(page["data"]) });

/** Creates an error result for the agent. */
const failed = (text: string): CallToolResult => ({
  content: [{ type: "text", text }],
  isError: true,
});
