import { isReference, mapping } from "./follow.js";
import { parameterForm, parametersByName } from "./parameters.js";
import { schemaForms } from "./schema.js";
import { effectiveSecurity, schemeForm } from "./security.js";

/** @typedef {import("./keywords.js").Form} Form */
/** @typedef {(node: Form) => Form | undefined} Follow Gives what a reference leads to, and anything else as it is. */

const methods = new Set(["get", "put", "post", "delete", "options", "head", "patch", "trace", "query"]);

/**
 * A contract in its normal form: two that promise the same are the same in it. Everything that is judged is a copy,
 * since an alias of YAML is one object in two places, and the comparison would see one of them.
 * @param {Form} root
 * @param {Follow} resolve
 * @param {(path: string) => string} pathName the name under which a path is compared
 * @returns {Form}
 */
export function contractForm(root, resolve, pathName) {
  const is30 = /^3\.0/.test(root["openapi"]);
  const schema = schemaForms(($ref) => resolve({ $ref }), is30);
  const { security = [], paths = {}, components: shared, servers, ...rest } = root;
  const schemes = shared?.securitySchemes ?? {};

  const mediaTypes = map((/** @type {Form} */ { example, examples, ...media }) => ({
    ...media,
    ...(media["schema"] !== undefined && { schema: schema(media["schema"]) }),
  }));
  const header = element(({ example, examples, ...node }) => ({
    ...parameterForm({ ...node, in: "header" }),
    ...schemaOrContent(node),
  }));
  const headers = (/** @type {Form} */ node) => lowerNames(map(header)(node));
  const parameter = element((node) => ({ ...parameterForm(node), ...schemaOrContent(node) }));
  const requestBody = element((node) => ({
    ...node,
    required: node["required"] === true,
    ...(node["content"] && { content: mediaNames(mediaTypes(node["content"])) }),
  }));
  const response = element(({ links, ...node }) => ({
    ...node,
    ...(node["headers"] && { headers: headers(node["headers"]) }),
    ...(node["content"] && { content: mediaNames(mediaTypes(node["content"])) }),
  }));
  const callback = (/** @type {Form} */ node) =>
    mapEntries(isReference(node) ? target(node) : withoutExtensions(node), (item, key) =>
      pathItem(item, key),
    );
  const components = /** @type {Record<string, (node: Form) => Form>} */ ({
    schemas: map(schema),
    responses: map(response),
    parameters: map(parameter),
    requestBodies: map(requestBody),
    headers: map(header),
    securitySchemes: map(schemeForm),
  });

  function schemaOrContent(/** @type {Form} */ node) {
    if (node["content"]) return { content: mediaNames(mediaTypes(node["content"])) };
    return node["schema"] === undefined ? {} : { schema: schema(node["schema"]) };
  }

  /**
   * @param {Form} item
   * @param {string} path
   * @param {string} [at] the pointer to the item
   * @param {import("./security.js").Requirement[]} [inherited]
   */
  function pathItem(item, path, at, inherited) {
    // Redocly does not know whether what stands among the components is sent or received, so it stands where it is used.
    if (isReference(item)) return pathItem(target(item), path, undefined, inherited);
    const ofPath = parameterList(item["parameters"], at);
    const { servers: ofItem, ...itself } = withoutExtensions(item);
    /** @type {Form} */
    const form = { ...itself, ...ofPath.kept };
    for (const method of Object.keys(item).filter((name) => methods.has(name))) {
      const {
        parameters,
        security = inherited,
        requestBody: body,
        callbacks,
        servers = item["servers"],
        ...rest
      } = item[method];
      const own = parameterList(parameters, at && `${at}/${method}`);
      const named = parametersByName([...ofPath.list, ...own.list], path, resolve);
      form[method] = {
        ...withoutExtensions(rest),
        ...own.kept,
        "x-parameters": named,
        ...(servers && {
          ownServers: servers.map((/** @type {Form} */ server) => serverForm(server)["url"]),
        }),
        ...(security && { effectiveSecurity: effectiveSecurity(security, schemes) }),
        ...(body && { requestBody: requestBody(body) }),
        ...(rest.responses && { responses: map(response)(rest.responses) }),
        ...(callbacks && { callbacks: map(callback)(callbacks) }),
      };
    }
    return form;
  }

  function target(/** @type {Form} */ reference) {
    const found = resolve(reference);
    if (found === undefined) throw new Error(`The contract has no ${reference["$ref"]}.`);
    return found;
  }

  /** 3.0 has no place for webhooks, so some put them under an extension. */
  function hooks(/** @type {"webhooks" | "x-webhooks"} */ section) {
    const named = root[section];
    const pointer = (/** @type {string} */ name) => `#/${section}/${escape(name)}`;
    return named && { [section]: mapEntries(named, (item, name) => pathItem(item, "", pointer(name))) };
  }

  /** Parameters where they stand, and how to refer to each of them there. */
  function parameterList(/** @type {Form[]} */ list = [], /** @type {string | undefined} */ at) {
    const kept = list.map(parameter);
    const refer = (/** @type {Form} */ form, /** @type {number} */ i) =>
      at === undefined || "$ref" in form ? form : { $ref: `${at}/parameters/${i}` };
    return {
      kept: kept.length > 0 ? { parameters: kept } : {},
      list: kept.map((form, i) => ({ form: refer(form, i), parameter: list[i] ?? {} })),
    };
  }

  return {
    ...withoutExtensions(rest),
    servers: (servers?.length > 0 ? servers : [{ url: "/" }]).map(serverForm),
    paths: Object.fromEntries(
      Object.entries(withoutExtensions(paths)).map(([path, item]) => [
        pathName(path),
        pathItem(item, path, `#/paths/${escape(pathName(path))}`, security),
      ]),
    ),
    ...hooks("webhooks"),
    ...hooks("x-webhooks"),
    ...(shared && {
      components: Object.fromEntries(
        Object.entries(components).flatMap(([name, change]) =>
          shared[name] ? [[name, change(shared[name])]] : [],
        ),
      ),
    }),
  };
}

