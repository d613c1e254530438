import { operations, type OperationId } from "../../generated/operations.ts";
import { at, flat } from "../support/at.ts";

/** What can be sent to an operation and what it answers, as the contract has it, with all references followed. */
export interface Operation {
  id: OperationId;
  method: string;
  path: string;
  description: string;
  scopes: readonly string[];
  parameters: Parameter[];
  /** Whether it declares a 422. Without one, a parameter that it does not have is a 400. */
  takes422: boolean;
  /** Schema of the body; undefined when it takes none. */
  body: any;
  /** Members of the body that name something which must exist → the kind of it, e.g. `ct`. */
  references: Record<string, string>;
  /** The kind of what a list holds, e.g. `ct`; undefined when it is no list. */
  listed: string | undefined;
}

export interface Parameter {
  name: string;
  in: "path" | "query" | "header";
  required?: boolean;
  schema: any;
  /** The kind of thing that it names, e.g. `ct`, if any. */
  kind: string | undefined;
}

/** Every operation of the contract, in its order. */
export const everyOperation: Operation[] = (Object.keys(operations) as OperationId[]).map(read);

/** The operation on the same path with another method, e.g. what reads that which this one deletes. */
export function onSamePath({ path }: Operation, method: string): Operation | undefined {
  return everyOperation.find((other) => other.path === path && other.method === method);
}

function read(id: OperationId): Operation {
  const { method, path, scopes } = operations[id];
  const place = `/paths/${path.replaceAll("/", "~1")}/${method}`;
  const operation = at(place);
  const listed = listedBy(place, operation);
  return {
    id,
    method: method.toUpperCase(),
    path,
    description: operation.description,
    scopes,
    parameters: (operation.parameters ?? []).map(flat).map((parameter: any) => ({
      ...parameter,
      schema: flat(parameter.schema),
      kind: parameter.name === "cursor" ? listed : kindOf(parameter.example),
    })),
    takes422: "422" in operation.responses,
    body: operation.requestBody && at(`${place}/requestBody/content/application~1json/schema`),
    references: operation.requestBody ? referencesOf(operation.requestBody) : {},
    listed,
  };
}

function listedBy(place: string, { responses }: any): string | undefined {
  if (!responses["200"]) return undefined;
  const { data } = at(`${place}/responses/200/content/application~1json/schema`).properties;
  if (!flat(data).items) return undefined;
  const item = flat(flat(data).items);
  const properties = item.oneOf ? flat(item.oneOf[0]).properties : item.properties;
  return /^\^(\w+)_/.exec(flat(properties.id).pattern)?.[1];
}

/** The members that the documented bodies fill with ids of the API. */
function referencesOf({ content }: any): Record<string, string> {
  const examples = Object.values<any>(content["application/json"].examples).map((it) => flat(it).value);
  const members = examples.flatMap((example) => Object.entries(example));
  return Object.fromEntries(
    members.flatMap(([name, value]) => {
      const kind = kindOf(value);
      return kind === undefined ? [] : [[name, kind]];
    }),
  );
}

function kindOf(value: unknown): string | undefined {
  return /^([a-z]+)_[0-9a-z]{26}$/.exec(String(value))?.[1];
}
