import { operationsOf, type Contract } from "../tools/contract.ts";
import { sampleCall } from "../tools/samples/call.ts";
import { clientSample } from "../tools/samples/client.ts";
import { curlSample } from "../tools/samples/curl.ts";

/** Shows each operation as a call, for the docs only: on a command line, and with the typed client. */
export default function codeSamples() {
  return {
    Root: {
      leave: (root: Contract) => {
        for (const located of operationsOf(root)) {
          const call = sampleCall(root, located);
          const samples = [
            { lang: "Shell", label: "curl", source: curlSample(call) },
            { lang: "TypeScript", label: "Client", source: clientSample(call) },
          ];
          Object.assign(root.paths[located.path]?.[located.method] ?? {}, { "x-codeSamples": samples });
        }
      },
    },
  };
}