/** @type {(change: (node: Form) => Form) => (node: Form) => Form} */
const element = (change) => (node) => (isReference(node) ? node : withoutExtensions(change(node)));

/** @type {(change: (node: Form) => Form) => (node: Form) => Form} */
const map = (change) => (node) => mapEntries(node, change);

/** @type {(node: Form, change: (node: Form, key: string) => Form) => Form} */
const mapEntries = (node, change) =>
  Object.fromEntries(Object.entries(mapping(node)).map(([key, value]) => [key, change(value, key)]));

/** @type {(node: Form) => Form} */
const withoutExtensions = (node) =>
  Object.fromEntries(
    Object.entries(mapping(node)).filter(([name]) => !name.startsWith("x-") || kept.has(name)),
  );
const kept = new Set(["x-sunset", "x-extensible-enum"]);

/** Names of headers are the same in any letters. */
const lowerNames = (/** @type {Form} */ headers) =>
  Object.fromEntries(Object.entries(headers).map(([name, header]) => [name.toLowerCase(), header]));

/** Names of media types too, and JSON is UTF-8 whether that is said or not. */
const mediaNames = (/** @type {Form} */ content) =>
  Object.fromEntries(
    Object.entries(content).map(([name, media]) => [
      name.toLowerCase().replace(/^(.*json)\s*;\s*charset=utf-8$/, "$1"),
      media,
    ]),
  );

/** An address with and without a slash at its end is one; without servers it is that of the contract. */
const serverForm = (/** @type {Form} */ server) => ({
  ...server,
  url: server["url"].replace(/(.)\/$/, "$1"),
});

/** @type {(name: string) => string} */
const escape = (name) => name.replaceAll("~", "~0").replaceAll("/", "~1");
