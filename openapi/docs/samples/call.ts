import {
  requirementOf,
  resolve,
  type Contract,
  type Example,
  type Located,
  type Parameter,
} from "../../model/contract.ts";

/** What a sample of an operation sends: the examples of its parameters and the first named example of its body. */
export interface SampleCall {
  id: string;
  method: string;
  path: string;
  tag: string;
  isList: boolean;
  /** The variable of the environment that holds what the caller shows, e.g. `API_KEY`. */
  credential: string;
  parameters: { path: [name: string, value: unknown][]; query: [name: string, value: unknown][] };
  body: unknown;
}

/** Where to read on and how much to read is not what a sample shows. */
const paging = ["limit", "cursor"];

/** The call that a sample shows. */
export function sampleCall(contract: Contract, { method, path, operation }: Located): SampleCall {
  const parameters = (operation.parameters ?? []).map((each) => resolve<Parameter>(contract, each));
  const shown = (place: string) =>
    parameters
      .filter((each) => each.in === place && !paging.includes(each.name) && each.example !== undefined)
      .map((each): [string, unknown] => [each.name, each.example]);
  const [tag] = operation.tags ?? [];
  const [media] = Object.values(operation.requestBody?.content ?? {});
  const [example] = Object.values(media?.examples ?? {});
  return {
    id: operation.operationId,
    method: method.toUpperCase(),
    path,
    tag,
    isList: parameters.some((each) => each.name === "cursor"),
    credential: requirementOf(operation).scheme.replaceAll(/[A-Z]/g, "_$&").toUpperCase(),
    parameters: { path: shown("path"), query: shown("query") },
    body: example && resolve<Example>(contract, example).value,
  };
}
