import { bodyExample } from "../generate/samples/sample-body.ts";
import { sentMediaOf } from "../generate/success.ts";
import type { Contract, Located, Schema } from "../model/contract.ts";
import { isNode } from "../model/node.ts";
import { sampleOf } from "../model/sample/value.ts";
import { valueSchema } from "../model/value-schema.ts";
import { formOf, type Form } from "./form.ts";

/** Returns a body that the contract allows: its example, or one of its schema. */
export function bodyOf(
  contract: Contract,
  { operation: { requestBody } }: Located,
): unknown {
  const media = requestBody && sentMediaOf(requestBody);
  if (!media) return undefined;
  const form = formOf(contract, media);
  return (
    bodyExample(contract, media) ?? bodySample(contract, media.schema, form)
  );
}

/**
 * Returns a body that a schema allows. A form without any field would be no body, so it gets one, and
 * no form can hold a list without elements.
 */
function bodySample(
  contract: Contract,
  schema: Schema,
  form: Form | undefined,
): unknown {
  const sample = sampleOf(contract, schema, { word: "conformance" });
  if (!form || !isNode(sample)) return sample;
  const { properties = {} } = valueSchema(contract, schema);
  const withElement = ([name, value]: [string, unknown]) => {
    if (!Array.isArray(value) || value.length > 0) return [name, value];
    const { items = {} } = valueSchema(contract, properties[name] ?? {});
    return [name, [sampleOf(contract, items, { word: "conformance" })]];
  };
  if (Object.keys(sample).length > 0)
    return Object.fromEntries(Object.entries(sample).map(withElement));
  const fields = Object.entries(properties);
  const [name, field] =
    fields.find(([, each]) => !valueSchema(contract, each).readOnly) ?? [];
  if (name === undefined || field === undefined) return sample;
  return { [name]: sampleOf(contract, field, { word: "conformance" }) };
}
