import type { Context } from "../redocly.ts";

interface Schema {
  description?: string;
}
interface RequestBody {
  description?: string;
  content: Record<string, { schema: Schema }>;
}

/** Gives a request body the description of its schema, for the docs only: Redoc shows none of a body's own schema. */
export default function bodyDescriptions() {
  return {
    RequestBody: {
      leave: (body: RequestBody, context: Context) => {
        const [media] = Object.values(body.content);
        const described = media && context.resolve(media.schema).node.description;
        if (described !== undefined) body.description ??= described;
      },
    },
  };
}
