import type { ErrorObject, ValidateFunction } from "ajv/dist/2020.js";
import type { Request } from "express";
import { type OperationId, operations } from "../../generated/operations.ts";
import { compile, referenceTo } from "./ajv.ts";
import type { Document } from "./request-check.ts";

/**
 * Finds all errors in the values of a request. The path of an error begins with the part of the
 * request: `query`, `header`, `path` or `body`.
 */
export type FindErrors = (
  id: OperationId,
  request: Request,
  query: object,
) => ErrorObject[];

/**
 * Makes the function that finds all errors of a request, by our own Ajv. Compiles an operation at
 * its first error.
 */
export function createErrorFinder(document: Document): FindErrors {
  const validators = new Map<OperationId, ValidateFunction>();
  return (id, request, query) => {
    const parameters = parametersOf(document, id);
    const validate =
      validators.get(id) ?? compile(schemaOf(document, id, parameters));
    validators.set(id, validate);
    const header: Record<string, string> = {};
    for (const { name, part } of parameters) {
      const value = request.get(name);
      if (part === "header" && value !== undefined) header[name] = value;
    }
    const { pathParams: path, body } = request;
    validate({ query, header, path, body: body as unknown });
    return validate.errors ?? [];
  };
}

/** A parameter of an operation, with the reference of its schema. */
interface Parameter {
  name: string;
  part: DeclaredParameter["in"];
  required: boolean;
  schema: { $ref: string };
}

function parametersOf(document: Document, id: OperationId): Parameter[] {
  const { path, method } = operations[id];
  const declared = describedBy(document, id).parameters ?? [];
  return declared.map((own, index) => {
    const sharedName = own.$ref?.split("/").at(-1);
    const place =
      sharedName === undefined
        ? ["paths", path, method, "parameters", String(index)]
        : ["components", "parameters", sharedName];
    const parameter =
      sharedName === undefined
        ? own
        : (document.components?.parameters?.[sharedName] as DeclaredParameter);
    const { name, in: part, required = false } = parameter;
    const schema = { $ref: referenceTo(...place, "schema") };
    return { name, part, required, schema };
  });
}

/** The schema of all values of an operation's requests. */
function schemaOf(
  document: Document,
  id: OperationId,
  parameters: Parameter[],
): object {
  const partOf = (part: Parameter["part"]) => {
    const own = parameters.filter((parameter) => parameter.part === part);
    const required = own.filter((parameter) => parameter.required);
    return {
      type: "object",
      properties: Object.fromEntries(
        own.map(({ name, schema }) => [name, schema]),
      ),
      required: required.map(({ name }) => name),
    };
  };
  const { path, method } = operations[id];
  const place = ["paths", path, method, "requestBody", "content"];
  const takesBody = describedBy(document, id).requestBody !== undefined;
  const body = { $ref: referenceTo(...place, "application/json", "schema") };
  return {
    type: "object",
    properties: {
      query: partOf("query"),
      header: partOf("header"),
      path: partOf("path"),
      ...(takesBody && { body }),
    },
  };
}

/** An operation as the contract describes it, as far as it is read here. */
interface Described {
  parameters?: (DeclaredParameter & { $ref?: string })[];
  requestBody?: object;
}

interface DeclaredParameter {
  name: string;
  in: "query" | "header" | "path";
  required?: boolean;
}

function describedBy(document: Document, id: OperationId): Described {
  const { path, method } = operations[id];
  return document.paths?.[path]?.[method] as Described;
}
