import { pascal } from "../generate/client-names.ts";
import { readFields, snakeCase, type Field } from "./fields.ts";
import { pluralOf } from "./referred.ts";

/** A request for a resource that the contract does not have yet. */
export interface Resource {
  /** In snake_case: `company`, `company_note`. */
  name: string;
  names: string;
  /** The prefix of its ids: `co` of `co_01jq…`. */
  prefix: string;
  /** The fields that a caller sends. */
  fields: Field[];
  /** True when callers can delete one. */
  isDeleted: boolean;
}

/** @throws Error with a message that says what to give instead */
export function requireThat(isSo: boolean, otherwise: string): void {
  if (!isSo) throw new Error(`${otherwise}.`);
}

/**
 * Reads the options of the command.
 * @throws Error whose message says what to give instead
 */
export function readResource({
  name = "",
  plural = pluralOf(name),
  prefix = "",
  fields = "",
  delete: isDeleted = false,
}: Partial<Record<"name" | "plural" | "prefix" | "fields", string>> & {
  delete?: boolean;
}): Resource {
  requireThat(
    snakeCase.test(name),
    "--name must be one thing in snake_case, e.g. company",
  );
  requireThat(
    !typesOfTypeScript.includes(pascal(name)),
    `${pascal(name)} is a type of TypeScript itself, which generated code uses: give another --name`,
  );
  // `teams`, and not `address`, `status` or `analysis`.
  const isPlural = /[^isu]s$/.test(name) && plural === pluralOf(name);
  requireThat(
    !isPlural,
    `--name must be one thing, and ${name} seem to be several: if not, say --plural too`,
  );
  requireThat(
    /^[a-z]+(_[a-z]+)*s$/.test(plural),
    "--plural must be several of them in snake_case, e.g. companies",
  );
  requireThat(
    plural !== name,
    `--plural must be another word than --name, and both are ${name}`,
  );
  requireThat(
    /^[a-z]{2,3}$/.test(prefix),
    "--prefix must be two or three letters that its ids begin with, e.g. co",
  );
  const sent = readFields(fields);
  for (const [i, field] of sent.entries()) {
    requireThat(
      snakeCase.test(field.name),
      "--fields must be names in snake_case, e.g. name,domain?=x.example,plan=enum(free,team)",
    );
    requireThat(
      !ofEvery.includes(field.name),
      `Every resource has the field ${field.name}`,
    );
    requireThat(
      sent.findIndex((other) => other.name === field.name) === i,
      `--fields has ${field.name} twice`,
    );
    requireThat(
      !ofSchemas.includes(pascal(field.name)),
      `No field is called ${field.name}, as ${pascal(name + "_" + field.name)} is another schema of the resource`,
    );
    requireThat(
      field.type.kind !== "reference" || field.type.to !== name,
      `${field.name} refers to ${name} itself: write the resource first, then the field with npm run new -- field`,
    );
  }
  return { name, names: plural, prefix, fields: sent, isDeleted };
}

/** The types that generated files use, and that a schema of the same name would hide. */
const typesOfTypeScript = [
  "Omit",
  "Partial",
  "Pick",
  "Promise",
  "Record",
  "Required",
];

/** The ends of the names of the schemas that each resource has. */
export const ofSchemas = [
  "Id",
  "CreatedEvent",
  "UpdatedEvent",
  "Response",
  "Page",
];

/** The names that each resource or its table has. */
const ofEvery = [
  "id",
  "object",
  "created_at",
  "updated_at",
  "version",
  "workspace_id",
  "bytes",
];
