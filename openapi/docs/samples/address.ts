import type { Contract } from "../../model/contract.ts";
import type { SampleCall } from "./call.ts";

/** The address of a call. `$BASE_URL` stands for the server. */
export function addressOf({ path, parameters }: SampleCall): string {
  const filled = parameters.path.reduce(
    (text, [name, value]) => text.replace(`{${name}}`, String(value)),
    path,
  );
  const query = parameters.query
    .map(([name, value]) => `${name}=${encodeURIComponent(String(value))}`)
    .join("&");
  return `$BASE_URL${filled}${query && `?${query}`}`;
}

/** The address of the server, with the default of each variable. */
export function serverOf({ servers: [server] }: Contract): string {
  const { url = "", variables = {} } = server ?? {};
  return url.replaceAll(/\{(\w+)\}/g, (_, name: string) => variables[name]?.default ?? "");
}
