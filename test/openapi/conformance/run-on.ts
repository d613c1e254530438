import type { IncomingMessage, RequestListener } from "node:http";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { stringify } from "yaml";
import { temporaryFolder } from "../../support/folder.ts";
import { reportOn } from "./report-on.ts";

/**
 * Runs `conformance` on a contract with `GET /beds`, beside a server that gives each request the
 * same response.
 * @param others the other operations of `/beds`
 * @returns the report, all requests that the server received, and the last of them
 */
export async function runOn(
  operation: object,
  {
    keys = {},
    securitySchemes = {},
    others = {},
    headers: sentHeaders = {},
    paths = {},
  }: Record<string, object> = {},
  { status = 204, body }: { status?: number; body?: string } = {},
) {
  const file = join(temporaryFolder(), "contract.yaml");
  const responses = { "204": { description: "Done." } };
  const contract = {
    openapi: "3.2.0",
    info: { title: "Garden", version: "1.0.0" },
    paths: {
      "/beds": { get: { responses, ...operation }, ...others },
      ...paths,
    },
    components: { securitySchemes },
  };
  writeFileSync(file, stringify(contract));
  const received: Pick<IncomingMessage, "url" | "headers" | "method">[] = [];
  const listener: RequestListener = (
    { url, headers, method = "" },
    response,
  ) => {
    received.push({ url: url ?? "", headers, method });
    response.writeHead(status, { ...sentHeaders }).end(body);
  };
  const report = await reportOn(file, listener, { keys });
  return { report, received, last: received.at(-1) };
}
