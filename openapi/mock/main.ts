import { contractFile } from "../model/contract-file.ts";
import { readCommand, runProgram } from "../options.ts";

const help = `npm run mock -- FILE [--watch]

Serves the examples of a contract with Prism. It needs no database: it checks each request, responds with an example, and
stores nothing.

  --watch    serves each valid edit of the contract

PORT is the port (4010).

In this repository: without FILE it serves openapi/openapi.yaml. For a server that stores data: npm start -- --demo
`;

/**
 * Reads the setting PORT.
 * @throws Error in one line
 */
function portOf(text: string): number {
  const port = Number(text);
  if (!/^\d+$/.test(text) || port > 65_535)
    throw new Error(
      "PORT must be a port from 0 to 65535, where 0 picks a free one.",
    );
  return port;
}

await runProgram(async () => {
  const { values, file = contractFile } = readCommand(help, {
    watch: { type: "boolean", default: false },
  });
  const port = portOf(process.env["PORT"] || "4010");
  // Loaded only here, as loading takes seconds.
  const { serveMock } = await import("./serve.ts");
  await serveMock(file, port, values.watch);
});
