import { isBasic, type Credential } from "../../model/credentials.ts";
import { compactJson } from "../../model/json.ts";
import {
  addressOf,
  formFields,
  mediaTypeOf,
  type SampleCall,
} from "./sample-call.ts";

/** Writes the call as a command line. */
export function curlSample(call: SampleCall): string {
  const { method, parameters, body, credentials } = call;
  const isImplied = method === (body === undefined ? "GET" : "POST");
  const request = isImplied ? "" : `-X ${method} `;
  const shown = credentials.map((each) => ({
    ...each,
    value: `$${each.variable}`,
  }));
  const lines = [
    `curl ${request}"${withKeys(addressOf(call), shown)}"`,
    ...keyFlags(shown),
  ];
  for (const [name, value] of parameters.header)
    lines.push(`-H ${quoted(`${name}: ${String(value)}`)}`);
  if (body !== undefined) lines.push(...bodyLines(call));
  return lines.join(" \\\n  ");
}

/** A credential with its value on a command line. */
type KeyOfCommand = Credential & { value: string };

/** Adds the credentials of a query to an address. */
export function withKeys(address: string, keys: KeyOfCommand[]): string {
  const sent = keys
    .filter((key) => key.in === "query")
    .map(({ name, value }) => `${encodeURIComponent(name)}=${value}`);
  if (sent.length === 0) return address;
  return `${address}${address.includes("?") ? "&" : "?"}${sent.join("&")}`;
}

/** Returns the flags that send the credentials that are not in the query. */
export const keyFlags = (keys: KeyOfCommand[]): string[] =>
  keys.flatMap((key) => {
    const { name, prefix, value } = key;
    if (key.in === "query") return [];
    if (key.in === "cookie") return [`-b "${name}=${value}"`];
    return [isBasic(key) ? `-u "${value}"` : `-H "${name}: ${prefix}${value}"`];
  });

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
