import type { Contract, Located } from "../model/contract.ts";
import { itemPath, type KnownObjects } from "./objects.ts";
import { neededCredentials } from "./request.ts";
import { serverAt } from "./server-at.ts";
import { createSender, isSuccess, type ConformanceOptions } from "./send.ts";

/**
 * Deletes the objects that a run has created, the newest first.
 * @returns the paths of the objects that it could not delete
 */
export async function cleanUp(
  contract: Contract,
  operations: Located[],
  objects: KnownObjects,
  options: ConformanceOptions,
): Promise<string[]> {
  const created = [...objects.created].flatMap(([collection, ids]) =>
    ids.map((id) => ({ collection, id })),
  );
  // The deletions do not count for the limit of the run: it must not leave objects behind.
  const requests = created.length * 2;
  const sender = createSender({ ...options, requests });
  const left: string[] = [];
  for (const { collection, id } of created.reverse()) {
    const plainPath = `${collection}/${encodeURIComponent(id)}`;
    const deletion = operations.find(
      (each) =>
        each.method === "delete" && patternOf(each.path).test(plainPath),
    );
    if (!deletion) {
      left.push(plainPath);
      continue;
    }
    const path = itemPath(contract, deletion, collection, id);
    const server = serverAt(options.url, contract, deletion.operation);
    if (server === undefined) {
      left.push(path);
      continue;
    }
    const request = {
      method: "DELETE",
      server,
      path,
      query: {},
      headers: {},
      cookies: [],
      body: undefined,
      form: undefined,
      mediaType: "",
      credentials: neededCredentials(
        contract,
        deletion.operation,
        options.keys,
      ),
    };
    const response = await sender.send(request).catch(() => undefined);
    const isGone = response && (isSuccess(response) || response.status === 404);
    if (!isGone) left.push(path);
  }
  return left;
}

/** Returns a pattern for the paths of a template such as `/books/{id}`. */
function patternOf(template: string): RegExp {
  const literals = template
    .split(/\{[^}]+\}/)
    .map((text) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`));
  return new RegExp(`^${literals.join("[^/]+")}$`);
}
