import { sampleCall } from "./samples/call.js";
import { clientSample } from "./samples/client.js";
import { curlSample } from "./samples/curl.js";

/** Shows each operation as a call, for the docs only: on a command line, and with the typed client. */
export default function codeSamples() {
  return {
    Root: {
      leave: (/** @type {any} */ root, /** @type {any} */ context) => {
        const follow = (/** @type {object} */ node) => context.resolve(node).node;
        for (const { path, method, operation } of operationsOf(root)) {
          const call = sampleCall(path, method, operation, follow);
          operation["x-codeSamples"] = [
            { lang: "Shell", label: "curl", source: curlSample(call) },
            { lang: "TypeScript", label: "Client", source: clientSample(call) },
          ];
        }
      },
    },
  };
}

/** @typedef {import("./samples/call.js").Operation & { "x-codeSamples"?: object[] }} Operation */

/**
 * @param {{ paths: Record<string, Record<string, Operation>> }} root
 * @returns {{ path: string, method: string, operation: Operation }[]}
 */
const operationsOf = ({ paths }) =>
  Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item)
      .filter(([, operation]) => operation.operationId)
      .map(([method, operation]) => ({ path, method, operation })),
  );
