import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import formats from "ajv-formats";
import {
  resolve,
  type Contract,
  type Header,
  type Located,
  type Response,
  type Schema,
} from "../model/contract.ts";
import { mapNodes, memoized, type Node } from "../model/node.ts";
import type { Answer } from "./send.ts";

/** A way in which a response is other than the contract says. */
export interface Problem {
  kind: "status" | "content type" | "header" | "body";
  problem: string;
}

/** Validates values of requests and responses by the schemas of a contract. */
export interface Checker {
  /** Returns true when a request may have the value. */
  accepts: (schema: Schema, value: unknown) => boolean;
  problemsOf: (located: Located, answer: Answer) => Problem[];
}

export function createChecker(contract: Contract): Checker {
  const requests = validators(contract, "readOnly");
  const responses = validators(contract, "writeOnly");
  return {
    accepts: (schema, value) => requests(schema)(value) === true,
    problemsOf: ({ operation }, answer) => {
      const declared = declaredFor(operation.responses, answer.status);
      if (!declared)
        return [
          {
            kind: "status",
            problem: `${answer.status} is not documented: ${Object.keys(operation.responses).join(", ")} are.`,
          },
        ];
      const response = resolve<Response>(contract, declared);
      return [
        ...headerProblems(contract, response, answer, responses),
        ...bodyProblems(response, answer, responses),
      ];
    },
  };
}

type Validators = (schema: Schema) => ValidateFunction;

/** Compiles schemas; fields that go the other way are not required. */
function validators(
  contract: Contract,
  otherWay: "readOnly" | "writeOnly",
): Validators {
  const ajv = new Ajv2020({
    strict: false,
    logger: false,
    validateFormats: true,
  });
  formats.default(ajv);
  const isOtherWay = (field: unknown) =>
    resolve<Node>(contract, (field ?? {}) as Node)[otherWay] === true;
  const oneWay = (node: Schema): Schema => {
    const relaxed = mapNodes({ ...node }, (each) => {
      const { properties, required } = each as Schema;
      if (!properties || !Array.isArray(required)) return each;
      return {
        ...each,
        required: required.filter((name) => !isOtherWay(properties[name])),
      };
    });
    return relaxed;
  };
  const { components, paths } = contract;
  ajv.addSchema(oneWay({ components, paths } as Schema), "contract");
  return memoized((schema: Schema) =>
    ajv.compile(withAbsolute(oneWay(schema))),
  );
}

/** A schema whose local references lead into the contract. */
const withAbsolute = (schema: Schema): Schema =>
  mapNodes({ ...schema }, (node) =>
    typeof node["$ref"] === "string" && node["$ref"].startsWith("#")
      ? { ...node, $ref: `contract${node["$ref"]}` }
      : node,
  );

/** The response that is declared for a status: its own, that of a range, or the default. */
function declaredFor(
  responses: Located["operation"]["responses"],
  status: number,
) {
  const range = `${String(status).charAt(0)}XX`;
  return (
    responses[status] ??
    responses[range] ??
    responses[range.toLowerCase()] ??
    responses["default"]
  );
}

function headerProblems(
  contract: Contract,
  { headers = {} }: Response,
  answer: Answer,
  validator: Validators,
): Problem[] {
  const problems = Object.entries(headers).flatMap(([name, node]) => {
    const header = resolve<Header>(contract, node);
    const text = answer.headers.get(name);
    if (text === null)
      return header.required ? [`${answer.status} has no ${name}.`] : [];
    const { type } = resolve<Schema>(contract, header.schema);
    const value = valueOfText(text, type);
    const says = errorOf(validator(header.schema), value);
    return says === undefined ? [] : [`${name}: ${text} ${says}`];
  });
  return problems.map((problem) => ({ kind: "header", problem }));
}

/** A text of a header or a query as the value that it stands for. */
export function valueOfText(text: string, type: Schema["type"]): unknown {
  const types = [type].flat();
  if (types.includes("integer") || types.includes("number"))
    return text.trim() === "" ? text : Number(text);
  if (types.includes("boolean") && /^(true|false)$/.test(text))
    return text === "true";
  return text;
}

function bodyProblems(
  { content = {} }: Response,
  { status, headers, text }: Answer,
  validator: Validators,
): Problem[] {
  const names = Object.keys(content);
  if (names.length === 0) return [];
  if (text === "") return [{ kind: "body", problem: `${status} has no body.` }];
  const sent = headers.get("content-type") ?? "none";
  const name = names.find((each) => fits(each, sent));
  if (name === undefined)
    return [
      {
        kind: "content type",
        problem: `${status} comes as ${sent}; documented: ${names.join(", ")}.`,
      },
    ];
  if (!/[/+]json\b/i.test(sent)) return [];
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return [{ kind: "body", problem: `${status} has a body that is no JSON.` }];
  }
  const says = errorOf(validator(content[name]?.schema ?? {}), value);
  return says === undefined
    ? []
    : [{ kind: "body", problem: `The body of ${status}: ${says}` }];
}

/** Returns true when a content type is a media type or of its range, such as `text/*`. */
function fits(declared: string, sent: string): boolean {
  const [wanted, is] = [declared, sent].map((each) =>
    (each.split(";", 1)[0] ?? "").trim().toLowerCase(),
  );
  if (wanted === undefined || is === undefined) return false;
  return wanted.endsWith("*")
    ? wanted === "*/*" || is.startsWith(wanted.slice(0, -1))
    : wanted === is;
}

function errorOf(validate: ValidateFunction, value: unknown) {
  if (validate(value) === true) return undefined;
  const [error] = validate.errors ?? [];
  return `${error?.instancePath || "it"} ${error?.message ?? "is wrong"}.`;
}
