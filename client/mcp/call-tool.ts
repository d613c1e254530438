import type { CallToolResult } from "@modelcontextprotocol/sdk/types.js";
import { isCallError } from "../call-error.ts";
import { checkInput } from "../check.ts";
import { ifMatchOf } from "../if-match.ts";
import type { Client } from "../index.ts";
import { errorIn, isRecord, parseJson } from "../json.ts";
import { compact } from "./compact.ts";
import type { CreationKeys } from "./creation-keys.ts";
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
  keys: CreationKeys,
): Promise<CallToolResult> {
  const problem = problemIn(input, tool);
  if (problem !== undefined) return failure(problem);
  const key = tool.takesKey ? keys.take(tool.name, input) : undefined;
  const keepKey = () => {
    if (key !== undefined) keys.keep(tool.name, input, key);
  };
  try {
    const params = paramsOf(input, tool, key);
    checkInput({ method: tool.name, path: params.path });
    const received = await sendRequest(api, tool, {
      params,
      body: input["body"],
      signal,
      gone: deletionOf(tool, params.path),
    });
    const success = successOf(received, viewOf(input, tool));
    if (success) return success;
    // A 422 may say that the key cannot be used again. The API remembers no other refusal.
    if (received.response.status !== 422) keepKey();
    const text = refusalOf(received, tool);
    return failure(text, isEndKnown(received) ? "" : repetitionOf(tool));
  } catch (error) {
    if (signal.aborted) {
      keepKey();
      throw error;
    }
    // The client sends nothing for an argument that it refuses.
    if (error instanceof TypeError) return failure(error.message);
    if (!isCallError(error)) throw error;
    keepKey();
    return failure(error.message, repetitionOf(tool));
  }
}

/** Creates an error result for the agent. */
export const failure = (...lines: string[]): CallToolResult => ({
  content: [{ type: "text", text: lines.filter(Boolean).join("\n") }],
  isError: true,
});

/** Says how to repeat a creation whose end is unknown. */
const repetitionOf = ({ name, takesKey }: Tool): string =>
  takesKey
    ? `It may have happened all the same. Call ${name} again with exactly the same arguments: then it happens only once.`
    : "";

/** Returns true when the response says whether the operation has happened. */
function isEndKnown({ error, response: { status } }: ToolResponse): boolean {
  const isRefusal = status >= 400 && status < 500;
  return isRefusal && errorIn(error)?.code !== "request_in_progress";
}

/** Returns the body of a deletion that an earlier attempt has made, or undefined for other tools. */
const deletionOf = ({ method }: Tool, ids: object): string | undefined =>
  method === "delete"
    ? JSON.stringify({ data: { ...ids, deleted: true } })
    : undefined;

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
  // The request would have no condition, and could undo the change of somebody else.
  if (input["If-Match"] === null)
    return `If-Match of ${tool.name} must be a version. To change the object in any case, leave If-Match out.`;
  return undefined;
}

/** Returns the parameters of the request. Unknown arguments too: the API explains the problem. */
function paramsOf(input: Arguments, tool: Tool, key: string | undefined) {
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
      "Idempotency-Key": key,
    },
  };
}

/** Writes a success for the agent. Returns undefined for any other response. */
function successOf(
  { data, response }: ToolResponse,
  view: unknown,
): CallToolResult | undefined {
  const success = data === undefined ? undefined : parseJson(data);
  if (data === undefined || !isRecord(success)) return undefined;
  const text = view === "compact" ? compactPage(success) : data;
  const object = success["data"];
  // The agent sends the version as `If-Match`. It needs the ETag only if there is no version.
  const hasVersion = isRecord(object) && "version" in object;
  const etag = hasVersion ? undefined : headerLine(response, "ETag");
  return { content: textsOf([text, etag]) };
}

/** Writes a response that is no success for the agent. */
function refusalOf({ error, response }: ToolResponse, tool: Tool): string {
  const apiError = errorIn(error);
  const meaning = response.ok
    ? "This is not a response of the API. A proxy may have sent it."
    : (tool.meanings[response.status] ?? tool.meanings["default"] ?? "");
  const lines = [
    `${response.status} ${apiError?.code ?? ""}: ${meaning}`,
    apiError && JSON.stringify(apiError),
    headerLine(response, "ETag"),
    headerLine(response, "X-Request-Id"),
  ];
  return lines.filter(Boolean).join("\n");
}

function headerLine({ headers }: Response, name: string): string | undefined {
  const value = headers.get(name);
  return value === null ? undefined : `${name}: ${value}`;
}

const textsOf = (texts: (string | undefined)[]): CallToolResult["content"] =>
  texts.flatMap((text) => (text ? [{ type: "text", text }] : []));

/** Returns a page as JSON, with shortened elements. */
const compactPage = (page: Record<string, unknown>): string =>
  JSON.stringify({ ...page, data: compact(page["data"]) });
