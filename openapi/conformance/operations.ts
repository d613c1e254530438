import {
  operationsOf,
  requirementOf,
  type Contract,
  type Located,
  type Schema,
} from "../model/contract.ts";
import { sentMediaOf } from "../generate/success.ts";
import { isNode } from "../model/node.ts";
import { isIdOf, itemParameter } from "./objects.ts";
import { isOpaque } from "./own-objects.ts";
import { bodyOf } from "./valid-body.ts";

/**
 * Returns the operations in the order of a run: creations, each after the creations of the objects
 * that its path and its body name; reads; changes; deletions, in the reverse order of the
 * creations.
 */
export function inRunOrder(contract: Contract): Located[] {
  const operations = operationsOf(contract).sort(
    (a, b) => depthOf(a) - depthOf(b),
  );
  const isCreation = ({ method, path }: Located) =>
    method === "post" && itemParameter(contract, path) !== undefined;
  const creations = inReferenceOrder(contract, operations.filter(isCreation));
  const collections = creations.map(({ path }) => path);
  const placeOf = ({ path }: Located) =>
    collections.findLastIndex((each) => path.startsWith(`${each}/`));
  const ofMethod = (name: string) =>
    operations.filter(({ method }) => method === name);
  const deletions = ofMethod("delete")
    .reverse()
    .sort((a, b) => placeOf(b) - placeOf(a));
  const reads = ofMethod("get");
  const placed = new Set([...creations, ...reads, ...deletions]);
  const changes = operations.filter((each) => !placed.has(each));
  return [...creations, ...reads, ...changes, ...deletions];
}

const depthOf = ({ path }: Located): number => path.split("/").length;

/**
 * Sorts creations: each comes after the creations of the objects that it names, except in a circle.
 */
function inReferenceOrder(contract: Contract, creations: Located[]): Located[] {
  const idsIn = new Map(
    creations.map((each) => [each, idFieldsIn(bodyOf(contract, each))]),
  );
  const names = (one: Located, other: Located) =>
    one.path.startsWith(`${other.path}/`) ||
    idsIn.get(one)?.some((field) => isIdOf(field, other.path)) === true;
  const waiting = new Set(creations);
  const sorted: Located[] = [];
  while (waiting.size > 0) {
    const all = [...waiting];
    const isReady = (one: Located) =>
      !all.some((other) => other !== one && names(one, other));
    const next = all.find(isReady) ?? all[0];
    if (next === undefined) break;
    sorted.push(next);
    waiting.delete(next);
  }
  return sorted;
}

/** Returns the names of the fields of a body that name other objects. */
const idFieldsIn = (body: unknown): string[] =>
  isNode(body) ? Object.keys(body).filter(isOpaque) : [];

/** Returns the schema of the body that a run sends. */
export const bodySchemaOf = ({ operation }: Located): Schema | undefined =>
  operation.requestBody && sentMediaOf(operation.requestBody)?.schema;

/** Returns true when an operation needs a key. */
export function needsKey({ operation }: Located): boolean {
  if (requirementOf(operation).scheme === "") return false;
  const alternatives = operation.security ?? [];
  return !alternatives.some((each) => Object.keys(each).length === 0);
}
