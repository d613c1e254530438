import { compactJson } from "../../model/json.ts";
import {
  addressOf,
  formFields,
  mediaTypeOf,
  type SampleCall,
} from "./sample-call.ts";

/** Writes the call as a command line. */
export function curlSample(call: SampleCall): string {
  const { method, parameters, body, credential, isBasic } = call;
  const isImplied = method === (body === undefined ? "GET" : "POST");
  const request = isImplied ? "" : `-X ${method} `;
  const lines = [`curl ${request}"${addressOf(call)}"`];
  if (credential !== "")
    lines.push(
      isBasic
        ? `-u "$${credential}"`
        : `-H "Authorization: Bearer $${credential}"`,
    );
  for (const [name, value] of parameters.header)
    lines.push(`-H ${quoted(`${name}: ${String(value)}`)}`);
  if (body !== undefined) lines.push(...bodyLines(call));
  return lines.join(" \\\n  ");
}

function bodyLines(call: SampleCall): string[] {
  const flag = formFlags[mediaTypeOf(call)];
  if (flag !== undefined)
    return formFields(call).map(
      ([name, text]) => `${flag} ${quoted(`${name}=${text}`)}`,
    );
  const json = compactJson(call.body, { maxLength: 60 });
  return [
    `-H "Content-Type: ${call.media}"`,
    `-d ${quoted(json.replaceAll("\n", "\n  "))}`,
  ];
}

/** The flags with which curl sends a field of a form. */
const formFlags: Record<string, string> = {
  "application/x-www-form-urlencoded": "--data-urlencode",
  "multipart/form-data": "--form-string",
};

/** Writes a text in quotes of a shell. */
const quoted = (text: string) => `'${text.replaceAll("'", String.raw`'\''`)}'`;
