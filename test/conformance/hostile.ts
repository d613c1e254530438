import fc from "fast-check";
import { limits } from "../../generated/constants.ts";
import type { TestedOperation } from "../support/operation.ts";
import { validRequests, type Body, type Request } from "./request.ts";
import { forbiddenTexts, hostileTexts } from "./arbitrary.ts";

/** Hostile requests. */
export function hostileRequests(
  operation: TestedOperation,
): fc.Arbitrary<Request> {
  const base = validRequests(operation);
  const ways = [hostileQuery(base)];
  if (operation.path.includes("{")) ways.push(hostilePath(base));
  if (!operation.body && operation.method !== "GET")
    ways.push(unwantedBody(base));
  if (operation.body) ways.push(hostileBody(base), hostileMember(base));
  return fc.oneof(...ways);
}

const sendable = [...hostileTexts, "\0", "x".repeat(5000)];

/** A path that is `.` or empty is another path. */
function hostilePath(base: fc.Arbitrary<Request>): fc.Arbitrary<Request> {
  const text = fc.oneof(
    fc.constantFrom(...sendable),
    fc.string({ unit: "binary", minLength: 1 }),
  );
  return fc
    .tuple(base, text, fc.nat())
    .filter(([, id]) => !/^\.+$/.test(id))
    .map(([request, id, which]) => {
      const names = Object.keys(request.path);
      return {
        ...request,
        path: { ...request.path, [names[which % names.length] ?? ""]: id },
      };
    });
}

function hostileQuery(base: fc.Arbitrary<Request>): fc.Arbitrary<Request> {
  const text = fc.oneof(
    fc.constantFrom(...sendable),
    fc.string({ unit: "binary" }),
  );
  const name = fc.oneof(
    text,
    fc.constantFrom(
      "q",
      "limit",
      "cursor",
      "status",
      "types",
      "limit[a]",
      "q[]",
    ),
  );
  return fc
    .tuple(base, fc.array(fc.tuple(name, text), { minLength: 1, maxLength: 4 }))
    .map(([request, query]) => ({
      ...request,
      query: query.filter(([name]) => name !== ""),
    }));
}

/** A hostile value in the place of a field, or as one more. */
function hostileMember(base: fc.Arbitrary<Request>): fc.Arbitrary<Request> {
  const deep = fc.integer({ min: 10, max: 2000 }).map((depth) => nested(depth));
  const value = fc.oneof(
    fc.constantFrom<unknown>(
      ...hostileTexts,
      ...forbiddenTexts,
      "x".repeat(70_000),
      1e308,
      -0,
      2 ** 53,
    ),
    fc
      .anything({ withNullPrototype: false })
      .map((value) => JSON.parse(JSON.stringify(value) ?? "null")),
    deep,
  );
  return fc
    .tuple(base, value, fc.nat(), fc.constantFrom(...hostileTexts))
    .map(([request, value, which, other]) => {
      const json =
        request.body && "json" in request.body ? Object(request.body.json) : {};
      const names = [...Object.keys(json), other];
      const name = names[which % names.length] ?? other;
      return {
        ...request,
        body: {
          json: Object.fromEntries([...Object.entries(json), [name, value]]),
        },
      };
    });
}

function nested(depth: number): unknown {
  return JSON.parse(`${'{"a":['.repeat(depth)}${"]}".repeat(depth)}`);
}

function hostileBody(base: fc.Arbitrary<Request>): fc.Arbitrary<Request> {
  const bytes = fc.oneof(
    fc.constantFrom(...rawBodies.map((text) => Buffer.from(text))),
    fc.constantFrom(
      Buffer.from([0xff, 0xfe, 0x7b]),
      Buffer.from('{"body":"\xed\xa0\x80"}', "latin1"),
    ),
    fc.uint8Array({ maxLength: 50 }).map((array) => Buffer.from(array)),
    fc.json().map((text) => Buffer.from(text)),
  );
  const type = fc.oneof(
    { weight: 4, arbitrary: fc.constant("application/json") },
    fc.constantFrom(
      "text/plain",
      "application/json; charset=utf-16",
      "application/x-www-form-urlencoded",
      "multipart/form-data; boundary=x",
      "application/jsonx",
      "*/*",
    ),
  );
  const body: fc.Arbitrary<Body> = fc.record({ bytes, type });
  return fc.tuple(base, body).map(([request, body]) => ({ ...request, body }));
}

/** A body for what takes none, which is not looked at. */
function unwantedBody(base: fc.Arbitrary<Request>): fc.Arbitrary<Request> {
  const type = fc.constantFrom("application/json", "text/plain");
  const bytes = fc
    .constantFrom("{", "{}", "x".repeat(1000))
    .map((text) => Buffer.from(text));
  return fc
    .tuple(base, fc.record({ bytes, type }))
    .map(([request, body]) => ({ ...request, body }));
}

const rawBodies = [
  "",
  "{",
  "null",
  "[]",
  '"text"',
  "{}{}",
  "{'a':1}",
  '{"a":1,}',
  '{"__proto__":{"x":1}}',
  '{"body":"x","body":1e999}',
  "[".repeat(100_000),
  `{"a":"${"x".repeat(limits.bodyBytes)}"}`,
];
