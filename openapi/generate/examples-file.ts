import {
  operationsIn,
  operationsOf,
  resolve,
  type Body,
  type Contract,
  type Example,
  type Schema,
} from "../model/contract.ts";
import { field, formOf, jsonSchemaOf, nameOf, successOf } from "./success.ts";

/** `generated/examples.ts`: for each schema that a success shows, or an event is of, the first example of it. */
export function examplesFile(contract: Contract): string {
  const found = new Map<string, unknown>();
  const note = (schema: Schema | undefined, value: unknown) => {
    const name = nameOf(schema);
    if (name !== undefined && value !== undefined && !found.has(name))
      found.set(name, value);
  };
  const first = ({ content }: Body) => {
    const [example] = Object.values(
      content?.["application/json"]?.examples ?? {},
    );
    return example && resolve<Example>(contract, example).value;
  };
  for (const { operation } of operationsOf(contract)) {
    const response = successOf(contract, operation);
    const schema = jsonSchemaOf(response);
    const isBare = formOf(contract, schema) === "bare";
    const data = isBare ? schema : schema && field(contract, schema, "data");
    const example = first(response);
    const { data: value } = isBare
      ? { data: example }
      : (Object(example) as { data?: unknown });
    note(data, value);
    note(data && resolve(contract, data).items, [value].flat()[0]);
  }
  for (const { operation } of operationsIn(contract.webhooks))
    if (operation.requestBody)
      note(jsonSchemaOf(operation.requestBody), first(operation.requestBody));
  const names = [...found.keys()]
    .map((name) => JSON.stringify(name))
    .join(" | ");
  const values = JSON.stringify(Object.fromEntries(found), null, 2);
  return `import type { components } from "./types.ts";

/** Schema → the first example of it. */
export const examples: Pick<components["schemas"], ${names || "never"}> = ${values};
`;
}
