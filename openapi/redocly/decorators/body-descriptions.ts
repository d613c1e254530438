import type { Body, Draft } from "../../model/contract.ts";
import type { Context } from "../redocly.ts";

/** Gives a request body the description of its schema, for the docs only: Redoc shows none of a body's own schema. */
export default function bodyDescriptions() {
  return {
    RequestBody: {
      leave: (body: Draft<Body>, context: Context) => {
        const [media] = Object.values(body.content ?? {});
        const described = media?.schema && context.resolve(media.schema).node?.description;
        if (described !== undefined) body.description ??= described;
      },
    },
  };
}
