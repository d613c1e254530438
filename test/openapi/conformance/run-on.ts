import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { stringify } from "yaml";
import { runConformance } from "../../../openapi/conformance/run.ts";
import { readContract } from "../../../openapi/model/read-contract.ts";
import { temporaryFolder } from "../../support/folder.ts";

/** Runs the command on `GET /beds`, and returns the report and what the server received. */
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
  const server = createServer(({ url, headers, method = "" }, response) => {
    received.push({ url: url ?? "", headers, method });
    response.writeHead(status, { ...sentHeaders }).end(body);
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  const report = await runConformance((await readContract(file)).contract, {
    url: `http://127.0.0.1:${port}`,
    keys: new Map(Object.entries(keys) as [string, string][]),
    rate: 1000,
    requests: 50,
    actions: false,
  });
  return { report, received, last: received.at(-1) };
}
