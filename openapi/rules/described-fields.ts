import type { Draft, Schema } from "../model/contract.ts";
import type { UserContext } from "@redocly/openapi-core";

/**
 * Checks that each field has a description, and that a field such as `created_at` is a date-time.
 * Design guide: openapi/README.md#fields
 */
export default function describedFields() {
  return {
    SchemaProperties: (
      properties: Record<string, Draft<Schema>>,
      context: UserContext,
    ) => {
      for (const [name, property] of Object.entries(properties)) {
        const report = (problem: string) =>
          context.report({
            message: `The field \`${name}\` ${problem}. See openapi/README.md#fields`,
            location: context.location.child([name]).key(),
          });
        const schema = context.resolve(property).node;
        if (!schema) continue;
        const isDescribed = [property, schema].some(
          (each) => typeof each.description === "string",
        );
        if (!isDescribed) report("has no description");
        if (name.endsWith("_at") && !isTimestamp(schema, context))
          report("has no `format: date-time`");
      }
    },
  };
}

/** Returns true when the schema or a branch of it is a date-time. */
function isTimestamp(
  schema: Draft<Schema> | undefined,
  context: UserContext,
): boolean {
  if (!schema) return true;
  if (schema.format === "date-time") return true;
  const branches = [...(schema.anyOf ?? []), ...(schema.allOf ?? [])];
  return branches.some((branch) =>
    isTimestamp(context.resolve(branch).node, context),
  );
}
