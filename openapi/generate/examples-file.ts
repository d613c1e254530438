import { Ajv2020 } from "ajv/dist/2020.js";
import formats from "ajv-formats";
import {
  operationsIn,
  operationsOf,
  resolve,
  type Body,
  type Contract,
  type Example,
  type Schema,
} from "../model/contract.ts";
import {
  field,
  formOf,
  jsonMediaOf,
  jsonSchemaOf,
  nameOf,
  successOf,
} from "./success.ts";

/**
 * `generated/examples.ts`: for each schema that a success shows, or an event is of, the first
 * example of it. One that does not fit its schema is left out, as it would not compile, and named
 * in `notes`.
 */
export function examplesFile(contract: Contract): {
  text: string;
  notes: string[];
} {
  const found = new Map<string, unknown>();
  const notes = new Set<string>();
  const ajv = new Ajv2020({ strict: false, logger: false });
  formats.default(ajv);
  ajv.addSchema({ components: contract.components }, "contract");
  const problemOf = (name: string, value: unknown) => {
    const $ref = `contract#/components/schemas/${encodeURIComponent(name.replaceAll("~", "~0").replaceAll("/", "~1"))}`;
    return ajv.validate({ $ref }, value) ? undefined : ajv.errorsText();
  };
  const note = (schema: Schema | undefined, value: unknown) => {
    const name = nameOf(schema);
    if (name === undefined || value === undefined || found.has(name)) return;
    const problem = problemOf(name, value);
    if (problem === undefined) found.set(name, value);
    else
      notes.add(
        `An example of ${name} is left out, as it does not fit: ${problem}.`,
      );
  };
  const first = (body: Body) => {
    const [example] = Object.values(jsonMediaOf(body)?.examples ?? {});
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
  const text = `import type { components } from "./types.ts";

/** Schema → the first example of it. */
export const examples: Pick<components["schemas"], ${names || "never"}> = ${values};
`;
  return { text, notes: [...notes] };
}
