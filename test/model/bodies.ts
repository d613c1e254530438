import fc from "fast-check";
import type { OperationId } from "../../generated/operations.ts";
import type { Schema } from "../../openapi/model/contract.ts";
import { consistent } from "../conformance/request.ts";
import { flat } from "../support/at.ts";
import { operationOf } from "../support/operation.ts";
import { alive, newText, type Thing } from "./model.ts";
import { behaviours } from "./server.ts";

/** The fields of a body; `{text}` and so on stand for what is made when it is sent. */
export type Body = Record<string, unknown>;

/**
 * Bodies of an operation with some of its optional fields; without an operation, elements of a
 * batch.
 */
export function bodyOf(
  id: OperationId,
  schema: Schema = flat(operationOf(id).body),
): fc.Arbitrary<Body> {
  const { properties = {}, required = [] } = schema;
  const { references } = operationOf(id);
  // An address that changes would be that of no delivery which it has confirmed.
  const sent = Object.entries(properties).filter(
    ([name, field]) => required.includes(name) || flat(field).format !== "uri",
  );
  const fields = sent.map(([name, field]) => {
    const kind = references[name];
    return [
      name,
      kind === undefined ? valueOf(flat(field)) : fc.constant(`{${kind}}`),
    ] as const;
  });
  const body = fc.record(Object.fromEntries(fields), {
    requiredKeys: required,
    noNullPrototype: true,
  });
  return fc
    .tuple(body, fc.boolean())
    .map(([json, isWhole]) => consistent(json, isWhole) as Body);
}

/** Few values, so that steps meet. */
function valueOf({
  enum: choices,
  format,
  type = [],
  items,
  maxLength = 0,
}: Schema): fc.Arbitrary<unknown> {
  if (choices) return fc.constantFrom(...choices);
  if (format === "email") return fc.constant("{email}");
  if (format === "uri")
    return fc.constantFrom(...behaviours.map((behaviour) => `{${behaviour}}`));
  if (items && flat(items).enum) return fc.constant(["*"]);
  const isLong = maxLength >= 20_000;
  const values = [type].flat().map((each) => {
    if (each === "null") return fc.constant(null);
    if (each === "array") return fc.subarray(["a", "b"]);
    if (each === "object")
      return fc.constantFrom(
        "{fields}",
        "{fields}",
        "{naming fields}",
        "{many fields}",
      );
    return isLong
      ? fc.constantFrom("{text}", "{naming text}")
      : fc.constant("{text}");
  });
  return fc.oneof(...values);
}

/**
 * Fills in the placeholders of a body: texts of a person, and ids. Fields without a value are left
 * out.
 */
export function fill(body: Body, { workspace, person }: Thing): Body {
  const { receivers } = workspace.server;
  const text = () => newText(workspace, person);
  const other = () =>
    alive(workspace, "contact").find((it) => it !== person)?.id ?? "nobody";
  const generators: Record<string, () => unknown> = {
    "{text}": text,
    "{naming text}": () => `${text()} ${other()}`,
    "{email}": () => `${text()}@example.com`,
    ...Object.fromEntries(
      behaviours.map((behaviour) => [
        `{${behaviour}}`,
        () => receivers.newAddress(behaviour),
      ]),
    ),
    "{fields}": () => ({ note: text() }),
    "{naming fields}": () => ({ note: text(), referred_by: other() }),
    "{many fields}": () =>
      Object.fromEntries(
        Array.from({ length: 40 }, (_, n) => [`f${n}`, text().repeat(50)]),
      ),
    "{ct}": () => person?.id,
    "{cv}": () =>
      alive(workspace, "conversation").find((it) => it.person === person)?.id,
  };
  const filled = Object.entries(body).map(([name, value]) => [
    name,
    generators[String(value)]?.() ?? value,
  ]);
  return Object.fromEntries(
    filled.filter(([, value]) => !/^\{[a-z]+\}$/.test(String(value))),
  );
}
