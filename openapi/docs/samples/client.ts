import stringify from "json-stringify-pretty-compact";
import type { SampleCall } from "./call.ts";

/** The call with the typed client. */
export function clientSample(call: SampleCall): string {
  return call.credential in receivers ? visitorSample(call) : serverSample(call);
}

/** The call by a program with an API key. */
const serverSample = (call: SampleCall) => `import { createClient } from "contacts-client";

const api = createClient({
  apiKey: process.env.API_KEY ?? "",
  baseUrl: "$BASE_URL",
});

${clientCall(call)}
`;

/** The call by the page of a visitor, who starts a session or has one. */
const visitorSample = (call: SampleCall) => `import { createMessenger } from "contacts-client/messenger";

const messenger = createMessenger({
  token: process.env.MESSENGER_PUBLIC_TOKEN ?? "",
  baseUrl: "$BASE_URL",
});
${call.credential === "MESSENGER_VISITOR" ? `const session = messenger.resume(process.env.MESSENGER_VISITOR ?? "");\n` : ""}
${clientCall(call)}
`;

/** What has the method for a call with this credential, in the samples. */
const receivers: Record<string, string> = {
  MESSENGER_PUBLIC_TOKEN: "messenger",
  MESSENGER_VISITOR: "session",
};

/** The lines that make the call. */
export function clientCall(call: SampleCall): string {
  const { parameters, body, isList } = call;
  const args = parameters.path.map(([, value]) => literal(value));
  if (body !== undefined) args.push(literal(body));
  if (parameters.query.length > 0) args.push(literal(Object.fromEntries(parameters.query)));
  const code = `${receivers[call.credential] ?? "api"}.${methodOf(call)}(${args.join(", ")})`;
  return isList
    ? `for await (const item of ${code}) {\n  console.log(item);\n}`
    : `console.log(await ${code});`;
}

/**
 * The client's name for an operation. A resource is named after its tag, and a method after what the operation does to
 * it: `listContacts` is `contacts.list`. What is in a resource is one too: `listMessages` is
 * `conversations.messages.list`. A visitor's method has the same name as the one of the client with an API key:
 * `listMessengerMessages` is `conversations.messages.list` too. With the messenger's token there is only `start`.
 */
export function methodOf({ id, tag, path, credential }: SampleCall): string {
  if (credential === "MESSENGER_PUBLIC_TOKEN") return "start";
  if (credential === "MESSENGER_VISITOR") {
    const [, , , ...resources] = path.replaceAll(/\/\{\w+\}/g, "").split("/");
    return [...resources, id.replace(/[A-Z].*/, "")].join(".");
  }
  const resource = lower(tag);
  const own = id.replace(new RegExp(`${tag}|${singular(tag)}`), "");
  if (own !== id) return `${resource}.${own}`;
  const [, verb = "", noun = ""] = /^([a-z]+)(.*)$/.exec(id) ?? [];
  return `${resource}.${lower(plural(noun))}.${verb}`;
}

const lower = (word: string) => word.charAt(0).toLowerCase() + word.slice(1);
const singular = (word: string) => word.replace(/ies$/, "y").replace(/s$/, "");
const plural = (word: string) => (word.endsWith("s") ? word : `${word.replace(/y$/, "ie")}s`);

const literal = (value: unknown) =>
  stringify(value, { maxLength: 60 })
    .replaceAll(/(^ *|[{,] ?)"(\w+)":/gm, "$1$2:")
    .replaceAll(/\{(\w+:.*)\}/g, "{ $1 }");
