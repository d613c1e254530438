import type { Contract, Schema } from "../model/contract.ts";

/**
 * `generated/objects.ts`: for each schema with a constant `object` its fields, and a function that makes the object of them. It is
 * written out as a literal: of twenty fields V8 makes a slow object where a loop sets them.
 */
export function objectsFile(contract: Contract): string {
  const objects = Object.entries(contract.components.schemas).flatMap(([name, { properties }]) => {
    const constant = properties?.["object"]?.const;
    return properties && typeof constant === "string"
      ? [{ name, constant, fields: fieldsOf(properties) }]
      : [];
  });
  const names = objects.map(({ name }) => name);
  return `import type { ${names.join(", ")} } from "./types.ts";

/** The fields of each object, without \`object\`. */
export const fields = {
${objects.map(({ name, fields }) => `  ${name}: ${JSON.stringify(fields)},\n`).join("")}} as const;

/** Makes an object of its fields, and leaves out what else it is given. */
export const objects = {
${objects.map(functionOf).join("")}};

type Fields<T> = Required<Omit<T, "object">>;
`;
}

/** The names of the fields, the id first, as readers look for it. */
function fieldsOf(properties: Record<string, Schema>): string[] {
  const names = Object.keys(properties).filter((name) => name !== "object");
  return names.includes("id") ? ["id", ...names.filter((name) => name !== "id")] : names;
}

function functionOf({
  name,
  constant,
  fields,
}: {
  name: string;
  constant: string;
  fields: string[];
}): string {
  const members = fields.map((field) => `    ${field}: from.${field},\n`);
  members.splice(fields[0] === "id" ? 1 : 0, 0, `    object: ${JSON.stringify(constant)},\n`);
  return `  ${name}: (from: Fields<${name}>): ${name} => ({\n${members.join("")}  }),\n`;
}
