import { compactJson as stringify, jsonOf } from "../model/json.ts";
import { pascal, snake } from "./client-names.ts";
import {
  addressOf,
  formFields,
  nested,
  type SampleCall,
} from "./sample-call.ts";

/** The call on a command line. */
export function curlSample(call: SampleCall): string {
  const { method, parameters, body, credential, isBasic } = call;
  const isImplied = method === (body === undefined ? "GET" : "POST");
  const lines = [
    `curl ${isImplied ? "" : `-X ${method} `}"${addressOf(call)}"`,
  ];
  if (credential !== "")
    lines.push(
      isBasic
        ? `-u "$${credential}"`
        : `-H "Authorization: Bearer $${credential}"`,
    );
  for (const [name, value] of parameters.header)
    lines.push(`-H ${quoted(`${name}: ${String(value)}`)}`);
  if (body !== undefined) lines.push(...curlBody(call));
  return lines.join(" \\\n  ");
}

function curlBody(call: SampleCall): string[] {
  const flag = formFlags[baseOf(call.media)];
  if (flag !== undefined)
    return formFields(call).map(
      ([name, text]) => `${flag} ${quoted(`${name}=${text}`)}`,
    );
  const json = stringify(call.body, { maxLength: 60 });
  return [
    `-H "Content-Type: ${call.media}"`,
    `-d ${quoted(json.replaceAll("\n", "\n  "))}`,
  ];
}

/** A media type without its parameters. */
const baseOf = (media: string) =>
  media.split(";", 1)[0]?.trim().toLowerCase() ?? "";

/** The flags with which curl sends a field of a form. */
const formFlags: Record<string, string> = {
  "application/x-www-form-urlencoded": "--data-urlencode",
  "multipart/form-data": "--form-string",
};

const quoted = (text: string) => `'${text.replaceAll("'", String.raw`'\''`)}'`;

