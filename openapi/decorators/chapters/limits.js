import { table } from "./table.js";

/**
 * The numbers that a caller has to stay within.
 * @typedef {import("../../tools/contract.ts").Contract["components"]} Components
 * @typedef {{ Limit: { schema: { minimum: number, maximum: number, default: number } } }} Parameters
 * @param {Pick<Components, "headers" | "responses"> & { parameters: Parameters }} components
 */
export function limitsChapter({ headers, responses, parameters }) {
  const { schema: requests, "x-window-seconds": seconds } = headers.RateLimitLimit;
  const bytes = responses.PayloadTooLarge["x-max-bytes"];
  const { minimum, maximum, default: usual } = parameters.Limit.schema;
  const rows = [
    ["Requests of one API key", `${requests.const} in ${seconds} seconds`],
    ["Body of a request", `${bytes / 1024} KiB (${bytes.toLocaleString("en")} bytes)`],
    ["Elements of a page", `${minimum} to ${maximum}; ${usual} when you do not send \`limit\``],
  ];
  return `## Limits\n\n${table(["What", "Limit"], rows)}`;
}
