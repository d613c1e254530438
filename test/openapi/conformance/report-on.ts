import { createServer, type RequestListener } from "node:http";
import { runConformance } from "../../../openapi/conformance/run.ts";
import { readContract } from "../../../openapi/model/read-contract.ts";
import { listenLocally } from "../../support/raw.ts";

/** Runs the command on a server, with a contract in a file. Returns the report. */
export async function reportOn(
  file: string,
  listener: RequestListener,
  { keys = {}, actions = false }: { keys?: object; actions?: boolean } = {},
) {
  const host = await listenLocally(createServer(listener));
  return runConformance((await readContract(file)).contract, {
    url: `http://${host}`,
    keys: new Map(Object.entries(keys) as [string, string][]),
    rate: 1000,
    requests: 50,
    actions,
  });
}
