import { isBasic } from "../../model/credentials.ts";
import { compactJson } from "../../model/json.ts";
import { isNode } from "../../model/node.ts";
import { pascal } from "../client-names.ts";
import { formFields } from "./call-text.ts";
import type { SampleCall, ShownCredential } from "./sample-call.ts";
import { typedArguments } from "./typed-arguments.ts";

/**
 * Writes the call with the client that oapi-codegen generates, into the package `contacts` for the
 * Contacts API.
 */
export function goSample(call: SampleCall): string {
  const packageName = call.title
    .replace(/\bAPI\b/, "")
    .replaceAll(/[^A-Za-z0-9]/g, "")
    .toLowerCase();
  const code = [
    withKey(call),
    clientOf(call, packageName),
    variablesOf(call, packageName),
    responseOf(call),
    outputOf(call),
  ].join("");
  const imports = Object.entries(usesOfImports)
    .filter(([, use]) => code.includes(use))
    .map(([name]) => name && `\t"${name.replace(/client$/, packageName)}"`);
  return `package main

import (
${imports.join("\n")}
)

func main() {
${code}
}`;
}

/** Import → the code of a sample that needs it. The empty one separates Go's own packages. */
const usesOfImports: Record<string, string> = {
  context: "context.",
  "encoding/base64": "base64.",
  fmt: "fmt.",
  log: "log.",
  "net/http": "http.Request",
  os: "os.",
  strings: "strings.NewReader(",
  time: "time.Date(",
  "": "",
  "example/client": "client",
  "github.com/oapi-codegen/runtime/types": "types.Email(",
};

/** Writes the function that adds the credentials to a request. */
function withKey({ credentials }: SampleCall): string {
  if (credentials.length === 0) return "";
  return `	withKey := func(_ context.Context, request *http.Request) error {
${credentials.map(keyLines).join("\n")}
		return nil
	}
`;
}

/** Writes the lines that add a credential. */
function keyLines(credential: ShownCredential): string {
  const variable = `os.Getenv("${credential.variable}")`;
  const name = JSON.stringify(credential.name);
  if (credential.in === "query")
    return `		query := request.URL.Query()
		query.Set(${name}, ${variable})
		request.URL.RawQuery = query.Encode()`;
  if (credential.in === "cookie")
    return `		request.AddCookie(&http.Cookie{Name: ${name}, Value: ${variable}})`;
  const sent = isBasic(credential)
    ? `base64.StdEncoding.EncodeToString([]byte(${variable}))`
    : variable;
  const prefix = credential.prefix && `"${credential.prefix}"+`;
  return `		request.Header.Set(${name}, ${prefix}${sent})`;
}

function clientOf(
  { credential, names, server }: SampleCall,
  packageName: string,
): string {
  const option =
    credential === "" ? "" : `, ${packageName}.WithRequestEditorFn(withKey)`;
  const address =
    server === "" ? `os.Getenv("${names.address}")` : JSON.stringify(server);
  return `	client, err := ${packageName}.NewClientWithResponses(${address}${option})
	if err != nil {
		log.Fatal(err)
	}
`;
}

/** Writes the variables `params` and `body`, as far as the call has them. */
function variablesOf(call: SampleCall, packageName: string): string {
  const type = `${packageName}.${pascal(call.id)}Params`;
  const params = typedArguments(call, {
    byType: values,
    other: (json) => json,
    ownType: type,
    module: `${packageName}.`,
  }).map(({ name, code }) => ({
    field: `${pascal(name)}:`,
    code: call.required.includes(name) ? code : pointerTo(code),
  }));
  const width = Math.max(...params.map(({ field }) => field.length)) + 1;
  const fields = params.map(
    ({ field, code }) => `\t\t${field.padEnd(width)}${code},\n`,
  );
  const text =
    fields.length > 0 ? `\tparams := ${type}{\n${fields.join("")}\t}\n` : "";
  if (call.body === undefined) return text;
  if (call.bodyKind !== "file")
    return `${text}\tbody := strings.NewReader(${bodyOf(call).code})\n`;
  return `${text}	body, err := os.Open(${JSON.stringify(call.body)})
	if err != nil {
		log.Fatal(err)
	}
`;
}

