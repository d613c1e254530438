import type { SampleCall } from "./call.ts";

/** The call with the typed client. */
export function clientSample(call: SampleCall): string {
  return `import { createClient } from "contacts-client";

const api = createClient({
  apiKey: process.env.API_KEY ?? "",
  baseUrl: "$BASE_URL",
});

${clientCall(call)}
`;
}

/** The lines that make the call. */
export function clientCall(call: SampleCall): string {
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
 */
export function methodOf({ id, tag }: Pick<SampleCall, "id" | "tag">): string {
  const resource = lower(tag);
  const own = id.replace(new RegExp(`${tag}|${singular(tag)}`), "");
  if (own !== id) return `${resource}.${own}`;
  const [, verb = "", noun = ""] = /^([a-z]+)(.*)$/.exec(id) ?? [];
  return `${resource}.${lower(plural(noun))}.${verb}`;
}

const lower = (word: string) => word.charAt(0).toLowerCase() + word.slice(1);
const singular = (word: string) => word.replace(/ies$/, "y").replace(/s$/, "");
const plural = (word: string) => (word.endsWith("s") ? word : `${word.replace(/y$/, "ie")}s`);

const literal = (value: unknown) => JSON.stringify(value, null, 2).replaceAll(/^( *)"(\w+)":/gm, "$1$2:");
