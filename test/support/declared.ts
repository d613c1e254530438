import { appendFileSync, existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Reporter, TestModule, Vitest } from "vitest/node";
import {
  resolve,
  type Header,
  type Reference,
  type Response,
  type Schema,
} from "../../openapi/model/contract.ts";
import { compile, contract } from "./at.ts";
import { runFolder } from "./made-once.ts";
import { everyOperation } from "./operation.ts";
import type { HttpResponse } from "./check-response.ts";

/**
 * Lists the choices of a schema, each with its JSON pointer: values of enums, null, optional
 * fields, alternatives. With a value, the choices that the value shows; without one, all of them.
 */
function* choices(
  schema: Schema,
  at: string,
  seen: Set<string>,
  value?: unknown,
): Generator<string> {
  const all = arguments.length < 4;
  const inside = function* (next: Schema, pointer: string, part: unknown) {
    if (all) yield* choices(next, pointer, seen);
    else yield* choices(next, pointer, seen, part);
  };
  if (schema.$ref !== undefined) {
    if (all && seen.has(schema.$ref)) return;
    seen.add(schema.$ref);
    return yield* inside(
      resolve<Schema>(contract, { $ref: schema.$ref }),
      schema.$ref,
      value,
    );
  }
  const listed: unknown[] = schema.enum ?? schema["x-extensible-enum"] ?? [];
  const mayBeNull = [schema.type].flat().includes("null");
  const values = listed
    .filter((one) => !schema["x-not-sent"]?.some((other) => other === one))
    .concat(mayBeNull ? [null] : []);
  // Schemas that share a field write its enum and its alternatives out each.
  const name = at.split("/properties/").at(-1);
  for (const one of values)
    if (all || one === value)
      yield `${one === null ? at : name}: ${JSON.stringify(one)}`;
  for (const keyword of ["anyOf", "oneOf"] as const) {
    for (const [i, alternative] of (schema[keyword] ?? []).entries()) {
      if (!all && !compile(alternative)(value)) continue;
      const pointer = `${keyword === "anyOf" ? name : at}/${keyword}/${i}`;
      yield pointer;
      yield* inside(alternative, pointer, value);
    }
  }
  for (const [i, part] of (schema.allOf ?? []).entries())
    yield* inside(part, `${at}/allOf/${i}`, value);
  const fields = Object(all ? {} : value) as Record<string, unknown>;
  for (const [property, field] of Object.entries(schema.properties ?? {})) {
    if (!all && !Object.hasOwn(fields, property)) continue;
    if (!schema.required?.includes(property))
      yield `${at}/properties/${property}`;
    yield* inside(field, `${at}/properties/${property}`, fields[property]);
  }
  const parts: unknown[] = Array.isArray(value) ? value : [];
  for (const part of all ? [undefined] : parts) {
    if (schema.items) yield* inside(schema.items, `${at}/items`, part);
  }
}

/**
 * Lists the choices of a declared response: those of its schema, and its optional headers.
 */
function* choicesOf(
  declared: Response | Reference,
  at: string,
  seen: Set<string>,
  response?: HttpResponse,
): Generator<string> {
  const { headers = {}, content = {} } = resolve<Response>(contract, declared);
  const pointer = "$ref" in declared ? declared.$ref : at;
  for (const [name, header] of Object.entries(headers)) {
    if (resolve<Header>(contract, header).required) continue;
    if (!response || response.headers.has(name))
      yield `${pointer}/headers/${name}`;
  }
  const { schema = {} } = content["application/json"] ?? {};
  if (!response) yield* choices(schema, `${pointer}/schema`, seen);
  else if (response.body !== undefined)
    yield* choices(schema, `${pointer}/schema`, seen, response.body);
}

/** Everything that some response of some operation can show. */
export function everythingDeclared(): Set<string> {
  const seen = new Set<string>();
  return new Set(
    everyOperation.flatMap(({ id, path, method }) =>
      Object.entries<Response | Reference>(
        contract.paths[path][method.toLowerCase()].responses,
      )
        .filter(([status]) => status !== "default")
        .flatMap(([status, response]) => [
          ...choicesOf(response, `${id}/${status}`, seen),
        ]),
    ),
  );
}

/** True when this run can show everything: some conflicts need two connections, which the embedded store lacks. */
const showsAll = Boolean(process.env["TEST_DATABASE_URL"]);
/** The file in which the tests note what the server has shown. */
const shownFile = join(runFolder ?? "", "shown");
const observed = new Set<string>();

/** Notes what a response of a real server has shown, in a file that all tests of a run share. */
export function noteShown(
  operation: string,
  declared: Response | Reference,
  response: HttpResponse,
): void {
  if (runFolder === undefined || !showsAll) return;
  const news = [
    ...choicesOf(
      declared,
      `${operation}/${response.status}`,
      new Set(),
      response,
    ),
  ].filter((choice) => !observed.has(choice));
  if (news.length === 0) return;
  for (const choice of news) observed.add(choice);
  appendFileSync(shownFile, news.map((choice) => `${choice}\n`).join(""));
}

/**
 * Fails a run of all tests when something that the contract declares was shown by no response of a
 * real server: a value of an enum, an optional field, an alternative, an optional header. Vitest
 * makes reporters of classes.
 */
export default class EverythingOccurs implements Reporter {
  #vitest: Vitest | undefined;

  onInit(vitest: Vitest): void {
    this.#vitest = vitest;
  }

  async onTestRunEnd(
    modules: readonly TestModule[],
    _: unknown,
    reason: string,
  ): Promise<void> {
    const seen = new Set(
      existsSync(shownFile) ? readFileSync(shownFile, "utf8").split("\n") : [],
    );
    const all = await this.#vitest?.globTestSpecifications();
    const isWhole = modules.length === all?.length && showsAll;
    if (reason === "interrupted" || !isWhole) return;
    const declared = [...everythingDeclared()];
    const missing = declared.filter((choice) => !seen.has(choice));
    if (missing.length === 0)
      return console.log(
        `Responses showed all ${declared.length} choices of the contract.`,
      );
    console.error(
      `The contract declares what no response of the server showed in any test. Show it in a test, or list it in\n` +
        `x-not-sent of its schema:\n  ${missing.join("\n  ")}`,
    );
    process.exitCode = 1;
  }
}
