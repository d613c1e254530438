import { compile } from "../support/response-errors.ts";
import type { Request } from "./request.ts";

const email = { $ref: "#/components/schemas/Email" };
const header = "Idempotency-Key";

/**
 * Makes requests such that none is refused for what an earlier one did: an email that is taken, an idempotency key that
 * was used. What is too short or too long for it stays as it is, and can be used once.
 */
export function freshener(): (request: Request) => Request {
  let n = 0;
  const used = new Set<string>();
  return (request) => {
    n++;
    return {
      ...request,
      headers: withFreshKey(request.headers, n, used),
      body: withFreshEmail(request.body, n),
    };
  };
}

function withFreshKey(headers: Request["headers"], n: number, used: Set<string>): Request["headers"] {
  const { [header]: key, ...others } = headers;
  if (key === undefined) return headers;
  const end = `-${n}`;
  const fresh = key.length > 2 * end.length ? key.slice(0, -end.length) + end : key;
  if (used.has(fresh)) return others;
  used.add(fresh);
  return { ...others, [header]: fresh };
}

function withFreshEmail(body: Request["body"], n: number): Request["body"] {
  const json = body && "json" in body ? body.json : undefined;
  const isEmail = compile(email);
  if (typeof json !== "object" || json === null || !("email" in json) || !isEmail(json.email)) return body;
  const fresh = `n${n}.${String(json.email)}`;
  return isEmail(fresh) ? { json: { ...json, email: fresh } } : body;
}
