import type { Draft, Schema } from "../model/contract.ts";
import type { Context, Visit } from "../redocly/redocly.ts";

/**
 * A deprecated element says by `x-sunset` from which day it may be removed, and only a deprecated element says it.
 * Design guide: openapi/README.md#deprecation
 */
export default function deprecation() {
  const check: Visit<Pick<Draft<Schema>, "deprecated" | "x-sunset">> = (element, context: Context) => {
    const isDeprecated = element.deprecated === true;
    if (isDeprecated === (element["x-sunset"] !== undefined)) return;
    const [has, lacks] = isDeprecated ? ["deprecated", "x-sunset"] : ["x-sunset", "deprecated: true"];
    context.report({
      message: `An element with \`${has}\` needs \`${lacks}\`. See openapi/README.md#deprecation`,
      location: context.location.child([isDeprecated ? "deprecated" : "x-sunset"]).key(),
    });
  };
  return { Operation: check, Parameter: check, Schema: check, Header: check };
}
