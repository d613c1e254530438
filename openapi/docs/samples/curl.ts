import stringify from "json-stringify-pretty-compact";
import { addressOf } from "./address.ts";
import type { SampleCall } from "./call.ts";

/** The call on a command line. */
export function curlSample(call: SampleCall): string {
  const { method, body, credential } = call;
  const address = `"${addressOf(call)}"`;
  const lines = [
    `curl ${["GET", "POST"].includes(method) && (body !== undefined || method === "GET") ? "" : `-X ${method} `}${address}`,
    `-H "Authorization: Bearer $${credential}"`,
  ];
  if (body !== undefined) lines.push('-H "Content-Type: application/json"', `-d '${json(body)}'`);
  return lines.join(" \\\n  ");
}

const json = (body: unknown) =>
  stringify(body, { maxLength: 60 })
    .replaceAll("'", String.raw`'\''`)
    .replaceAll("\n", "\n  ");
