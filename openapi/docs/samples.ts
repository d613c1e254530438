import stringify from "json-stringify-pretty-compact";
import {
  requirementOf,
  resolve,
  type Contract,
  type Example,
  type Located,
  type Parameter,
} from "../model/contract.ts";

/** What a sample of an operation sends: the examples of its parameters and the first named example of its body. */
export interface SampleCall {
  id: string;
  method: string;
  path: string;
  tag: string;
  isList: boolean;
  /** The variable of the environment that holds what the caller shows, e.g. `API_KEY`. */
  credential: string;
  parameters: { path: [name: string, value: unknown][]; query: [name: string, value: unknown][] };
  body: unknown;
}

/** Where to read on and how much to read is not what a sample shows. */
const paging = ["limit", "cursor"];

/** The call that a sample shows. */
export function sampleCall(contract: Contract, { method, path, operation }: Located): SampleCall {
  const parameters = (operation.parameters ?? []).map((each) => resolve<Parameter>(contract, each));
  const shown = (place: string) =>
    parameters
      .filter((each) => each.in === place && !paging.includes(each.name) && each.example !== undefined)
      .flatMap(asSent)
      .map((each): [string, unknown] => [each.name, each.example]);
  const [tag] = operation.tags ?? [];
  const [media] = Object.values(operation.requestBody?.content ?? {});
  const [example] = Object.values(media?.examples ?? {});
  return {
    id: operation.operationId,
    method: method.toUpperCase(),
    path,
    tag,
    isList: parameters.some((each) => each.name === "cursor"),
    credential: requirementOf(operation).scheme.replaceAll(/[A-Z]/g, "_$&").toUpperCase(),
    parameters: { path: shown("path"), query: shown("query") },
    body: example && resolve<Example>(contract, example).value,
  };
}

/** A parameter as a query has it: of an object, one for each field of its example, e.g. `custom_fields[plan]`. */
export const asSent = (parameter: Parameter): Parameter[] =>
  parameter.style === "deepObject"
    ? Object.entries(Object(parameter.example)).map(([field, example]) => ({
        ...parameter,
        name: `${parameter.name}[${field}]`,
        example,
      }))
    : [parameter];

/** The address of a call. `$BASE_URL` stands for the server. */
function addressOf({ path, parameters }: SampleCall): string {
  const filled = parameters.path.reduce(
    (text, [name, value]) => text.replace(`{${name}}`, String(value)),
    path,
  );
  const query = parameters.query
    .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(String(value))}`)
    .join("&");
  return `$BASE_URL${filled}${query && `?${query}`}`;
}

/** The address of the server, with the default of each variable. */
export function serverOf({ servers: [server] }: Contract): string {
  const { url = "", variables = {} } = server ?? {};
  return url.replaceAll(/\{(\w+)\}/g, (_, name: string) => variables[name]?.default ?? "");
}

/** The call on a command line. */
export function curlSample(call: SampleCall): string {
  const { method, body, credential } = call;
  const address = `"${addressOf(call)}"`;
  const lines = [
    `curl ${["GET", "POST"].includes(method) && (body !== undefined || method === "GET") ? "" : `-X ${method} `}${address}`,
    `-H "Authorization: Bearer $${credential}"`,
  ];
  if (body !== undefined) lines.push('-H "Content-Type: application/json"', `-d '${curlJson(body)}'`);
  return lines.join(" \\\n  ");
}

const curlJson = (body: unknown) =>
  stringify(body, { maxLength: 60 })
    .replaceAll("'", String.raw`'\''`)
    .replaceAll("\n", "\n  ");

/** The call with the typed client: by a program with an API key, or by the page of a visitor. */
export function clientSample(call: SampleCall): string {
  const [module, make, key, variable] =
    call.credential in receivers
      ? ["contacts-client/messenger", "createMessenger", "token", "MESSENGER_PUBLIC_TOKEN"]
      : ["contacts-client", "createClient", "apiKey", "API_KEY"];
  const session =
    call.credential === "MESSENGER_VISITOR"
      ? `const session = messenger.resume(process.env.MESSENGER_VISITOR ?? "");\n`
      : "";
  return `import { ${make} } from "${module}";