/** The call with the typed client: by a program with an API key, or by the page of a visitor. */
export function clientSample(call: SampleCall): string {
  const [module, make, key, variable] =
    call.credential in receivers
      ? [
          `${call.names.client}/messenger`,
          "createMessenger",
          "token",
          "MESSENGER_PUBLIC_TOKEN",
        ]
      : [
          call.names.client,
          "createClient",
          "apiKey",
          call.credential || call.names.key,
        ];
  const session =
    call.credential === "MESSENGER_VISITOR"
      ? `const session = messenger.resume(process.env.MESSENGER_VISITOR ?? "");\n`
      : "";
  return `import { ${make} } from "${module}";

const ${key === "token" ? "messenger" : "api"} = ${make}({
  ${key}: process.env.${variable} ?? "",
  baseUrl: process.env.${call.names.address} ?? "",
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
  const { parameters, form, body } = call;
  const args = parameters.path.map(([, value]) => literal(value));
  if (body !== undefined) args.push(literal(body));
  if (parameters.query.length > 0) args.push(literal(nested(parameters.query)));
  const { "Idempotency-Key": idempotencyKey, ...headers } = Object.fromEntries(
    parameters.header,
  );
  const options = {
    ...(idempotencyKey !== undefined && { idempotencyKey }),
    ...(Object.keys(headers).length > 0 && { headers }),
  };
  if (parameters.header.length > 0) args.push(literal(options));
  const code = `${receivers[call.credential] ?? "api"}.${call.clientMethod}(${args.join(", ")})`;
  return form === "page"
    ? `for await (const item of ${code}) {\n  console.log(item);\n}`
    : `console.log(await ${code});`;
}

const literal = (value: unknown) =>
  stringify(value, { maxLength: 60 })
    .replaceAll(/(^ *|[{,] ?)"(\w+)":/gm, "$1$2:")
    .replaceAll(/\{(\w+:.*)\}/g, "{ $1 }");

/**
 * Writes a parameter that is no text in the form of a client, by its type. `model` is the name of
 * the type in the generated client.
 */
type Values = Record<
  string,
  (json: string, model: string, name: string) => string
>;

/** The parameters of the query, and the headers, as arguments of a generated client. */
const typedQuery = (
  { parameters, types, elements }: SampleCall,
  values: Values,
  plain: Values[string],
  start: string,
  module = "",
) =>
  Object.entries(nested([...parameters.query, ...parameters.header])).map(
    ([name, value]) => {
      const write = values[types[name] ?? ""] ?? plain;
      return [
        name,
        write(
          stringify(value, { maxLength: Infinity }),
          elements[name] === undefined
            ? start + pascal(name)
            : module + elements[name],
          name,
        ),
      ] as const;
    },
  );

const pythonValues: Values = {
  enum: (json, model) => `models.${model}(${json})`,
  "date-time": (json) => `datetime.fromisoformat(${json})`,
  // The client sends each field under its own name.
  object: (json, model, name) => {
    const fields = Object.entries(JSON.parse(json)).map(([field, value]) => [
      `${name}[${field}]`,
      value,
    ]);
    return `models.${model}.from_dict(${pythonLiteral(Object.fromEntries(fields))})`;
  },
};

/** The call with the client that openapi-python-client generates. */
export function pythonSample(call: SampleCall): string {
  const {
    id,
    tag,
    title,
    parameters,
    types,
    body,
    schema,
    credential,
    isBasic,
  } = call;
  const args = [
    ["client", "client"],
    ...parameters.path.map(([name, value]) => [name, jsonOf(value)]),
    // The client would repeat the parameter for each element of a list.
    ...typedQuery(call, pythonValues, (json) => json, pascal(id)).filter(
      ([name]) => types[name] !== "array",
    ),
    ...(body === undefined
      ? []
      : [
          [
            "body",
            `models.${schema || `${pascal(id)}Body`}.from_dict(${pythonLiteral(body)})`,
          ],
        ]),
  ].map(([name = "", code]) => `${snake(name)}=${code}`);
  const line = args.join(", ");
  const sent = line.length < 60 ? line : `\n    ${args.join(",\n    ")},\n`;
  const client = credential === "" ? "Client" : "AuthenticatedClient";
  const variable = `os.environ["${credential}"]`;
  const token = isBasic
    ? `b64encode(${variable}.encode()).decode(), prefix="Basic"`
    : variable;
  const construction = `${client}(os.environ["${call.names.address}"]${credential && `, token=${token}`})`;
  const imports = Object.entries(pythonImports).filter(([, use]) =>
    (construction + sent).includes(use),
  );
  const name = `${snake(title)}_client`;
  return `${imports.map(([each]) => `${each}\n`).join("")}
from ${name} import ${client}${sent.includes("models.") ? ", models" : ""}
from ${name}.api.${snake(tag)} import ${snake(id)}

client = ${construction}
response = ${snake(id)}.sync(${sent})
print(response)`;
}

/** What a sample imports when it has this. */
const pythonImports: Record<string, string> = {
  "import os": "os.",
  "from base64 import b64encode": "b64encode(",
  "from datetime import datetime": "datetime.",
};

/** A value of JSON as Python writes it. */
const pythonLiteral = (value: unknown) =>
  stringify(value, { maxLength: 60, indent: 4 })
    .replaceAll(/(?<=[^,{[])\n/g, ",\n")
    .replaceAll(
      /"(?:\\.|[^"\\])*"|null|true|false/g,
      (word) => pythonWords[word] ?? word,
    )
    .replaceAll("\n", "\n    ");
const pythonWords: Record<string, string> = {
  null: "None",
  true: "True",
  false: "False",
};

const goValues: Values = {
  enum: (json, model) => `new(${model}(${json}))`,
  email: (json) => `new(types.Email(${json}))`,
  integer: (json) => `new(int32(${json}))`,
  "date-time": (json) => {
    const numbers = (json.match(/\d+/g) ?? []).slice(0, 6).map(Number);
    return `new(time.Date(${numbers.join(", ")}, 0, time.UTC))`;
  },
  array: (json, model) => `&[]${model}{${json.slice(1, -1)}}`,
  object: (json) => `&map[string]string${json}`,
};
/** What a sample imports when it has this. */
const goImports: Record<string, string> = {
  context: "context.",
  "encoding/base64": "base64.",
  ...{ fmt: "fmt.", log: "log." },
  "net/http": "http.Request",
  os: "os.Getenv(",
  strings: "strings.NewReader(",
  time: "time.Date(",
  "": "",
  "example/client": "client",
  "github.com/oapi-codegen/runtime/types": "types.Email(",
};

/**
 * The call with the client that oapi-codegen generates, into the package `contacts` for the
 * Contacts API.
 */
export function goSample(call: SampleCall): string {
  const {
    id,
    title,
    parameters,
    body,
    credential,
    isBasic,
    hasOptions,
    status,
    form,
  } = call;
  const packageName = title
    .replace(/\bAPI\b/, "")
    .replaceAll(/[^A-Za-z0-9]/g, "")
    .toLowerCase();
  const type = `${packageName}.${pascal(id)}Params`;
  const query = typedQuery(
    call,
    goValues,
    (json) => `new(${json})`,
    type,
    `${packageName}.`,
  );
  const width = Math.max(...query.map(([name]) => pascal(name).length)) + 2;
  const fields = query.map(
    ([name, code]) => `\t\t${`${pascal(name)}:`.padEnd(width)}${code},\n`,
  );
  const params =
    query.length > 0 ? `\tparams := ${type}{\n${fields.join("")}\t}\n` : "";
  const written = goBody(call);
  const setup =
    body === undefined
      ? params
      : `${params}\tbody := strings.NewReader(${written.code})\n`;
  const args = [
    "context.Background()",
    ...parameters.path.map(([, value]) => jsonOf(value)),
  ];
  if (hasOptions) args.push(query.length > 0 ? "&params" : "nil");
  if (body !== undefined) args.push(JSON.stringify(written.type), "body");
  const variable = `os.Getenv("${credential}")`;
  const sent = isBasic
    ? `"Basic "+base64.StdEncoding.EncodeToString([]byte(${variable}))`
    : `"Bearer "+${variable}`;
  const withKey = `	withKey := func(_ context.Context, request *http.Request) error {
		request.Header.Set("Authorization", ${sent})
		return nil
	}
`;
  const result = `response.JSON${status}`;
  const output =
    form === "none"
      ? "	fmt.Println(response.Status())"
      : `	if ${result} == nil {
		log.Fatal(string(response.Body))
	}
	fmt.Printf("%+v\\n", ${result}${form === "bare" ? "" : ".Data"})`;
  const code = `${credential && withKey}	client, err := ${packageName}.NewClientWithResponses(os.Getenv("${call.names.address}")${credential && `, ${packageName}.WithRequestEditorFn(withKey)`})
	if err != nil {
		log.Fatal(err)
	}
${setup}	response, err := client.${pascal(id)}${body === undefined ? "" : "WithBody"}WithResponse(${args.join(", ")})
	if err != nil {
		log.Fatal(err)
	}
${output}`;
  const imports = Object.entries(goImports).filter(([, use]) =>
    code.includes(use),
  );
  return `package main

import (
${imports.map(([name]) => name && `\t"${name.replace(/client$/, packageName)}"`).join("\n")}
)

func main() {
${code}
}`;
}

/** The text of a body in Go, and its media type. */
function goBody(call: SampleCall): { code: string; type: string } {
  const kind = baseOf(call.media);
  if (kind === "application/x-www-form-urlencoded") {
    const form = new URLSearchParams(formFields(call));
    return { code: JSON.stringify(String(form)), type: kind };
  }
  if (kind === "multipart/form-data") {
    const parts = formFields(call).map(
      ([name, text]) =>
        `--sample\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${text}\r\n`,
    );
    const form = `${parts.join("")}--sample--\r\n`;
    return { code: JSON.stringify(form), type: `${kind}; boundary=sample` };
  }
  // JSON can write the character that would end Go's raw text as an escape.
  const json = stringify(call.body, { maxLength: 60 })
    .replaceAll("`", "\\u0060")
    .replaceAll("\n", "\n\t");
  return { code: `\`${json}\``, type: call.media };
}

/** A language of the samples. */
interface Language {
  name: string;
  sample: (call: SampleCall) => string;
  /**
   * Writes how a sample reads a variable of the environment: the address of the server, or the
   * secret of the caller.
   */
  read: (variable: string) => string;
}

export const languages: Language[] = [
  { name: "curl", sample: curlSample, read: (variable) => `$${variable}` },
  {
    name: "TypeScript",
    sample: clientSample,
    read: (variable) => `process.env.${variable} ?? ""`,
  },
  {
    name: "Python",
    sample: pythonSample,
    read: (variable) => `os.environ["${variable}"]`,
  },
  {
    name: "Go",
    sample: goSample,
    read: (variable) => `os.Getenv("${variable}")`,
  },
];
