import type { Location, UserContext } from "@redocly/openapi-core";
import type { Node } from "../model/node.ts";
import { closest } from "./closest.ts";

/** A requirement of a security scheme. */
interface Requirement {
  scheme: string;
  location: Location;
}

/** Checks that `components` has each security scheme that the contract requires. */
export default function knownSchemes() {
  let schemes: string[] = [];
  const requirements: Requirement[] = [];
  return {
    NamedSecuritySchemes(named: Node) {
      schemes = Object.keys(named);
    },
    SecurityRequirement(requirement: Node, { location }: UserContext) {
      for (const scheme of Object.keys(requirement)) {
        const key = location.child([scheme]).key();
        requirements.push({ scheme, location: key });
      }
    },
    Root: {
      leave(_: Node, { report, specVersion }: UserContext) {
        for (const { scheme, location } of requirements) {
          const isUri = specVersion === "oas3_2" && /[/#:]/.test(scheme);
          if (isUri || schemes.includes(scheme)) continue;
          report({
            message: `\`components\` has no security scheme \`${scheme}\``,
            suggest: closest(scheme, schemes),
            location,
          });
        }
      },
    },
  };
}
