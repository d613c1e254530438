import type { Draft, Schema } from "../model/contract.ts";
import type { UserContext } from "@redocly/openapi-core";

const formats: Record<string, RegExp> = { integer: /^int(32|64)$/, number: /^double$/ };

/**
 * A number says how many bits it takes, and between which bounds it is.
 * Design guide: openapi/README.md#numbers
 */
export default function numberFormats() {
  return {
    Schema: (schema: Draft<Schema>, context: UserContext) => {
      const type = [schema.type ?? []].flat().find((one) => one in formats);
      if (type === undefined) return;
      const isKnown = formats[type]?.test(schema.format ?? "");
      if (isKnown && schema.minimum !== undefined && schema.maximum !== undefined) return;
      context.report({
        message: "A number has a format (int32, int64, double) and bounds. See openapi/README.md#numbers",
      });
    },
  };
}
