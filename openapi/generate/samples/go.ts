import { isBasic } from "../../model/credentials.ts";
import { compactJson, jsonOf } from "../../model/json.ts";
import { pascal } from "../client-names.ts";
import {
  formFields,
  mediaTypeOf,
  type SampleCall,
  type ShownCredential,
} from "./sample-call.ts";
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
  os: "os.Getenv(",
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
  { credential, names }: SampleCall,
  packageName: string,
): string {
  const option =
    credential === "" ? "" : `, ${packageName}.WithRequestEditorFn(withKey)`;
  return `	client, err := ${packageName}.NewClientWithResponses(os.Getenv("${names.address}")${option})
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
    other: (json) => `new(${json})`,
    ownType: type,
    module: `${packageName}.`,
  }).map(({ name, code }) => ({ field: `${pascal(name)}:`, code }));
  const width = Math.max(...params.map(({ field }) => field.length)) + 1;
  const fields = params.map(
    ({ field, code }) => `\t\t${field.padEnd(width)}${code},\n`,
  );
  const text =
    fields.length > 0 ? `\tparams := ${type}{\n${fields.join("")}\t}\n` : "";
  return call.body === undefined
    ? text
    : `${text}\tbody := strings.NewReader(${bodyOf(call).code})\n`;
}

/** Writes the request. */
function responseOf(call: SampleCall): string {
  const { id, parameters, body, hasOptions } = call;
  const hasParams = parameters.query.length + parameters.header.length > 0;
  const args = ["context.Background()"];
  for (const [, value] of parameters.path) args.push(jsonOf(value));
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
  enum: (json: string, model: string) => `new(${model}(${json}))`,
  email: (json: string) => `new(types.Email(${json}))`,
  integer: (json: string) => `new(int32(${json}))`,
  "date-time": (json: string) => {
    const numbers = (json.match(/\d+/g) ?? []).slice(0, 6).map(Number);
    return `new(time.Date(${numbers.join(", ")}, 0, time.UTC))`;
  },
  array: (json: string, model: string) => `&[]${model}{${json.slice(1, -1)}}`,
  object: (json: string) => `&map[string]string${json}`,
};

/** Returns the body as a text in Go, and its media type. */
function bodyOf(call: SampleCall): { code: string; mediaType: string } {
  const mediaType = mediaTypeOf(call);
  if (mediaType === "application/x-www-form-urlencoded") {
    const form = new URLSearchParams(formFields(call));
    return { code: JSON.stringify(String(form)), mediaType };
  }
  if (mediaType === "multipart/form-data") {
    const parts = formFields(call).map(
      ([name, text]) =>
        `--sample\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${text}\r\n`,
    );
    return {
      code: JSON.stringify(`${parts.join("")}--sample--\r\n`),
      mediaType: `${mediaType}; boundary=sample`,
    };
  }
  // JSON can write the character that would end Go's raw text as an escape.
  const json = compactJson(call.body, { maxLength: 60 })
    .replaceAll("`", "\\u0060")
    .replaceAll("\n", "\n\t");
  return { code: `\`${json}\``, mediaType: call.media };
}
