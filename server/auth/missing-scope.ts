import { operations, type OperationId } from "../../generated/operations.ts";

/** The first scope that an operation requires and a key with these scopes lacks; undefined when the key may call it. */
export function missingScope(operation: OperationId, held: string[]): string | undefined {
  if (held.includes("*")) return undefined;
  return operations[operation].scopes.find((scope) => !held.includes(scope));
}
