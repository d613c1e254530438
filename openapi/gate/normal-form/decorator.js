import { contractForm } from "./contract.js";
import { follower } from "./follow.js";

/** @type {Map<string, string>} */
const firstNames = new Map();

/** The names between braces are nobody's promise, so a path is compared under the name that it had first. */
function pathName(/** @type {string} */ path) {
  const template = path.replaceAll(/\{[^}]*\}/g, "{}");
  if (!firstNames.has(template)) firstNames.set(template, path);
  return firstNames.get(template) ?? path;
}

const sections = ["paths", "webhooks", "x-webhooks", "components"];
const forms = new WeakSet();

/** Puts the normal form in the place of the contract before Redocly compares it. */
export function normalForm() {
  /** @type {Record<string, any>} */
  let form = {};
  return {
    Root: {
      enter: (/** @type {Record<string, any>} */ root) => {
        // One object in two places would be compared in one of them.
        form = JSON.parse(JSON.stringify(contractForm(root, follower(root), pathName)));
        for (const name of Object.keys(root)) delete root[name];
      },
      leave: (/** @type {Record<string, any>} */ root) => {
        Object.assign(root, form);
        for (const name of sections) if (form[name]) forms.add(form[name]);
      },
    },
  };
}

/**
 * Redocly's types for what is compared: parameters by name, and nothing to walk through before it has its normal
 * form, since Redocly goes through a contract before and during its decorators, which takes long with a large one.
 * @param {Record<string, any>} types
 */
export function formTypes(types) {
  const { parameters: ofPath, ...pathItem } = types["PathItem"].properties;
  const { parameters, ...operation } = types["Operation"].properties;
  const root = { ...types["Root"].properties };
  for (const name of sections.filter((section) => section in root)) {
    const type = root[name];
    root[name] = (/** @type {any} */ section) => (forms.has(section) ? type : { resolvable: false });
  }
  return {
    ...types,
    Root: { ...types["Root"], properties: root },
    PathItem: { ...types["PathItem"], properties: pathItem },
    Operation: { ...types["Operation"], properties: { ...operation, "x-parameters": "ParameterList" } },
    ParameterList: { properties: {}, additionalProperties: "Parameter" },
  };
}
