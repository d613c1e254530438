import { responses, testMistakes, withOperation } from "./mistakes.ts";

// Tests `npm run lint -- FILE` with names that must exist, or must be unique.

const secured = (requirement: object) =>
  withOperation(
    { security: [requirement] },
    {
      components: {
        securitySchemes: {
          key: { type: "apiKey", name: "Key", in: "header" },
          account: {
            type: "oauth2",
            flows: {
              clientCredentials: {
                tokenUrl: "https://harbour.invalid/token",
                scopes: { "ships:read": "Reads ships." },
              },
            },
          },
        },
      },
    },
  );
const id = (name: string) => ({
  name,
  in: "path",
  required: true,
  schema: { type: "string" },
});
const path = (template: string, ...names: string[]) => ({
  paths: { [template]: { get: { parameters: names.map(id), responses } } },
});
const twice = (first: object, second: object) => ({
  paths: {
    "/ships": { get: { responses, ...first } },
    "/boats": { get: { responses, ...second } },
  },
});
const link = (fields: object) =>
  withOperation({
    responses: { "204": { description: "Done.", links: { next: fields } } },
  });
const server = (url: string, variables: object = {}) =>
  withOperation({}, { servers: [{ url, variables }] });
const port = (fields: object) =>
  server("https://harbour.invalid:{port}", { port: fields });

const tags = (parents: Record<string, string | undefined>) =>
  withOperation(
    {},
    {
      tags: Object.entries(parents).map(([name, parent]) =>
        parent === undefined ? { name } : { name, parent },
      ),
    },
  );

const withMethods = (template: string, additionalOperations: object) => ({
  paths: { [template]: { additionalOperations } },
});
const withMethod = (method: string) =>
  withMethods("/ships", { [method]: { responses } });
/** A contract with named servers, and with a scheme that only OpenAPI 3.2 knows. */
const withServers = (...names: string[]) => {
  const url = "https://harbour.invalid";
  const device = { deviceAuthorizationUrl: url, tokenUrl: url, scopes: {} };
  const flows = { deviceAuthorization: device };
  return withOperation(
    { security: [{ login: [] }] },
    {
      servers: names.map((name) => ({ url: `${url}/${name}`, name })),
      components: { securitySchemes: { login: { type: "oauth2", flows } } },
    },
  );
};
const contact = (email: string) => ({
  title: "Harbour",
  version: "1.0.0",
  contact: { email },
});

/** A contract with a path, and with a path and a parameter to which it may refer. */
const referring = (item: object, ...parameters: object[]) => ({
  paths: {
    "/ships": item,
    "/boats": { post: { parameters, responses } },
  },
  components: {
    pathItems: { Ships: { get: { operationId: "list", responses } } },
    parameters: { Limit: { name: "limit", in: "query", schema: {} } },
  },
});
const ships = { $ref: "#/components/pathItems/Ships" };
const limit = { $ref: "#/components/parameters/Limit", description: "Ships." };
const withBoat = (boat: object) =>
  withOperation(
    {},
    { components: { schemas: { Ship: { type: "object" }, Boat: boat } } },
  );
const ship = { $ref: "#/components/schemas/Ship" };

