import { isDeepStrictEqual } from "node:util";
import { firstCause } from "./command.ts";
import { created, type World } from "./world.ts";

/** What is asked of a generated client, which has a program in `programs/`. */
const questions = ["list", "create", "conflict", "contact", "events", "webhooks"] as const;
type Question = (typeof questions)[number];

type Json = null | boolean | number | string | Json[] | { [field: string]: Json };

/**
 * Holds what a program printed, a line for each question, `QUESTION ok JSON` or `QUESTION failed CAUSE`, against what was
 * sent. It prints what its client decoded and encoded again, so a difference is a loss.
 * @param unasked questions that the client has nothing for
 * @throws Error that names the first loss of each question
 */
export function checkAnswers(printed: string, world: World, unasked: Question[] = []): void {
  const faults = questions.flatMap((question) => {
    if (unasked.includes(question)) return [];
    const line = printed.split("\n").find((each) => each.startsWith(`${question} `));
    if (line === undefined) return `${question}: the program ended before: ${firstCause(printed)}`;
    const [, answer = "", body = ""] = /^\w+ (\w+) (.*)/.exec(line) ?? [];
    const fault = answer === "ok" ? faultOf(question, JSON.parse(body) as Json, world) : body;
    return fault === undefined ? [] : `${question}: ${fault}`;
  });
  if (faults.length > 0) throw new Error(faults.join("; "));
}

function faultOf(question: Question, value: Json, { sent, env }: World): string | undefined {
  switch (question) {
    // Two pages, the second by the cursor of the first.
    case "list":
    // An event of each type, and one of a type that the client does not know among them.
    case "events":
    case "webhooks":
      return difference(sent[question] as Json, value);
    // A field that the client does not know may be left out. What it knows has to be there.
    case "contact":
      return difference(sent.contact as Json, value, ["shoe_size"]);
    case "create":
      return difference({ data: { ...created, city: "" } }, value, "partial");
    case "conflict": {
      const contact_id = env["CONTACT_ID"] ?? "";
      return difference({ error: { code: "conflict", contact_id } }, value, "partial");
    }
  }
}

/**
 * The first place where a body is not what was sent. A timestamp may be written in another way, null may be left out, and null or {} may stand for what is not there.
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
      first(invented, (field) => (isNothing(got[field]) ? undefined : `${path}.${field} was never sent`))
    );
  }
  if (typeof sent === "string" && typeof got === "string" && sameMoment(sent, got)) return undefined;
  return isDeepStrictEqual(sent, got)
    ? undefined
    : `${at}: ${JSON.stringify(got)}, not ${JSON.stringify(sent)}`;
}

/** What a client may have in the place of an object that was not sent. */
const isNothing = (value: Json | undefined) => value === null || isDeepStrictEqual(value, {});

const first = <T>(among: Iterable<T>, look: (one: T) => string | undefined): string | undefined => {
  for (const one of among) {
    const found = look(one);
    if (found !== undefined) return found;
  }
  return undefined;
};

const timestamp = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:?\d\d)$/;
const sameMoment = (one: string, other: string) =>
  timestamp.test(one) && timestamp.test(other) && Date.parse(one) === Date.parse(other);
