import { type Contract, type PathItem } from "../model/contract.ts";
import { methods } from "../model/operation-nodes.ts";

/**
 * Gives each operation without responses a 200 without a body: Prism would respond with 500.
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
        if (!operation || Object.keys(operation.responses).length > 0) continue;
        silent.push(`${method.toUpperCase()} ${path}`);
        const responses = { "200": { description: "" } };
        changed[method] = { ...operation, responses };
      }
      return [path, changed];
    },
  );
  return {
    contract: { ...contract, paths: Object.fromEntries(paths) },
    silent,
  };
}