/** Returns the address of a value, as optional parameters have it. */
const pointerTo = (code: string) =>
  /^(\[\]|map\[)/.test(code) ? `&${code}` : `new(${code})`;

/** Writes the request. */
function responseOf(call: SampleCall): string {
  const { id, parameters, body, hasOptions } = call;
  const { query, header, cookie } = parameters;
  const hasParams = [...query, ...header, ...cookie].length > 0;
  const args = ["context.Background()"];
  for (const [, value] of parameters.path) args.push(valueOf(value));
  if (hasOptions) args.push(hasParams ? "&params" : "nil");
  if (body !== undefined)
    args.push(JSON.stringify(bodyOf(call).mediaType), "body");
  const withBody = body === undefined ? "" : "WithBody";
  return `	response, err := client.${pascal(id)}${withBody}WithResponse(${args.join(", ")})
	if err != nil {
		log.Fatal(err)
	}
`;
}

/** Writes what prints the result. */
function outputOf({ status, form }: SampleCall): string {
  if (form === "none") return "	fmt.Println(response.Status())";
  const result = `response.JSON${status}`;
  return `	if ${result} == nil {
		log.Fatal(string(response.Body))
	}
	fmt.Printf("%+v\\n", ${result}${form === "bare" ? "" : ".Data"})`;
}

const values = {
  enum: (json: string, model: string) => `${model}(${json})`,
  email: (json: string) => `types.Email(${json})`,
  integer: (json: string) => `int32(${json})`,
  "date-time": (json: string) => {
    const numbers = (json.match(/\d+/g) ?? []).slice(0, 6).map(Number);
    return `time.Date(${numbers.join(", ")}, 0, time.UTC)`;
  },
  array: (json: string, model: string) => `[]${model}{${json.slice(1, -1)}}`,
  object: (json: string) => mapOf(JSON.parse(json)),
};

/** Writes a list or an object as Go does; a text, a number or a boolean is as in JSON. */
function valueOf(value: unknown): string {
  if (isNode(value)) return mapOf(value);
  if (!Array.isArray(value)) return JSON.stringify(value);
  const type = typeOf(value);
  return `[]${type}{${value.map(valueOf).join(", ")}}`;
}

function mapOf(object: object): string {
  const type = typeOf(Object.values(object));
  const fields = Object.entries(object).map(
    ([name, value]) => `${JSON.stringify(name)}:${valueOf(value)}`,
  );
  return `map[string]${type}{${fields.join(",")}}`;
}

/** Returns the type that all values have. */
function typeOf(elements: unknown[]): string {
  if (elements.every((each) => typeof each === "string")) return "string";
  return elements.every((each) => Number.isInteger(each)) ? "int" : "any";
}

/** Returns the body as a text in Go, and its media type. */
function bodyOf(call: SampleCall): { code: string; mediaType: string } {
  const { bodyKind, media } = call;
  if (bodyKind === "text" || bodyKind === "file")
    return { code: JSON.stringify(call.body), mediaType: media };
  if (bodyKind === "urlencoded") {
    const form = new URLSearchParams(formFields(call));
    return {
      code: JSON.stringify(String(form)),
      mediaType: "application/x-www-form-urlencoded",
    };
  }
  if (bodyKind === "multipart") {
    const parts = formFields(call).map(
      ([name, text]) =>
        `--sample\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${text}\r\n`,
    );
    return {
      code: JSON.stringify(`${parts.join("")}--sample--\r\n`),
      mediaType: "multipart/form-data; boundary=sample",
    };
  }
  // JSON can write the character that would end Go's raw text as an escape.
  const json = compactJson(call.body, { maxLength: 60 })
    .replaceAll("`", "\\u0060")
    .replaceAll("\n", "\n\t");
  return { code: `\`${json}\``, mediaType: media };
}
