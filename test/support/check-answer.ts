import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import formats from "ajv-formats";
import { readFileSync } from "node:fs";
import { expect } from "vitest";
import { operationsOf, resolve, type Operation, type Response } from "../../openapi/tools/contract.ts";

/** The contract, as the tests read it: independent of the server's validator. */
export const contract = JSON.parse(readFileSync("generated/openapi.json", "utf8"));

const ajv = new Ajv2020({ strict: false, allErrors: true });
formats.default(ajv);
ajv.addSchema(contract, "contract");

/** Holds an answer against the contract: status, headers, media type and body. HEAD answers as GET, without a body. */
export function checkAnswer(
  method: string,
  path: string,
  { status, headers, body }: { status: number; headers: Headers; body: unknown },
): void {
  const operation = findOperation(method === "HEAD" ? "GET" : method, path);
  const responses = operation?.responses ?? contract["x-unrouted-responses"];
  const declared =
    responses[status] ?? (operation ? undefined : contract.components.responses[unroutedNames[status] ?? ""]);
  expect(declared, `${method} ${path} does not declare ${status}`).toBeDefined();
  const response = resolve<Response & { headers: Record<string, object> }>(contract, declared);
  for (const [name, header] of Object.entries(response.headers)) {
    const { schema } = resolve<{ schema: { type: string } }>(
      contract,
      header as { schema: { type: string } },
    );
    const value = headers.get(name);
    expect(value, `${method} ${path} → ${status} lacks ${name}`).not.toBeNull();
    expectValid(schema, schema.type === "integer" ? Number(value) : value, `header ${name}`);
  }
  if (method === "HEAD") return;
  expect(headers.get("content-type")).toMatch(/^application\/json(; charset=utf-8)?$/);
  const { schema } = response.content["application/json"] as unknown as { schema: object };
  expectValid(schema, body, `${method} ${path} → ${status}`);
}

/** Answers before routing can also come on a path that has no operation. */
const unroutedNames: Record<number, string> = {
  401: "Unauthorized",
  429: "RateLimited",
  500: "InternalError",
  503: "ServiceUnavailable",
};

const compiled = new Map<object, ValidateFunction>();

function expectValid(schema: object, value: unknown, what: string): void {
  const validate = compiled.get(schema) ?? ajv.compile(withAbsoluteReferences(schema));
  compiled.set(schema, validate);
  validate(value);
  expect(validate.errors ?? [], `${what}: ${JSON.stringify(value)}`).toEqual([]);
}

function withAbsoluteReferences(schema: object): object {
  return JSON.parse(JSON.stringify(schema).replaceAll('"#/', '"contract#/'));
}

function findOperation(method: string, path: string): Operation | undefined {
  const [pathname = ""] = path.split("?");
  return operationsOf(contract).find(
    (candidate) => candidate.method.toUpperCase() === method && pattern(candidate.path).test(pathname),
  )?.operation;
}

const pattern = (path: string) => new RegExp(`^${path.replaceAll(/\{[^}]+\}/g, "[^/]+")}$`);
