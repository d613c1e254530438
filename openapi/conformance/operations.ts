import {
  operationsOf,
  requirementOf,
  type Contract,
  type Located,
  type Schema,
} from "../model/contract.ts";
import { sentMediaOf } from "../generate/success.ts";
import { itemParameter } from "./objects.ts";

/**
 * Returns the operations in the order of a run: creations, outer objects first; reads; changes;
 * deletions, inner objects first.
 */
export function inRunOrder(contract: Contract): Located[] {
  return operationsOf(contract).sort(
    (a, b) =>
      phaseOf(contract, a) - phaseOf(contract, b) || depthOf(a) - depthOf(b),
  );
}

function phaseOf(contract: Contract, { method, path }: Located): number {
  const isCreation =
    method === "post" && itemParameter(contract, path) !== undefined;
  if (isCreation) return 0;
  if (method === "get") return 1;
  return method === "delete" ? 3 : 2;
}

function depthOf({ method, path }: Located): number {
  const depth = path.split("/").length;
  return method === "delete" ? -depth : depth;
}

/** Returns the schema of the body that a run sends. */
export const bodySchemaOf = ({ operation }: Located): Schema | undefined =>
  operation.requestBody && sentMediaOf(operation.requestBody)?.schema;

/** Returns true when an operation needs a key. */
export function needsKey({ operation }: Located): boolean {
  if (requirementOf(operation).scheme === "") return false;
  const alternatives = operation.security ?? [];
  return !alternatives.some((each) => Object.keys(each).length === 0);
}
