import stringify from "json-stringify-pretty-compact";
import {
  requirementOf,
  resolve,
  type Contract,
  type Example,
  type Located,
  type Parameter,
  type Schema,
} from "../model/contract.ts";

/** What a sample of an operation sends: the examples of its parameters and the first named example of its body. */
export interface SampleCall {
  id: string;
  method: string;
  path: string;
  tag: string;
  /** The variable of the environment that holds what the caller shows, e.g. `API_KEY`. */
  credential: string;
  parameters: { path: [name: string, value: unknown][]; query: [name: string, value: unknown][] };
  /** Parameter of the query → `enum`, or the format or type of its values. */
  types: Record<string, string>;
  /** Whether it has parameters beside those of the path. */
  hasOptions: boolean;
  body: unknown;
  /** The name of the body's schema. */
  schema: string;
  /** The status of success. */
  status: string;
}

/** Where to read on, how much to read, and what is about one object alone is not what the sample of a list shows. */
const unshown = /^(limit|cursor|.*_id)$/;

/** The call that a sample shows: with one filter, so that it finds something. */
export function sampleCall(contract: Contract, { method, path, operation }: Located): SampleCall {
  const parameters = (operation.parameters ?? []).map((each) => resolve<Parameter>(contract, each));
  const shown = (location: string) =>
    parameters
      .filter((each) => each.in === location)
      .map((each) => (location === "path" ? { ...each, example: each.example ?? each.name } : each))
      .filter((each) => each.example !== undefined)
      .flatMap(asSent)
      .map((each): [string, unknown] => [each.name, each.example]);
  const filters = shown("query").filter(([name]) => !unshown.test(name));
  const [tag] = operation.tags ?? [];
  const [media] = Object.values(operation.requestBody?.content ?? {});
  const [example] = Object.values(media?.examples ?? {});
  return {
    id: operation.operationId,
    method: method.toUpperCase(),
    path,
    tag,
    credential: snake(requirementOf(operation).scheme).toUpperCase(),
    parameters: { path: shown("path"), query: filters.slice(0, 1) },
    types: Object.fromEntries(
      parameters.filter((each) => each.in === "query").map((each) => [each.name, typeOf(contract, each)]),
    ),
    hasOptions: parameters.some((each) => each.in !== "path"),
    body: example && resolve<Example>(contract, example).value,
    schema: media?.schema?.$ref?.replace(/.*\//, "") ?? "",
    status: Object.keys(operation.responses).find((status) => status.startsWith("2")) ?? "",
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

/** What a value of a parameter is to a typed client. */
function typeOf(contract: Contract, { schema }: Parameter): string {
  const { enum: values, format, type } = resolve<Schema>(contract, schema);
  return values ? "enum" : (type === "string" && format) || String(type);
}

/** The address of a call. `$BASE_URL` stands for the server. */
export function addressOf({ path, parameters }: SampleCall): string {
  const filled = parameters.path.reduce(
    (text, [name, value]) => text.replace(`{${name}}`, encodeURIComponent(String(value))),
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
  const isImplied = method === (body === undefined ? "GET" : "POST");
  const lines = [
    `curl ${isImplied ? "" : `-X ${method} `}"${addressOf(call)}"`,
    ...(credential === "" ? [] : [`-H "Authorization: Bearer $${credential}"`]),
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
  const { parameters, types, body } = call;
  const args = parameters.path.map(([, value]) => literal(value));
  if (body !== undefined) args.push(literal(body));
  if (parameters.query.length > 0) args.push(literal(nested(parameters.query)));
  const code = `${receivers[call.credential] ?? "api"}.${methodOf(call)}(${args.join(", ")})`;
  return "cursor" in types
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
 * it: `listContacts` is `contacts.list`, and so would be `getContacts`. What is in a resource is one too: `listMessages` is
 * `conversations.messages.list`. A visitor's method has the same name as the one of the client with an API key:
 * `listMessengerMessages` is `conversations.messages.list` too. With the messenger's token there is only `start`.
 */
export function methodOf({ id, tag, path, credential }: SampleCall): string {
  if (credential === "MESSENGER_PUBLIC_TOKEN") return "start";
  if (credential === "MESSENGER_VISITOR") {
    const [, , , ...resources] = path.replaceAll(/\/\{\w+\}/g, "").split("/");
    return [...resources, id.replace(/[A-Z].*/, "")].join(".");
  }
  const [name, group, resource] = [identifier(id), identifier(tag), resourceOf(tag)];
  const own = name.replace(new RegExp(`${group}|${singular(group)}`), "");
  if (own === "get" && name.endsWith("s") && !path.endsWith("}")) return `${resource}.list`;
  if (own !== name) return `${resource}.${own}`;
  const [, verb = "", noun = ""] = /^([a-z]+)(.*)$/.exec(name) ?? [];
  return `${resource}.${lower(plural(noun))}.${verb}`;
}

/** The client's name for what has the operations of a tag. */
export const resourceOf = (tag: string): string => lower(identifier(tag));

/** A name as code can have it: `getStations` for `get-stations`. */
export const identifier = (name: string) =>
  name.replaceAll(/[^\p{L}\p{N}]+(.?)/gu, (_, letter: string) => letter.toUpperCase());
const lower = (word: string) => word.charAt(0).toLowerCase() + word.slice(1);
const pascal = (name: string) => identifier(name).replace(/^./, (letter) => letter.toUpperCase());
const snake = (name: string) => name.replaceAll(/(?<!^)[A-Z]/g, "_$&").toLowerCase();
const singular = (word: string) => word.replace(/ies$/, "y").replace(/s$/, "");
const plural = (word: string) => (word.endsWith("s") ? word : `${word.replace(/y$/, "ie")}s`);

const literal = (value: unknown) =>
  stringify(value, { maxLength: 60 })
    .replaceAll(/(^ *|[{,] ?)"(\w+)":/gm, "$1$2:")
    .replaceAll(/\{(\w+:.*)\}/g, "{ $1 }");

/** How a client takes a parameter that is no text, by its type. `model` is what the generator calls the type. */
type Values = Record<string, (json: string, model: string) => string>;

/** The parameters of the query as arguments of a generated client. */
const typedQuery = (
  { parameters, types }: SampleCall,
  values: Values,
  plain: Values[string],
  start: string,
) =>
  Object.entries(nested(parameters.query)).map(([name, value]) => {
    const write = values[types[name] ?? ""] ?? plain;
    return [name, write(stringify(value, { maxLength: Infinity }), start + pascal(name))] as const;
  });

const pythonValues: Values = {
  enum: (json, model) => `models.${model}(${json})`,
  "date-time": (json) => `datetime.fromisoformat(${json})`,
};
/** What the client would send otherwise than the contract says, so a sample leaves it out. */
const unsentByPython = ["array", "object"];

/** The call with the client that openapi-python-client generates. */
export function pythonSample(call: SampleCall): string {
  const { id, tag, parameters, types, body, schema, credential } = call;
  const args = [
    ["client", "client"],
    ...parameters.path.map(([name, value]) => [name, JSON.stringify(value)]),
    ...typedQuery(call, pythonValues, (json) => json, pascal(id)).filter(
      ([name]) => !unsentByPython.includes(types[name] ?? ""),
    ),
    ...(body === undefined ? [] : [["body", `models.${schema}.from_dict(${pythonLiteral(body)})`]]),
  ].map(([name, code]) => `${name}=${code}`);
  const line = args.join(", ");
  const sent = line.length < 60 ? line : `\n    ${args.join(",\n    ")},\n`;
  return `import os
${sent.includes("datetime.") ? "from datetime import datetime\n" : ""}
from contacts_api_client import AuthenticatedClient${sent.includes("models.") ? ", models" : ""}
from contacts_api_client.api.${snake(lower(tag))} import ${snake(id)}

client = AuthenticatedClient("$BASE_URL", token=os.environ["${credential}"])
response = ${snake(id)}.sync(${sent})
print(response)`;
}

/** A value of JSON as Python writes it. */
const pythonLiteral = (value: unknown) =>
  stringify(value, { maxLength: 60, indent: 4 })
    .replaceAll(/(?<=[^,{[])\n/g, ",\n")
    .replaceAll(/"(?:\\.|[^"\\])*"|null|true|false/g, (word) => pythonWords[word] ?? word)
    .replaceAll("\n", "\n    ");
const pythonWords: Record<string, string> = { null: "None", true: "True", false: "False" };

const goValues: Values = {
  enum: (json, model) => `new(contacts.${model}(${json}))`,
  email: (json) => `new(types.Email(${json}))`,
  integer: (json) => `new(int32(${json}))`,
  "date-time": (json) => {
    const numbers = (json.match(/\d+/g) ?? []).slice(0, 6).map(Number);
    return `new(time.Date(${numbers.join(", ")}, 0, time.UTC))`;
  },
  array: (json, model) => `&[]contacts.${model}{${json.slice(1, -1)}}`,
  object: (json) => `&map[string]string${json}`,
};
/** What a sample imports when it has this. */
const goImports: Record<string, string> = {
  ...{ context: "", fmt: "", log: "", "net/http": "", os: "" },
  strings: "strings.NewReader(",
  time: "time.Date(",
  ...{ "": "", "example/contacts": "" },
  "github.com/oapi-codegen/runtime/types": "types.Email(",
};

/** The call with the client that oapi-codegen generates. */
export function goSample(call: SampleCall): string {
  const { id, parameters, body, credential, hasOptions, status } = call;
  const type = `${pascal(id)}Params`;
  const query = typedQuery(call, goValues, (json) => `new(${json})`, type);
  const width = Math.max(...query.map(([name]) => pascal(name).length)) + 2;
  const fields = query.map(([name, code]) => `\t\t${`${pascal(name)}:`.padEnd(width)}${code},\n`);
  const params = query.length > 0 ? `\tparams := contacts.${type}{\n${fields.join("")}\t}\n` : "";
  // JSON can write the character that would end Go's raw text as an escape.
  const json = stringify(body, { maxLength: 60 })?.replaceAll("`", "\\u0060").replaceAll("\n", "\n\t");
  const setup = body === undefined ? params : `${params}\tbody := strings.NewReader(\`${json}\`)\n`;
  const args = ["context.Background()", ...parameters.path.map(([, value]) => JSON.stringify(value))];
  if (hasOptions) args.push(query.length > 0 ? "&params" : "nil");
  if (body !== undefined) args.push('"application/json"', "body");
  const imports = Object.entries(goImports).filter(([, use]) => setup.includes(use));
  return `package main

import (
${imports.map(([name]) => name && `\t"${name}"`).join("\n")}
)

func main() {
	withKey := func(_ context.Context, request *http.Request) error {
		request.Header.Set("Authorization", "Bearer "+os.Getenv("${credential}"))
		return nil
	}
	client, err := contacts.NewClientWithResponses("$BASE_URL", contacts.WithRequestEditorFn(withKey))
	if err != nil {
		log.Fatal(err)
	}
${setup}	response, err := client.${pascal(id)}${body === undefined ? "" : "WithBody"}WithResponse(${args.join(", ")})
	if err != nil {
		log.Fatal(err)
	}
	if response.JSON${status} == nil {
		log.Fatal(string(response.Body))
	}
	fmt.Printf("%+v\\n", response.JSON${status}.Data)
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
