import { testBreaks } from "./breaks.ts";

const rule = "contacts/section-order";
const rootOrder =
  "openapi, info, servers, security, tags, x-shared, x-limits, x-delivery, x-defaults, x-unrouted-responses, x-example-files, paths, webhooks, components";
const componentOrder = "securitySchemes, parameters, headers, requestBodies, responses, schemas, examples";

testBreaks([
  {
    given: "the tags after the webhooks",
    from: /^(tags:\n[^]*?)^(# Said once[^]*)^(components:)/m,
    to: "$2$1$3",
    rule,
    message: `Section \`tags\` stands after \`webhooks\`. The order is: ${rootOrder}. See openapi/README.md#order`,
    at: /^tags:/m,
  },
  {
    given: "the version after the rest of the head",
    from: /^openapi: .*\n([^]*?)(?=^tags:)/m,
    to: "$1openapi: 3.1.1\n",
    rule,
    message: `Section \`openapi\` stands after \`security\`. The order is: ${rootOrder}. See openapi/README.md#order`,
    at: /^openapi:/m,
  },
  {
    given: "the headers before the parameters",
    from: /^( {2}parameters:\n[^]*?)^( {2}headers:\n[^]*?)^(?= {2}responses:)/m,
    to: "$2$1",
    rule,
    message: `Section \`parameters\` stands after \`headers\`. The order is: ${componentOrder}. See openapi/README.md#order`,
    at: /^ {2}parameters:/m,
  },
  {
    given: "two sections astray, of which the first is named",
    from: /^(security:\n[^]*?)^(tags:\n[^]*?)^(# Said once[^]*)^(components:)/m,
    to: "$3$2$1$4",
    rule,
    message: `Section \`tags\` stands after \`webhooks\`. The order is: ${rootOrder}. See openapi/README.md#order`,
    at: /^tags:/m,
  },
  {
    given: "an unknown kind of components",
    from: /^ {2}securitySchemes:/m,
    to: "  pathItems: {}\n$&",
    rule,
    message: `Section \`pathItems\` has no place. The order is: ${componentOrder}. See openapi/README.md#order`,
    at: "pathItems:",
  },
]);
