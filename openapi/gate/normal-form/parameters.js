/** @typedef {import("./keywords.js").Form} Form */

const styles = /** @type {Record<string, string>} */ ({ query: "form", cookie: "form" });

/**
 * A parameter that says what it would have meant anyway.
 * @param {Form} parameter
 * @returns {Form}
 */
export function parameterForm({ example, examples, allowEmptyValue, allowReserved, ...parameter }) {
  const style = parameter["style"] ?? styles[parameter["in"]] ?? "simple";
  return {
    ...parameter,
    style,
    explode: parameter["explode"] ?? style === "form",
    required: parameter["required"] === true,
    ...(allowEmptyValue === true && { allowEmptyValue }),
    ...(allowReserved === true && { allowReserved }),
  };
}

/**
 * The parameters of an operation and of its path by what a caller names them by: so two are compared when a caller
 * takes them for the same. Those of the path go by their place in it.
 * @param {{ form: Form, parameter: Form }[]} list those of the path first, as an operation's replace them
 * @param {string} path
 * @param {(node: Form) => Form | undefined} follow
 * @returns {Record<string, Form>}
 */
export function parametersByName(list, path, follow) {
  const places = [...path.matchAll(/\{([^}]*)\}/g)].map(([, name]) => name);
  return Object.fromEntries(
    list.map(({ form, parameter }) => {
      const { name = "", in: where = "" } = follow(parameter) ?? {};
      const key = where === "path" ? places.indexOf(name) : where === "header" ? name.toLowerCase() : name;
      return [`${where}:${key}`, form];
    }),
  );
}
