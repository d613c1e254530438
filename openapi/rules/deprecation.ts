import type { Draft, Operation } from "../model/contract.ts";
import type { Context, Visit } from "../redocly/redocly.ts";

/**
 * A deprecated element says by `x-sunset` from which day it may be removed, and an operation also since when it is, by
 * `x-deprecated-on`. Nothing else says so.
 * Design guide: openapi/README.md#deprecation
 */
export default function deprecation() {
  const needs =
    (...marks: ("x-sunset" | "x-deprecated-on")[]): Visit<Draft<Operation>> =>
    (element, context: Context) => {
      for (const mark of marks) {
        const isDeprecated = element.deprecated === true;
        if (isDeprecated === (element[mark] !== undefined)) continue;
        const [has, lacks] = isDeprecated ? ["deprecated", mark] : [mark, "deprecated: true"];
        context.report({
          message: `An element with \`${has}\` needs \`${lacks}\`. See openapi/README.md#deprecation`,
          location: context.location.child([isDeprecated ? "deprecated" : mark]).key(),
        });
      }
    };
  const check = needs("x-sunset");
  return {
    Operation: needs("x-sunset", "x-deprecated-on"),
    Parameter: check,
    Schema: check,
    Header: check,
  };
}
