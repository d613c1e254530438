import { isDeepStrictEqual } from "node:util";
import type { Question } from "./tool.ts";
import { customFields, name, type World } from "./world.ts";

type Json = null | boolean | number | string | Json[] | { [field: string]: Json };

/**
 * What is wrong with what a program printed for a question, or nothing. Each program prints what its client decoded and
 * encoded again, so a difference is a loss.
 */
export function faultOf(question: Question, printed: unknown, { sent, env }: World): string | undefined {
  const value = printed as Json;
  switch (question) {
    // Two pages, the second by the cursor of the first.
    case "list":
    case "get":
    case "events":
    case "webhooks":
    // An event of a type that the client does not know is there, and so are its neighbours.
    case "unknown":
      return difference(sent[question] as Json, value);
    // A field that the client does not know may be left out. What it knows has to be there.
    case "added":
      return difference(sent.added as Json, value, ["shoe_size"]);
    case "create":
      return difference({ data: { tags: ["mayorista", "vip"], city: "" } }, value, "partial");
    case "conflict":
      return difference(
        { error: { code: "conflict", contact_id: env["CONTACT_ID"] ?? "" } },
        value,
        "partial",
      );
    case "names":
      return difference({ data: { name } }, value, "partial");
    case "numbers":
      return difference({ data: { custom_fields: customFields } }, value, "partial");
  }
}

/**
 * The first place where a body is not what was sent. A moment may be written in another way, and null may be left out.
 * @param lost fields that may be missing, or `partial`: fields that `sent` does not have are not looked at
 */
function difference(
  sent: Json,
  got: Json | undefined,
  lost: string[] | "partial" = [],
  path = "",
): string | undefined {
  const at = path === "" ? "the body" : path;
  if (sent === null)
    return got === null || got === undefined ? undefined : `${at}: ${JSON.stringify(got)}, not null`;
  if (got === undefined) return `${at} is lost`;
  if (Array.isArray(sent)) {
    if (!Array.isArray(got) || got.length !== sent.length)
      return `${at}: ${Array.isArray(got) ? got.length : "no"} elements, not ${sent.length}`;
    return first(sent.keys(), (i) => difference(sent[i] ?? null, got[i], lost, `${path}[${i}]`));
  }
  if (typeof sent === "object") {
    if (got === null || typeof got !== "object" || Array.isArray(got)) return `${at} is no object`;
    const known = Object.keys(sent).filter((field) => lost === "partial" || !lost.includes(field));
    const invented = lost === "partial" ? [] : Object.keys(got).filter((field) => !(field in sent));
    return (
      first(known, (field) => difference(sent[field] ?? null, got[field], lost, `${path}.${field}`)) ??
      first(invented, (field) => (got[field] === null ? undefined : `${path}.${field} was never sent`))
    );
  }
  if (typeof sent === "string" && typeof got === "string" && sameMoment(sent, got)) return undefined;
  return isDeepStrictEqual(sent, got)
    ? undefined
    : `${at}: ${JSON.stringify(got)}, not ${JSON.stringify(sent)}`;
}

const first = <T>(among: Iterable<T>, look: (one: T) => string | undefined): string | undefined => {
  for (const one of among) {
    const found = look(one);
    if (found !== undefined) return found;
  }
  return undefined;
};

const moment = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:?\d\d)$/;
const sameMoment = (one: string, other: string) =>
  moment.test(one) && moment.test(other) && Date.parse(one) === Date.parse(other);