testMistakes([
  {
    wrong: "an unknown field beside the reference of a path",
    contract: referring({ ...ships, gett: {} }),
    problem:
      "error core/path-item-fields: Property `gett` is not expected here (get?)",
    line: "gett: {}",
    right: referring({ ...ships, summary: "Ships" }),
  },
  {
    wrong: "a field beside the reference of a path, which the path has too",
    contract: referring({ ...ships, get: { responses } }),
    problem:
      "warn core/beside-references: `get` is also in the path to which the `$ref` leads: tools differ in which one they read",
    line: "get:",
    right: referring({ ...ships, put: { responses } }),
  },
  {
    wrong: "a field beside the reference of a parameter",
    contract: referring({}, { ...limit, required: true }),
    problem:
      "warn core/beside-references: Tools ignore `required` beside a `$ref`: write it where the `$ref` leads",
    line: "required: true",
    right: referring({}, limit),
  },
  {
    wrong: "a keyword beside the reference of a schema in 3.0",
    contract: withBoat({ ...ship, nullable: true }),
    openapi: "3.0.3",
    problem:
      "warn core/beside-references: Tools ignore `nullable` beside a `$ref`: put the `$ref` into an `allOf`",
    line: "nullable: true",
    right: withBoat({ allOf: [ship], nullable: true }),
  },
  {
    wrong: "a security scheme that is not defined",
    contract: secured({ keys: [] }),
    problem:
      "error core/known-schemes: `components` has no security scheme `keys` (key?)",
    line: "- keys: []",
    right: secured({ key: [] }),
  },
  {
    wrong: "a URI of a security scheme before 3.2",
    contract: secured({ "#/components/securitySchemes/key": [] }),
    problem:
      "error core/known-schemes: `components` has no security scheme `#/components/securitySchemes/key`",
    line: '- "#/components/securitySchemes/key": []',
    right: secured({}),
  },
  {
    wrong: "a scope that the scheme does not define",
    contract: secured({ account: ["ships:red"] }),
    problem:
      'warn security-scopes-defined: The "ships:red" scope is not defined in the "account" security scheme. (ships:read?)',
    line: "- ships:red",
    right: secured({ account: ["ships:read"] }),
  },
  {
    wrong: "a name twice in a path",
    contract: path("/ships/{id}/{id}", "id"),
    problem:
      "warn core/template-names-unique: The path has `{id}` twice, which one parameter cannot fill",
    line: "/ships/{id}/{id}:",
    right: path("/ships/{id}/{dock}", "id", "dock"),
  },
  {
    wrong: "a name twice in a path of 3.2",
    openapi: "3.2.0",
    contract: path("/ships/{id}/{id}", "id"),
    problem:
      "error core/template-names-unique: The path has `{id}` twice, which one parameter cannot fill",
    line: "/ships/{id}/{id}:",
    right: path("/ships/{id}", "id"),
  },
  {
    wrong: "a path parameter that the template lacks",
    contract: path("/ships", "id"),
    problem:
      "error core/path-parameters-defined: The path `/ships` does not have the path parameter `{id}`",
    line: "- name: id",
    right: path("/ships/{id}", "id"),
  },
  {
    wrong: "a name in the template without a parameter",
    contract: path("/ships/{id}"),
    problem:
      "error core/path-parameters-defined: The operation does not define the path parameter `{id}` expected by path `/ships/{id}`",
    line: "parameters: []",
    right: path("/ships"),
  },
  {
    wrong: "a name of other letters in the template without a parameter",
    contract: path("/ships/{año de salida}"),
    problem:
      "error core/path-parameters-defined: The operation does not define the path parameter `{año de salida}` expected by path `/ships/{año de salida}`",
    line: "parameters: []",
    right: path("/ships/{año de salida}", "año de salida"),
  },
  {
    wrong:
      "a name in the template without a parameter of a second method of 3.2",
    openapi: "3.2.0",
    ignored: "core/known-to-tools",
    contract: withMethods("/ships/{id}", {
      LOCK: { parameters: [id("id")], responses },
      FREE: { parameters: [], responses },
    }),
    problem:
      "error core/path-parameters-defined: The operation does not define the path parameter `{id}` expected by path `/ships/{id}`",
    line: "parameters: []",
    right: withMethods("/ships/{id}", {
      LOCK: { parameters: [id("id")], responses },
      FREE: { parameters: [id("id")], responses },
    }),
  },
  {
    wrong: "a path parameter of a webhook",
    contract: {
      webhooks: { moved: { post: { parameters: [id("id")], responses } } },
    },
    problem:
      "error core/path-parameters-defined: The path `moved` does not have the path parameter `{id}`",
    line: "- name: id",
    right: { webhooks: { moved: { post: { responses } } } },
  },
  {
    wrong: "an operationId twice",
    contract: twice({ operationId: "list" }, { operationId: "list" }),
    problem:
      "error core/operation-ids-unique: `GET /ships` in line 11 has the operationId `list` too",
    line: "operationId: list",
    right: twice({ operationId: "list" }, { operationId: "listBoats" }),
  },
  {
    wrong: "a tag twice",
    contract: withOperation({}, { tags: [{ name: "a" }, { name: "a" }] }),
    problem: "error no-duplicated-tag-names: Duplicate tag name found: 'a'.",
    line: "- name: a",
    right: withOperation({}, { tags: [{ name: "a" }, { name: "b" }] }),
  },
  {
    wrong: "a link to an unknown operation",
    contract: link({ operationId: "lists" }),
    problem:
      "error core/known-links: No operation has the operationId `lists` (list?)",
    line: "operationId: lists",
    right: link({ operationId: "list" }),
  },
  {
    wrong: "a link to a place without an operation",
    contract: link({ operationRef: "#/paths/~1ship/get" }),
    problem:
      "error core/known-links: The contract has no operation at `#/paths/~1ship/get`",
    line: 'operationRef: "#/paths/~1ship/get"',
    right: link({ operationRef: "#/paths/~1ships/get" }),
  },
  {
    wrong: "a link with operationId and operationRef",
    contract: link({
      operationId: "list",
      operationRef: "#/paths/~1ships/get",
    }),
    problem:
      "error core/known-links: A link names its operation by either `operationId` or `operationRef`",
    line: "next:",
    right: link({ operationRef: "#/paths/~1ships/get" }),
  },
  {
    wrong: "a link without an operation",
    contract: link({ description: "The next ships." }),
    problem:
      "error core/known-links: A link names its operation by either `operationId` or `operationRef`",
    line: "next:",
    right: link({ operationId: "list" }),
  },
  {
    wrong: "a default of a server variable outside its enum",
    contract: port({ enum: ["443"], default: "80" }),
    problem:
      "error core/server-defaults: The default of the server variable `port` is not in its enum",
    line: 'default: "80"',
    right: port({ enum: ["443", "80"], default: "80" }),
  },
  {
    wrong: "the same in 3.0, where it should not be",
    openapi: "3.0.4",
    contract: port({ enum: ["443"], default: "80" }),
    problem:
      "warn core/server-defaults: The default of the server variable `port` is not in its enum",
    line: 'default: "80"',
    right: port({ enum: ["443"], default: "443" }),
  },
  {
    wrong: "an empty enum of a server variable",
    contract: port({ enum: [], default: "80" }),
    problem:
      "error core/server-defaults: The enum of the server variable `port` is empty",
    line: "enum: []",
    right: port({ default: "80" }),
  },
  {
    wrong: "a server variable that is not defined",
    contract: server("https://{host}"),
    problem:
      "error core/server-variables-defined: `variables` does not define `host`",
    line: "- url: https://{host}",
    right: server("https://{host}", { host: { default: "a" } }),
  },
  {
    wrong: "a server variable that the URL does not use, which OpenAPI allows",
    contract: server("https://harbour.invalid", { host: { default: "a" } }),
    problem:
      "warn core/server-variables-used: The URL of the server does not use its variable `host`",
    line: "host:",
    right: server("https://{host}", { host: { default: "a" } }),
  },
  {
    wrong: "a name of two servers, beside a flow of devices",
    openapi: "3.2.0",
    contract: withServers("main", "main"),
    problem: "warn core/server-names-unique: Two servers have the name `main`",
    line: "name: main",
    right: withServers("main", "other"),
  },
  {
    wrong: "an additional method that has a field of its own",
    openapi: "3.2.0",
    ignored: "core/known-to-tools",
    contract: withMethod("POST"),
    problem:
      "error core/additional-methods: `POST` has the field `post` of the path",
    line: "POST:",
    right: withMethod("COPY"),
  },
  {
    wrong: "a query in the URL of a server of 3.2",
    openapi: "3.2.0",
    contract: server("https://harbour.invalid?a=1"),
    problem:
      "error rule/server-url-alone: The URL of a server has no query and no fragment",
    line: "- url: https://harbour.invalid?a=1",
    right: server("https://harbour.invalid"),
  },
  {
    wrong: "a fragment in `$self`",
    openapi: "3.2.0",
    contract: withOperation({}, { $self: "https://harbour.invalid/a#b" }),
    problem: "error rule/self-without-fragment: `$self` has no fragment",
    line: "$self: https://harbour.invalid/a#b",
    right: withOperation({}, { $self: "https://harbour.invalid/a" }),
  },
  {
    wrong: "scopes of a key in 3.0",
    openapi: "3.0.4",
    contract: secured({ key: ["ships:read"] }),
    problem:
      "error core/scopes-of-oauth: The scheme `key` has no scopes in OpenAPI 3.0",
    line: "- ships:read",
    right: secured({ account: ["ships:read"] }),
  },
  {
    wrong: "an email of a contact that is no address",
    contract: withOperation({}, { info: contact("harbour") }),
    problem: "error rule/contact-email: The email of a contact is an address",
    line: "email: harbour",
    right: withOperation({}, { info: contact("a@harbour.invalid") }),
  },
  {
    wrong: "a parent of a tag that does not exist",
    openapi: "3.2.0",
    contract: tags({ boats: "ship", ships: undefined }),
    problem: "error core/tag-parents: There is no tag `ship` (ships?)",
    line: "parent: ship",
    right: tags({ boats: "ships", ships: undefined }),
  },
  {
    wrong:
      "a tag that is its own parent, unlike one of a name that contains it",
    openapi: "3.2.0",
    contract: tags({ s: "s" }),
    problem: "error core/tag-parents: The tag is its own ancestor: s → s",
    line: "parent: s",
    right: tags({ ships: "s", s: undefined }),
  },
  {
    wrong: "a server variable twice in a URL of 3.2",
    openapi: "3.2.0",
    contract: server("https://{host}/{host}", { host: { default: "a" } }),
    problem:
      "error core/template-names-unique: The URL of the server has `{host}` twice",
    line: "- url: https://{host}/{host}",
    right: server("https://{host}", { host: { default: "a" } }),
  },
]);
