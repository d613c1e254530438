import type { SampleCall } from "./call.ts";

/** The call on a command line. */
export function curlSample({ method, path, parameters, body }: SampleCall): string {
  const filled = parameters.path.reduce(
    (text, [name, value]) => text.replace(`{${name}}`, String(value)),
    path,
  );
  const query = parameters.query
    .map(([name, value]) => `${name}=${encodeURIComponent(String(value))}`)
    .join("&");
  const address = `"$BASE_URL${filled}${query && `?${query}`}"`;
  const lines = [
    `curl ${["GET", "POST"].includes(method) && (body !== undefined || method === "GET") ? "" : `-X ${method} `}${address}`,
    '-H "Authorization: Bearer $API_KEY"',
  ];
  if (body !== undefined) lines.push('-H "Content-Type: application/json"', `-d '${json(body)}'`);
  return lines.join(" \\\n  ");
}

const json = (body: unknown) =>
  JSON.stringify(body, null, 2)
    .replaceAll("'", String.raw`'\''`)
    .replaceAll("\n", "\n  ");
