import type { Contract, Schema } from "../model/contract.ts";

/**
 * `generated/objects.ts`: for each schema with a constant `object` its fields, and a function that
 * makes the object of them. It is written out as a literal: of twenty fields V8 makes a slow object
 * where a loop sets them.
 */
export function objectsFile(contract: Contract): string {
  const objects = Object.entries(contract.components.schemas).flatMap(
    ([name, { properties }]) => {
      const constant = properties?.["object"]?.const;
      if (!properties || typeof constant !== "string") return [];
      const fields = fieldsOf(properties);
      const members = fields.map((field) => `    ${field}: from.${field},\n`);
      members.splice(
        fields[0] === "id" ? 1 : 0,
        0,
        `    object: ${JSON.stringify(constant)},\n`,
      );
      const factory = `  ${name}: (from: Fields<${name}>): ${name} => ({\n${members.join("")}  }),\n`;
      return [
        {
          name,
          fieldNames: `  ${name}: ${JSON.stringify(fields)},\n`,
          factory,
        },
      ];
    },
  );
  return `import type { ${objects.map(({ name }) => name).join(", ")} } from "./types.ts";

/** The fields of each object, without \`object\`. */
export const fields = {
${objects.map(({ fieldNames }) => fieldNames).join("")}} as const;

/** Makes an object of its fields, and leaves out what else it is given. */
export const objects = {
${objects.map(({ factory }) => factory).join("")}};
${objects.length > 0 ? '\ntype Fields<T> = Required<Omit<T, "object">>;\n' : ""}`;
}

/** The names of the fields, the id first, as readers look for it. */
function fieldsOf(properties: Record<string, Schema>): string[] {
  const names = Object.keys(properties).filter((name) => name !== "object");
  return names.includes("id")
    ? ["id", ...names.filter((name) => name !== "id")]
    : names;
}
