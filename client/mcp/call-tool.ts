import type { CallToolResult } from "@modelcontextprotocol/sdk/types.js";
import { isCallError } from "../call-error.ts";
import { checkInput } from "../check.ts";
import { ifMatchOf } from "../if-match.ts";
import type { Client } from "../index.ts";
import { errorIn, isRecord, parseJson } from "../json.ts";
import { randomKey } from "../random-key.ts";
import { compact } from "./compact.ts";
import { sendRequest, type ToolResponse } from "./request.ts";
import { views, type Tool } from "./tools.ts";

type Arguments = Record<string, unknown>;

/**
 * Calls the operation of a tool. Returns its response, or an error that the agent can correct, as
 * text.
 * @throws (rejects) the reason of the signal, and any error that is not about the call
 */
export async function callTool(
  api: Client,
  tool: Tool,
  input: Arguments,
  signal: AbortSignal,
): Promise<CallToolResult> {
  const problem = problemIn(input, tool);
  if (problem !== undefined) return failure(problem);
  try {
    const params = paramsOf(input, tool);
    checkInput({ method: tool.name, path: params.path });
    const { body } = input;
    const received = await sendRequest(api, tool.method, tool.path, {
      params,
      body,
      signal,
    });
    return resultOf(received, tool, viewOf(input, tool));
  } catch (error) {
    if (signal.aborted || !(isCallError(error) || error instanceof TypeError))
      throw error;
    return failure(error.message);
  }
}

/** Creates an error result for the agent. */
export const failure = (text: string): CallToolResult => ({
  content: [{ type: "text", text }],
  isError: true,
});

/** Returns the view that the agent asks for, or undefined for a tool without views. */
const viewOf = ({ view = views[0] }: Arguments, { hasViews }: Tool): unknown =>
  hasViews ? view : undefined;

/** Returns what is wrong with the arguments. The API checks the rest. */
function problemIn(input: Arguments, tool: Tool): string | undefined {
  const view = viewOf(input, tool);
  if (tool.hasViews && !views.some((each) => each === view))
    return `view of ${tool.name} must be ${views.join(" or ")}.`;
  const missing = tool.inputSchema.required.filter(
    (name) => input[name] === undefined,
  );
  if (missing.length > 0) return `${tool.name} needs ${missing.join(" and ")}.`;
  return undefined;
}

/** Returns the parameters of the request. Unknown arguments too: the API explains the problem. */
function paramsOf(input: Arguments, tool: Tool) {
  const { body: _, "If-Match": ifMatch, ...others } = input;
  // The view is a parameter of this server, and not of the API.
  if (tool.hasViews) delete others["view"];
  const entries = Object.entries(others);
  const isInPath = ([name]: [string, unknown]) => tool.inPath.includes(name);
  return {
    path: Object.fromEntries(entries.filter(isInPath)),
    query: Object.fromEntries(entries.filter((entry) => !isInPath(entry))),
    header: {
      "If-Match": typeof ifMatch === "string" ? ifMatchOf(ifMatch) : ifMatch,
      "Idempotency-Key": tool.takesKey ? randomKey() : undefined,
    },
  };
}

/** Writes a response for the agent. */
function resultOf(
  { data, error, response }: ToolResponse,
  tool: Tool,
  view: unknown,
): CallToolResult {
  const headerLine = (name: string) => {
    const value = response.headers.get(name);
    return value === null ? undefined : `${name}: ${value}`;
  };
  const success = data === undefined ? undefined : parseJson(data);
  if (data !== undefined && isRecord(success)) {
    const text = view === "compact" ? compactPage(success) : data;
    const object = success["data"];
    // The agent sends the version as `If-Match`. It needs the ETag only if there is no version.
    const hasVersion = isRecord(object) && "version" in object;
    const etag = hasVersion ? undefined : headerLine("ETag");
    return { content: textsOf([text, etag]) };
  }
  const apiError = errorIn(error);
  const meaning = response.ok
    ? "This is not a response of the API. A proxy may have sent it."
    : (tool.meanings[response.status] ?? tool.meanings["default"] ?? "");
  const lines = [
    `${response.status} ${apiError?.code ?? ""}: ${meaning}`,
    apiError && JSON.stringify(apiError),
    headerLine("ETag"),
    headerLine("X-Request-Id"),
  ];
  return failure(lines.filter(Boolean).join("\n"));
}

const textsOf = (texts: (string | undefined)[]): CallToolResult["content"] =>
  texts.flatMap((text) => (text ? [{ type: "text", text }] : []));

/** Returns a page as JSON, with shortened elements. */
const compactPage = (page: Record<string, unknown>): string =>
  JSON.stringify({ ...page, data: compact(page["data"]) });
