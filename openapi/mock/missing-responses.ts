import { type Contract, type PathItem } from "../model/contract.ts";
import { methods } from "../model/operation-nodes.ts";

/** Returns `4XX` for `4xx`, which Prism does not read. */
const rangeOf = (status: string): string =>
  /^[1-5]xx$/.test(status) ? status.toUpperCase() : status;

/**
 * Gives each operation without responses a 200 without a body, and each response a description, as
 * Prism would respond with 500. Writes ranges of statuses as Prism reads them.
 * @returns also the names of these operations
 */
export function withResponses(contract: Contract): {
  contract: Contract;
  silent: string[];
} {
  const silent: string[] = [];
  const paths = Object.entries(contract.paths).map(
    ([path, item]): [string, PathItem] => {
      const changed = { ...item };
      for (const method of methods) {
        const operation = item[method];
        if (!operation) continue;
        const responses = Object.entries(operation.responses).map(
          ([status, response]) =>
            [
              rangeOf(status),
              "$ref" in response ? response : { description: "", ...response },
            ] as const,
        );
        if (responses.length === 0) {
          silent.push(`${method.toUpperCase()} ${path}`);
          responses.push(["200", { description: "" }]);
        }
        changed[method] = {
          ...operation,
          responses: Object.fromEntries(responses),
        };
      }
      return [path, changed];
    },
  );
  return {
    contract: { ...contract, paths: Object.fromEntries(paths) },
    silent,
  };
}
