import { isBasic, type Credential } from "../../model/credentials.ts";
import { compactJson } from "../../model/json.ts";
import { addressOf, cookiesOf, headersOf } from "./call-text.ts";
import { formFields, isJsonField } from "./form-fields.ts";
import type { SampleCall } from "./sample-call.ts";

/** Writes the call as a command line. */
export function curlSample(call: SampleCall): string {
  const { method, body, credentials } = call;
  // A form without a field has no lines.
  const linesOfBody = body === undefined ? [] : bodyLines(call);
  const isImplied = method === (linesOfBody.length === 0 ? "GET" : "POST");
  // `-X HEAD` would wait for a body that never comes.
  const named = method === "HEAD" ? "--head " : `-X ${method} `;
  const request = isImplied ? "" : named;
  const shown = credentials.map((each) => ({
    ...each,
    value: `$${each.variable}`,
  }));
  const base = call.server === "" ? `$${call.names.address}` : "";
  const rest = addressOf(call).slice(base.length);
  // curl would read brackets as a pattern of several addresses.
  const flag = /[{}[\]]/.test(rest) ? "-g " : "";
  const address = withKeys(base + escaped(rest), shown);
  const lines = [`curl ${flag}${request}"${address}"`, ...keyFlags(shown)];
  for (const [name, text] of headersOf(call))
    lines.push(`-H ${quoted(`${name}: ${text}`)}`);
  const cookies = cookiesOf(call);
  if (cookies !== "") lines.push(`-b ${quoted(cookies)}`);
  lines.push(...linesOfBody);
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
    if (key.in === "cookie") return [`-b "${escaped(name)}=${value}"`];
    const header = `${escaped(name)}: ${escaped(prefix)}${value}`;
    return [isBasic(key) ? `-u "${value}"` : `-H "${header}"`];
  });

function bodyLines(call: SampleCall): string[] {
  const type = `-H "Content-Type: ${escaped(call.media)}"`;
  const fields = (flag: string) =>
    formFields(call).map(
      ([name, text]) => `${flag} ${quoted(`${name}=${text}`)}`,
    );
  switch (call.bodyKind) {
    case "urlencoded":
      return fields("--data-urlencode");
    case "multipart":
      return formFields(call).map((field) => partFlag(call, field));
    case "text":
      return [type, `--data-binary ${quoted(String(call.body))}`];
    case "file":
      return [type, `--data-binary "@${String(call.body)}"`];
    case "json":
      return [type, `-d ${quoted(jsonOf(call))}`];
  }
}

/** Writes a part of a form: a file, a text, or JSON with its media type. */
function partFlag(call: SampleCall, [name, text]: [string, string]): string {
  if (call.fileFields.includes(name)) return `-F ${quoted(`${name}=@${text}`)}`;
  if (!isJsonField(call, name))
    return `--form-string ${quoted(`${name}=${text}`)}`;
  // Behind a semicolon curl would read further words about the part.
  const json = text.includes(";") ? JSON.stringify(text) : text;
  return `-F ${quoted(`${name}=${json};type=application/json`)}`;
}

const jsonOf = ({ body }: SampleCall) =>
  compactJson(body, { maxLength: 60 }).replaceAll("\n", "\n  ");

/** Escapes what a shell would read in a text between double quotes. */
const escaped = (text: string) => text.replaceAll(/[\\"$`]/g, String.raw`\$&`);

/** Writes a text in quotes of a shell. */
const quoted = (text: string) => `'${text.replaceAll("'", String.raw`'\''`)}'`;