const ${key === "token" ? "messenger" : "api"} = ${make}({
  ${key}: process.env.${variable} ?? "",
  baseUrl: "$BASE_URL",
});
${session}
${clientCall(call)}
`;
}

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
  if (parameters.query.length > 0) args.push(literal(nested(parameters.query)));
  const code = `${receivers[call.credential] ?? "api"}.${methodOf(call)}(${args.join(", ")})`;
  return isList
    ? `for await (const item of ${code}) {\n  console.log(item);\n}`
    : `console.log(await ${code});`;
}

/** `[["custom_fields[plan]", "oro"]]` → `{ custom_fields: { plan: "oro" } }`. */
function nested(query: [name: string, value: unknown][]): Record<string, unknown> {
  const result: Record<string, unknown> = {};
  for (const [name, value] of query) {
    const [, parameter, field] = /^(\w+)\[(.*)\]$/s.exec(name) ?? [];
    if (parameter === undefined || field === undefined) result[name] = value;
    else result[parameter] = { ...(result[parameter] as object | undefined), [field]: value };
  }
  return result;
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
  const [name, group] = [identifier(id), identifier(tag)];
  const resource = lower(group);
  const own = name.replace(new RegExp(`${group}|${singular(group)}`), "");
  if (own !== name) return `${resource}.${own}`;
  const [, verb = "", noun = ""] = /^([a-z]+)(.*)$/.exec(name) ?? [];
  return `${resource}.${lower(plural(noun))}.${verb}`;
}

/** A name as code can have it: `getStations` for `get-stations`. */
export const identifier = (name: string) =>
  name.replaceAll(/[^A-Za-z0-9]+(.?)/g, (_, letter: string) => letter.toUpperCase());
const lower = (word: string) => word.charAt(0).toLowerCase() + word.slice(1);
const singular = (word: string) => word.replace(/ies$/, "y").replace(/s$/, "");
const plural = (word: string) => (word.endsWith("s") ? word : `${word.replace(/y$/, "ie")}s`);

const literal = (value: unknown) =>
  stringify(value, { maxLength: 60 })
    .replaceAll(/(^ *|[{,] ?)"(\w+)":/gm, "$1$2:")
    .replaceAll(/\{(\w+:.*)\}/g, "{ $1 }");

/** The call in Python, with its standard library only. */
export function pythonSample(call: SampleCall): string {
  const { method, body, credential } = call;
  const lines = [
    "import json",
    "import os",
    "from urllib.request import Request, urlopen",
    "",
    "request = Request(",
    `    "${addressOf(call)}",`,
    `    method="${method}",`,
    "    headers={",
    `        "Authorization": "Bearer " + os.environ["${credential}"],`,
    ...(body === undefined ? [] : ['        "Content-Type": "application/json",']),
    "    },",
    ...(body === undefined ? [] : [`    data=json.dumps(${pythonLiteral(body, "    ")}).encode(),`]),
    ")",
    "with urlopen(request, timeout=30) as response:",
    "    print(json.load(response))",
  ];
  return lines.join("\n");
}

/** A value of JSON as Python writes it. */
const pythonLiteral = (value: unknown, indent: string) =>
  JSON.stringify(value, null, 4)
    .replaceAll(/(?<=[^,{[])\n/g, ",\n")
    .replaceAll(/"(?:\\.|[^"\\])*"|null|true|false/g, (word) => pythonWords[word] ?? word)
    .replaceAll("\n", `\n${indent}`);
const pythonWords: Record<string, string> = { null: "None", true: "True", false: "False" };

/** The call in Go, with its standard library only. */
export function goSample(call: SampleCall): string {
  const { method, body, credential } = call;
  // JSON can write the character that would end Go's raw text as an escape.
  const json =
    body === undefined
      ? ""
      : JSON.stringify(body, null, 2).replaceAll("`", "\\u0060").replaceAll("\n", "\n\t");
  return `package main

import (
	"io"
	"log"
	"net/http"
	"os"${body === undefined ? "" : '\n\t"strings"'}
)

func main() {
${body === undefined ? "" : `\tbody := strings.NewReader(\`${json}\`)\n`}	request, err := http.NewRequest("${method}", "${addressOf(call)}", ${body === undefined ? "nil" : "body"})
	if err != nil {
		log.Fatal(err)
	}
	request.Header.Set("Authorization", "Bearer "+os.Getenv("${credential}"))
${body === undefined ? "" : '\trequest.Header.Set("Content-Type", "application/json")\n'}	response, err := http.DefaultClient.Do(request)
	if err != nil {
		log.Fatal(err)
	}
	defer response.Body.Close()
	io.Copy(os.Stdout, response.Body)
	if response.StatusCode >= 300 {
		log.Fatal(response.Status)
	}
}`;
}

/** A language of the samples. */
interface Language {
  name: string;
  sample: (call: SampleCall) => string;
  /** How a sample reads what the caller shows from a variable of the environment. */
  read: (variable: string) => string;
}

/** In every sample `$BASE_URL` stands for the address of the server. */
export const languages: Language[] = [
  { name: "curl", sample: curlSample, read: (variable) => `$${variable}` },
  { name: "TypeScript", sample: clientSample, read: (variable) => `process.env.${variable} ?? ""` },
  { name: "Python", sample: pythonSample, read: (variable) => `os.environ["${variable}"]` },
  { name: "Go", sample: goSample, read: (variable) => `os.Getenv("${variable}")` },
];
