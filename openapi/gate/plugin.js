import { formTypes, normalForm } from "./normal-form/decorator.js";
import { policy } from "./policy.js";
import { accessChanged } from "./rules/access-changed.js";
import { deprecated, openEnumChanged } from "./rules/additions.js";
import { deliveryNarrowed, headerBecameOptional } from "./rules/answers-and-deliveries.js";
import { choiceChanged } from "./rules/choice-changed.js";
import { defaultChanged } from "./rules/default-changed.js";
import { discriminatorChanged } from "./rules/discriminator-changed.js";
import { keywordChanged } from "./rules/keyword-changed.js";
import { oauthFlowRemoved, securityTightened } from "./rules/security-tightened.js";
import { bodyAddedAsRequired, parameterEncodingChanged } from "./rules/requests.js";
import { serverVariableChanged, serversReplaced } from "./rules/servers.js";

const impacts = { breaking: "major", addition: "minor", off: "off" };

/** Plugin of `redocly diff`: contracts are compared in their normal form, by Redocly's rules and ours. */
export default function gatePlugin() {
  const verdicts = Object.entries(policy).map(([rule, { is }]) => [rule, impacts[is]]);
  return {
    id: "gate",
    configs: { policy: { diff: Object.fromEntries(verdicts) } },
    decorators: { oas3: { "normal-form": normalForm } },
    diff: {
      oas3: {
        "access-changed": accessChanged,
        "body-added-as-required": bodyAddedAsRequired,
        "choice-changed": choiceChanged,
        "default-changed": defaultChanged,
        "delivery-narrowed": deliveryNarrowed,
        deprecated,
        "discriminator-changed": discriminatorChanged,
        "header-became-optional": headerBecameOptional,
        "keyword-changed": keywordChanged,
        "oauth-flow-removed": oauthFlowRemoved,
        "open-enum-changed": openEnumChanged,
        "parameter-encoding-changed": parameterEncodingChanged,
        "security-tightened": securityTightened,
        "server-variable-changed": serverVariableChanged,
        "servers-replaced": serversReplaced,
      },
    },
    typeExtension: { oas3: formTypes },
  };
}
