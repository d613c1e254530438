/**
 * The call with the typed client.
 * @param {import("./call.js").SampleCall} call
 */
export function clientSample(call) {
  return `import { createClient } from "contacts-client";

const api = createClient({
  apiKey: process.env.API_KEY ?? "",
  baseUrl: process.env.BASE_URL ?? "",
});

${clientCall(call)}
`;
}

/**
 * The lines that make the call.
 * @param {import("./call.js").SampleCall} call
 */
export function clientCall(call) {
  const { parameters, body, isList } = call;
  const args = parameters.path.map(([, value]) => literal(value));
  if (body !== undefined) args.push(literal(body));
  if (parameters.query.length > 0) args.push(literal(Object.fromEntries(parameters.query)));
  const code = `api.${methodOf(call)}(${args.join(", ")})`;
  return isList
    ? `for await (const item of ${code}) {\n  console.log(item);\n}`
    : `console.log(await ${code});`;
}

/**
 * The client's name for an operation. A resource is named after its tag, and a method after what the operation does to
 * it: `listContacts` is `contacts.list`. What is in a resource is one too: `listMessages` is
 * `conversations.messages.list`.
 * @param {{ id: string, tag: string }} call
 */
export function methodOf({ id, tag }) {
  const resource = lower(tag);
  const own = id.replace(new RegExp(`${tag}|${singular(tag)}`), "");
  if (own !== id) return `${resource}.${own}`;
  const [, verb = "", noun = ""] = /^([a-z]+)(.*)$/.exec(id) ?? [];
  return `${resource}.${lower(plural(noun))}.${verb}`;
}

const lower = (/** @type {string} */ word) => word.charAt(0).toLowerCase() + word.slice(1);
const singular = (/** @type {string} */ word) => word.replace(/ies$/, "y").replace(/s$/, "");
const plural = (/** @type {string} */ word) => (word.endsWith("s") ? word : `${word.replace(/y$/, "ie")}s`);

/** @param {unknown} value */
const literal = (value) => JSON.stringify(value, null, 2).replaceAll(/^( *)"(\w+)":/gm, "$1$2:");
