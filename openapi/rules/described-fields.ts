import type { Context } from "../redocly.ts";

interface Schema {
  description?: string;
  format?: string;
  anyOf?: (Schema | { $ref: string })[];
  allOf?: (Schema | { $ref: string })[];
}

/**
 * A field says what it holds, and a field that is named after a moment (`created_at`) holds a date-time.
 * Design guide: openapi/README.md#fields
 */
export default function describedFields() {
  return {
    SchemaProperties: (properties: Record<string, Schema | { $ref: string }>, context: Context) => {
      for (const [name, property] of Object.entries(properties)) {
        const report = (fault: string) =>
          context.report({
            message: `The field \`${name}\` ${fault}. See openapi/README.md#fields`,
            location: context.location.child([name]).key(),
          });
        const schema = context.resolve(property).node;
        const isDescribed = "description" in property || schema.description !== undefined;
        if (!isDescribed) report("has no description");
        if (name.endsWith("_at") && !isMoment(schema, context)) report("has no `format: date-time`");
      }
    },
  };
}

/** Whether the schema, or a branch of it, is a date-time. */
function isMoment(schema: Schema, context: Context): boolean {
  if (schema.format === "date-time") return true;
  const branches = [...(schema.anyOf ?? []), ...(schema.allOf ?? [])];
  return branches.some((branch) => isMoment(context.resolve(branch).node, context));
}
